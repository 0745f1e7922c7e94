// An answer that is none, and what it says about the request.
import type { Place, Remedy } from "./types.ts";

export type FailureKind = "key" | "credits" | "invalid" | "refused" | "limit" | "away" | "service";

// Fault is what is wrong with one value of the request, at a path within its body.
export interface Fault { path: (string | number)[]; message: string; type?: string; ctx?: Record<string, unknown>; remedies?: Remedy[] }

// Failure says by its kind who has to do something.
export class Failure extends Error {
  kind: FailureKind;
  faults: Fault[];
  code?: string;
  candidates?: Place[];
  remedies: Remedy[] = [];

  constructor(kind: FailureKind, message: string, faults: Fault[] = []) {
    super(message);
    this.kind = kind;
    this.faults = faults;
  }

  get fields(): Fault[] {
    return this.faults;
  }
}

interface Invalid { loc: (string | number)[]; msg: string; type: string; ctx?: Record<string, unknown>; remedies?: Remedy[] }
interface Detail { error: string; message?: string; loc?: (string | number)[]; candidates?: Place[]; remedies?: Remedy[] }
export type ErrorBody = { detail?: Invalid[] | Detail } | null;

const kinds: Record<number, FailureKind> = { 401: "key", 402: "credits", 400: "refused", 429: "limit" };

// failureOf reads an answer with an error.
export function failureOf(status: number, answer: ErrorBody): Failure {
  const detail = answer?.detail;
  if (Array.isArray(detail)) {
    const failure = new Failure("invalid", "", detail.map((each) => ({
      path: each.loc.slice(1), message: each.msg, type: each.type, ...(each.ctx && { ctx: each.ctx }), ...(each.remedies && { remedies: each.remedies }),
    })));
    failure.remedies = detail.flatMap((each) => each.remedies ?? []);
    return failure;
  }
  const message = detail?.message ?? "";
  const failure = new Failure(kinds[status] ?? "service", message, detail?.loc ? [{ path: detail.loc.slice(1), message }] : []);
  if (detail) failure.code = detail.error;
  if (detail?.candidates) failure.candidates = detail.candidates;
  failure.remedies = detail?.remedies ?? [];
  return failure;
}

// ended is the failure of a stream that the service ended early, by its last line.
export function ended({ error, message }: { error: string; message: string }): Failure {
  const ends: Record<string, FailureKind> = { insufficient_credits: "credits", invalid_api_key: "key", scope_missing: "key", rate_limited: "limit" };
  return new Failure(ends[error] ?? "service", message);
}

// patched applies a merge patch (RFC 7396) to a value.
export function patched(value: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete result[name];
    else result[name] = patched(result[name], change);
  }
  return result;
}
