// Calls of the service. A key is kept by the browser only, and sent in a header.
import { language } from "./i18n.js";

const stored = "payslate.key";
const answers = new Map();
const kept = 300_000; // milliseconds that an answer is used again: rules may change under it

// closed says that the server answers nobody without a key.
export const state = { key: localStorage.getItem(stored) ?? "", credits: null, closed: false };
const listeners = new Set();
export const onChange = (listener) => listeners.add(listener);
const changed = () => listeners.forEach((listener) => listener());

export function setKey(key) {
  state.key = key;
  state.credits = null;
  answers.clear();
  if (key) localStorage.setItem(stored, key);
  else localStorage.removeItem(stored);
  changed();
}

// Failure is an answer that is none: kind says who has to do something.
export class Failure extends Error {
  constructor(kind, message, fields = []) {
    super(message);
    this.kind = kind; // key, credits, invalid, refused, limit, away, service
    this.fields = fields; // {path, message, type, ctx} of what is at fault in the request
  }
}

function failure(status, answer) {
  const detail = answer?.detail;
  if (Array.isArray(detail)) {
    return new Failure("invalid", "", detail.map((each) => ({ path: each.loc.slice(1), message: each.msg, type: each.type, ctx: each.ctx })));
  }
  const message = detail?.message ?? "";
  const kinds = { 401: "key", 402: "credits", 400: "refused", 429: state.key === "" ? "demo" : "limit" };
  const problem = new Failure(kinds[status] ?? "service", message, detail?.loc ? [{ path: detail.loc.slice(1), message }] : []);
  problem.code = detail?.error;
  problem.candidates = detail?.candidates;
  return problem;
}

async function send(method, path, body) {
  const headers = { "Accept-Language": language };
  if (state.key !== "") headers["X-API-Key"] = state.key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    // The page's own paths want to know where a call is from.
    response = await fetch(path.replace("/v1/", "/page/"), { method, headers, body, referrerPolicy: "same-origin" });
  } catch {
    throw new Failure("away", "");
  }
  const answer = await response.json().catch(() => null);
  const credits = response.headers.get("X-Credits-Remaining");
  if (credits !== null) {
    state.credits = Number(credits);
    changed();
  }
  if (response.ok && answer !== null) return answer;
  const problem = failure(response.status, answer);
  if (problem.code === "missing_api_key") {
    state.closed = true;
    changed();
  }
  throw problem;
}

// call asks the service by the page's form of a path, and no second time what it
// has answered already: each result costs a credit.
export function call(method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const id = [method, path, language, text].join(" ");
  if (!answers.has(id)) {
    const answer = send(method, path, text);
    answers.set(id, answer);
    setTimeout(() => answers.delete(id), kept);
    answer.catch(() => answers.delete(id));
  }
  return answers.get(id);
}

// stream sends lines of JSON and tells of each line of the answer as it comes.
export async function stream(path, lines, each) {
  const headers = { "Accept-Language": language, "Content-Type": "application/x-ndjson" };
  if (state.key !== "") headers["X-API-Key"] = state.key;
  const response = await fetch(path.replace("/v1/", "/page/"), { method: "POST", headers, body: lines.join("\n"), referrerPolicy: "same-origin" }).catch(() => { throw new Failure("away", ""); });
  if (!response.ok) throw failure(response.status, await response.json().catch(() => null));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts.filter(Boolean)) {
      const answer = JSON.parse(part);
      if (answer.result && state.credits !== null) state.credits--;
      each(answer);
    }
  }
  if (rest) each(JSON.parse(rest));
  changed();
}

// ended is the failure of a stream that the service ended early, by the code of its last
// line.
const ends = { insufficient_credits: "credits", invalid_api_key: "key", scope_missing: "key", rate_limited: "limit" };
export const ended = ({ error, message }) => new Failure(error === "rate_limited" && state.key === "" ? "demo" : ends[error] ?? "service", message);

export const post = (path, body) => call("POST", path, body);
export const get = (path, query = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return call("GET", given.length ? `${path}?${new URLSearchParams(given)}` : path);
};

// description is the OpenAPI description of the service, without its examples; it needs no
// key.
const descriptions = new Map();
export function description() {
  const asked = language;
  if (!descriptions.has(asked)) {
    const answer = fetch("/page/openapi.json", { headers: { "Accept-Language": asked } }).then(
      (response) => { if (!response.ok) throw new Failure("service", ""); return response.json(); },
      () => { throw new Failure("away", ""); });
    descriptions.set(asked, answer);
    answer.catch(() => descriptions.delete(asked));
  }
  return descriptions.get(asked);
}

export const salary = "/v1/salary-net";
export const travel = "/v1/travel-per-diem";
