// Questions to the service. A key is kept by the browser only, and sent in a header.
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
  const kinds = { 401: "key", 402: "credits", 400: "refused", 429: "limit" };
  const problem = new Failure(kinds[status] ?? "service", message, detail?.loc ? [{ path: detail.loc.slice(1), message }] : []);
  problem.code = detail?.error;
  problem.candidates = detail?.candidates;
  return problem;
}

// operations are what the page asks for, by name: how, and where others find it. All
// that leaves the page goes through ask and askEach, so that an engine in the browser
// can answer in place of the service.
const operations = {
  ...Object.fromEntries(["net", "gross", "explain", "year", "compare", "curve", "net/batch"].map((name) => [name, ["POST", `/v1/salary-net/${name}`]])),
  ...Object.fromEntries(["countries", "parameters"].map((name) => [name, ["GET", `/v1/salary-net/${name}`]])),
  ...Object.fromEntries(["rates", "locations", "regimes"].map((name) => [name, ["GET", `/v1/travel-per-diem/${name}`]])),
  trip: ["POST", "/v1/travel-per-diem/trip"],
  description: ["GET", "/v1/openapi.json"], // without its examples
  rules: ["GET", "/rules/", "text"], // the list of files, one of them, or what its names mean
};

// addressOf is the path of an operation, as its description and its users know it.
export const addressOf = (operation) => operations[operation][1];

// request sends an operation on its way; the page's own paths want to know where a
// call is from.
async function request(operation, input, headers = {}) {
  const [method, address] = operations[operation];
  const query = method === "GET" && Object.entries(input ?? {}).filter(([name, value]) => !["file", "language"].includes(name) && value !== "" && value !== undefined && value !== null);
  const path = address.replace("/v1/", "/page/") + (input?.file ?? "") + (query?.length ? `?${new URLSearchParams(query)}` : "");
  const sent = { "Accept-Language": input?.language ?? language, ...headers, ...(state.key !== "" && { "X-API-Key": state.key }) };
  const body = method === "GET" ? undefined : typeof input === "string" ? input : JSON.stringify(input);
  try {
    return await fetch(path, { method, headers: sent, body, referrerPolicy: "same-origin" });
  } catch {
    throw new Failure("away", "");
  }
}

async function answerOf(operation, input) {
  const response = await request(operation, input, operations[operation][0] === "POST" ? { "Content-Type": "application/json" } : {});
  const text = response.ok && operations[operation][2] === "text";
  const answer = text ? await response.text() : await response.json().catch(() => null);
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

// ask gives the answer to an operation, and asks no second time for what was answered
// already: each result costs a credit.
export function ask(operation, input = {}) {
  const id = [operation, language, JSON.stringify(input)].join(" ");
  if (!answers.has(id)) {
    const answer = answerOf(operation, input);
    answers.set(id, answer);
    setTimeout(() => answers.delete(id), kept);
    answer.catch(() => answers.delete(id));
  }
  return answers.get(id);
}

// askEach asks for many inputs in one stream and tells of each answer as it comes.
export async function askEach(operation, inputs, each) {
  const response = await request(operation, inputs.map((input) => JSON.stringify(input)).join("\n"), { "Content-Type": "application/x-ndjson" });
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
export const ended = ({ error, message }) => new Failure(ends[error] ?? "service", message);
