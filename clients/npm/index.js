// Payslate computes net pay and travel per-diems in this process: open() starts the engine,
// in a thread of its own, and its methods answer as the operations of the service do.

// PayslateError is a request without an answer: what the service answers with a status other
// than 200.
export class PayslateError extends Error {
  constructor(status, body) {
    const detail = parsed(body)?.detail;
    const first = Array.isArray(detail) ? detail[0] : detail;
    super(Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("\n") : first?.message ?? body);
    this.name = "PayslateError";
    this.status = status; // of HTTP: 400 a refusal, 422 a request of the wrong form, 500 a fault
    this.error = first?.error ?? first?.type ?? "internal_error"; // a code for programs
    this.loc = first?.loc ?? null; // the path to the field at fault, such as ["body", "de", "tax_class"]
    this.detail = detail ?? null; // everything that the service says of it
  }
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const salary = "/v1/salary-net/";
const travel = "/v1/travel-per-diem/";

// paths maps each method to the path of its operation; those of queries take parameters.
const paths = {
  net: salary + "net", netBatch: salary + "net/batch", gross: salary + "gross", compare: salary + "compare",
  year: salary + "year", yearBatch: salary + "year/batch", curve: salary + "curve", explain: salary + "explain",
  trip: travel + "trip",
};
const queries = {
  parameters: salary + "parameters", countries: salary + "countries",
  rates: travel + "rates", locations: travel + "locations", regimes: travel + "regimes",
};

// open starts an engine. Options:
//   language  as Accept-Language, such as "de"; default English
//   worker    false runs it in this thread; a request then blocks the thread
//   wasm      the address of payslate.wasm, where it is not beside this file; .gz is unpacked
//   progress  a function that is told the share of the engine that has been loaded, 0 to 1
export async function open(options = {}) {
  const payslate = new Payslate(options);
  await payslate.request("", "", "");
  return payslate;
}

// Payslate is an open engine.
class Payslate {
  #options;
  #engine = null; // the promise of one that runs

  constructor(options) {
    this.#options = { language: "en", worker: true, ...options };
  }

  // request sends a request as the service takes it and returns {status, body}, both as the
  // service would answer: body is the text of JSON.
  async request(path, query, body, language = this.#options.language) {
    this.#engine ??= (this.#options.worker ? inThread : inPlace)(this.#options, () => { this.#engine = null; });
    const engine = await this.#engine;
    return path === "" ? null : engine.answer(path, query, body, language);
  }

  // close ends the engine's thread. Open requests fail.
  async close() {
    const engine = this.#engine;
    this.#engine = null;
    (await engine)?.close();
  }
}

const answered = ({ status, body }) => {
  if (status !== 200) throw new PayslateError(status, body);
  return parsed(body);
};

// A request is an object, or the text of one in JSON, whose numbers stay exactly as written.
const asJSON = (request) => (typeof request === "string" ? request : JSON.stringify(request ?? {}));

const asQuery = (request) => {
  const given = Object.entries(request ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

for (const [name, path] of Object.entries(paths)) {
  Payslate.prototype[name] = async function (request, { language, fields } = {}) {
    return answered(await this.request(path, fields ? asQuery({ fields }) : "", asJSON(request), language));
  };
}
for (const [name, path] of Object.entries(queries)) {
  Payslate.prototype[name] = async function (request, { language } = {}) {
    return answered(await this.request(path, asQuery(request), "", language));
  };
}

const wasmOf = ({ wasm }) => String(wasm ?? new URL("./payslate.wasm", import.meta.url));

async function inPlace(options, gone) {
  const { start } = await import("./engine.js");
  const { answer, ended } = await start(wasmOf(options), options.progress);
  ended.then(gone);
  return { answer, close() {} };
}

function inThread(options, gone) {
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  // Bundlers find the worker of browsers by these very words, and must not find that of Node.
  const thread = threads ? new threads.Worker(new URL(import.meta.url.replace(/[^/]*$/, "worker.js"))) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  thread.unref?.(); // an idle engine does not keep a program alive
  const waiting = new Map();
  let last = 0;
  return new Promise((resolve, reject) => {
    const end = (problem) => {
      gone();
      thread.terminate();
      reject(new Error(problem));
      for (const settle of waiting.values()) settle({ status: 500, body: JSON.stringify({ detail: { error: "internal_error", message: problem } }) });
      waiting.clear();
      thread.unref?.();
    };
    const engine = {
      answer: (path, query, body, language) => new Promise((settle) => {
        waiting.set(++last, settle);
        thread.ref?.();
        thread.postMessage({ id: last, path, query, body, language });
      }),
      close: () => end("the engine was closed"),
    };
    const each = ({ ready, progress, ended, id, status, body }) => {
      if (ready) resolve(engine);
      else if (progress !== undefined) options.progress?.(progress);
      else if (ended) end(ended);
      else {
        waiting.get(id)?.({ status, body });
        waiting.delete(id);
        if (waiting.size === 0) thread.unref?.();
      }
    };
    if (thread.on) {
      thread.on("message", each).on("error", (problem) => end(String(problem))).on("exit", () => end("the engine's thread ended"));
      thread.ref();
    } else {
      thread.onmessage = ({ data }) => each(data);
      thread.onerror = ({ message }) => end(message ?? "the engine's thread ended");
    }
    thread.postMessage({ wasm: wasmOf(options) });
  }).finally(() => thread.unref?.());
}
