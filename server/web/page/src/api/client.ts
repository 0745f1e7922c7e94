// Questions to the service. A key is kept by the browser only, and sent in a header.
import { language } from "../language/choice.ts";
import { Failure, failureOf, type ErrorBody } from "./failure.ts";
import type { Compared, Country, Curve, Description, Explained, Gross, Net, Parameters, Place, Rate, Regime, Trip, Year } from "./types.ts";

export { ended, Failure } from "./failure.ts";

// alone says that an engine in the browser answers, and that there is no service.
export const alone = (globalThis as { payslateHere?: boolean }).payslateHere === true;

const stored = "payslate.key";
const kept = 300_000; // milliseconds that an answer is used again: rules may change under it
const answers = new Map<string, Promise<unknown>>();

// state is what is known of the key; closed says that the server answers nobody without one.
export const state: { key: string; credits: number | null; closed: boolean } = { key: localStorage.getItem(stored) ?? "", credits: null, closed: false };
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

// onChange tells of each change of state, until the function that it returns is called.
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setKey(key: string) {
  state.key = key;
  state.credits = null;
  answers.clear();
  if (key) localStorage.setItem(stored, key);
  else localStorage.removeItem(stored);
  changed();
}

// tryKey asks whether a key is accepted, and fails where it is not.
export async function tryKey(key: string) {
  const response = await request("countries", {}, {}, key);
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null) as ErrorBody);
}

// Answers are the operations that the page asks for, with what they answer.
interface Answers {
  net: Net; gross: Gross; explain: Explained; year: Year; compare: Compared; curve: Curve;
  "net/batch": { items: { result?: Net }[] };
  countries: { countries: Country[] }; parameters: Parameters;
  rates: Rate; trip: Trip; regimes: { regimes: Regime[] }; locations: { total: number; items: Place[] };
  description: Description; tables: Description; rules: string;
}
export type Operation = keyof Answers;

const salary = (name: string) => ["POST", `/v1/salary-net/${name}`] as const;
const operations: Record<Operation, readonly [method: "GET" | "POST", address: string]> = {
  net: salary("net"), gross: salary("gross"), explain: salary("explain"), year: salary("year"), compare: salary("compare"), curve: salary("curve"), "net/batch": salary("net/batch"),
  countries: ["GET", "/v1/salary-net/countries"], parameters: ["GET", "/v1/salary-net/parameters"],
  rates: ["GET", "/v1/travel-per-diem/rates"], locations: ["GET", "/v1/travel-per-diem/locations"], regimes: ["GET", "/v1/travel-per-diem/regimes"],
  trip: ["POST", "/v1/travel-per-diem/trip"],
  description: ["GET", "/v1/openapi.json"], // what forms have to know of it
  tables: ["GET", "/v1/tables.json"], // the same, with the names by which tables are read
  rules: ["GET", "/rules/"], // the list of files, one of them, or what its names mean
};

// addressOf is the path of an operation, as its description and its users know it.
export const addressOf = (operation: Operation) => operations[operation][1];

// request sends an operation on its way; the page's own paths want to know where a call is
// from. All that leaves the page goes through here, so that an engine in the browser can
// answer in place of the service.
async function request(operation: Operation, input: Record<string, unknown> | string, headers: Record<string, string> = {}, key = state.key): Promise<Response> {
  const [method, address] = operations[operation];
  const given = typeof input === "string" ? {} : input;
  const query = Object.entries(given).filter(([name, value]) => method === "GET" && !["file", "language"].includes(name) && value !== "" && value !== undefined && value !== null);
  const file = method === "GET" && typeof given.file === "string" ? given.file : "";
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const path = address.replace("/v1/", "/page/") + file + (query.length ? `?${parameters}` : "");
  const sent = { "Accept-Language": typeof given.language === "string" ? given.language : language, ...headers, ...(key !== "" && { "X-API-Key": key }) };
  const body = method === "GET" ? null : typeof input === "string" ? input : JSON.stringify(input);
  try {
    return await fetch(path, { method, headers: sent, body, referrerPolicy: "same-origin" });
  } catch {
    throw new Failure("away", "");
  }
}

async function answerOf(operation: Operation, input: Record<string, unknown>): Promise<unknown> {
  const response = await request(operation, input, operations[operation][0] === "POST" ? { "Content-Type": "application/json" } : {});
  const answer: unknown = response.ok && operation === "rules" ? await response.text() : await response.json().catch(() => null);
  const credits = response.headers.get("X-Credits-Remaining");
  if (credits !== null) {
    state.credits = Number(credits);
    changed();
  }
  if (response.ok && answer !== null) return answer;
  const problem = failureOf(response.status, answer as ErrorBody);
  if (problem.code === "missing_api_key") {
    state.closed = true;
    changed();
  }
  throw problem;
}

// ask gives the answer to an operation, and asks no second time for what was answered
// already: each result costs a credit.
export function ask<Name extends Operation>(operation: Name, input: Record<string, unknown> = {}): Promise<Answers[Name]> {
  const id = [operation, language, JSON.stringify(input)].join(" ");
  const before = answers.get(id);
  if (before) return before as Promise<Answers[Name]>;
  const answer = answerOf(operation, input);
  answers.set(id, answer);
  setTimeout(() => answers.delete(id), kept);
  answer.catch(() => answers.delete(id));
  return answer as Promise<Answers[Name]>;
}

// askEach asks for many inputs in one stream and tells of each answer as it comes.
export async function askEach<Answer extends { result?: unknown }>(operation: Operation, inputs: unknown[], each: (answer: Answer) => void) {
  const response = await request(operation, inputs.map((input) => JSON.stringify(input)).join("\n"), { "Content-Type": "application/x-ndjson" });
  if (!response.ok || !response.body) throw failureOf(response.status, await response.json().catch(() => null) as ErrorBody);
  const take = (line: string) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.result && state.credits !== null) state.credits--;
    each(answer);
  };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const parts = (rest + (value ?? "")).split("\n");
    rest = parts.pop() ?? "";
    parts.filter(Boolean).forEach(take);
  }
  if (rest) take(rest);
  changed();
}
