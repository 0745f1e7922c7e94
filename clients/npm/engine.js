// Starts the engine in the present thread.
import "./wasm_exec.js";

// start compiles and runs the engine. It returns answer(path, query, body, language), which
// returns {status, body}, and ended, which resolves if the engine stops, after which it
// cannot answer.
export async function start(wasm, progress) {
  const go = new globalThis.Go();
  const response = await read(wasm, progress);
  // Most of the engine runs a few times only. In Node its optimised code would double the time
  // of the first answer, for later ones that are a third faster.
  const v8 = globalThis.process?.getBuiltinModule?.("node:v8");
  v8?.setFlagsFromString("--liftoff-only");
  const { instance } = await (response instanceof Response ? WebAssembly.instantiateStreaming(response, go.importObject) : WebAssembly.instantiate(response, go.importObject)).finally(() => v8?.setFlagsFromString("--no-liftoff-only"));
  const ended = go.run(instance);
  return { answer: globalThis.payslateAnswer, ended };
}

// read loads the engine's file, and unpacks it if its name ends in .gz. What comes over a network
// is compiled while it comes.
async function read(wasm, progress) {
  const url = new URL(wasm);
  if (url.protocol === "file:") {
    return globalThis.process.getBuiltinModule("node:fs").readFileSync(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  // Hosts that recognise .gz unpack it themselves, and the length is that of the file.
  const total = Number(response.headers.get("Content-Length"));
  let loaded = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, sink) {
      loaded += chunk.length;
      if (total > 0) progress?.(Math.min(loaded / total, 1));
      sink.enqueue(chunk);
    },
  }));
  const packed = url.pathname.endsWith(".gz") && response.headers.get("Content-Encoding") === null;
  return new Response(packed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted, { headers: { "Content-Type": "application/wasm" } });
}
