// The thread of an engine, in browsers and in Node. It is sent {wasm} first, then
// {id, path, query, body, language} for each request, and answers {id, status, body}.
import { start } from "./engine.js";

const port = globalThis.process?.getBuiltinModule?.("node:worker_threads")?.parentPort ?? globalThis;
const listen = (each) => (port.on ? port.on("message", each) : port.addEventListener("message", ({ data }) => each(data)));

let started;
listen(async ({ wasm, id, path, query, body, language }) => {
  try {
    if (wasm) {
      started = start(wasm, (share) => port.postMessage({ progress: share }));
      (await started).ended.then(() => port.postMessage({ ended: "the engine stopped" }));
      port.postMessage({ ready: true });
      return;
    }
    const { answer } = await started;
    port.postMessage({ id, ...answer(path, query, body, language) });
  } catch (problem) {
    port.postMessage({ ended: String(problem?.message ?? problem) });
  }
});
