import type { paths } from "./openapi.js";

type Body<P extends keyof paths> = paths[P] extends { post: { requestBody: { content: { "application/json": infer B } } } } ? B : never;
type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? Q : never;
type Answer<O> = O extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;
type Posted<P extends keyof paths> = paths[P] extends { post: infer O } ? Answer<O> : never;
type Got<P extends keyof paths> = paths[P] extends { get: infer O } ? Answer<O> : never;

// The record of an answer that was not reduced to some fields.
type Whole<A> = [Extract<A, { computed_by: string }>] extends [never] ? A : Extract<A, { computed_by: string }>;

/** Options of a request. */
export interface RequestOptions {
  /** Language of the texts, as Accept-Language, such as "de". */
  language?: string;
}

/** Options of a request for some members of an answer. */
export interface SelectOptions extends RequestOptions {
  /** The members that the answer should have, such as ["net"]. */
  fields: string[];
}

/** An operation that takes a body: an object, or the text of one in JSON, whose numbers stay exactly as written. */
interface Post<P extends keyof paths> {
  (request: Body<P> | string, options?: RequestOptions): Promise<Whole<Posted<P>>>;
  (request: Body<P> | string, options: SelectOptions): Promise<Partial<Whole<Posted<P>>>>;
}
/** An operation that takes parameters. */
type Get<P extends keyof paths> = (request?: Query<P>, options?: RequestOptions) => Promise<Got<P>>;

export interface Payslate {
  /** Net pay from gross. */
  net: Post<"/v1/salary-net/net">;
  /** Net pay of up to 1,000 people. */
  netBatch: Post<"/v1/salary-net/net/batch">;
  /** The smallest gross of a net. */
  gross: Post<"/v1/salary-net/gross">;
  /** Up to eight scenarios side by side. */
  compare: Post<"/v1/salary-net/compare">;
  /** A year, payday by payday. */
  year: Post<"/v1/salary-net/year">;
  /** The years of up to 100 people. */
  yearBatch: Post<"/v1/salary-net/year/batch">;
  /** Net pay over a range of gross. */
  curve: Post<"/v1/salary-net/curve">;
  /** Net pay with every step, figure and citation. */
  explain: Post<"/v1/salary-net/explain">;
  /** The figures in force. */
  parameters: Get<"/v1/salary-net/parameters">;
  /** The countries, years and fields that are covered. */
  countries: Get<"/v1/salary-net/countries">;
  /** The allowances for a trip. */
  trip: Post<"/v1/travel-per-diem/trip">;
  /** The rates of a place and day. */
  rates: Get<"/v1/travel-per-diem/rates">;
  /** The places that a name may mean. */
  locations: Get<"/v1/travel-per-diem/locations">;
  /** The regimes and what they cover. */
  regimes: Get<"/v1/travel-per-diem/regimes">;
  /** A request as text: the status and the JSON text with which the service would answer. */
  request(path: string, query: string, body: string, language?: string): Promise<{ status: number; body: string }>;
  /** Ends the engine. Requests under way fail. */
  close(): Promise<void>;
}

/** Options of an engine. */
export interface OpenOptions {
  /** Language of the texts, as Accept-Language; default "en". */
  language?: string;
  /** false runs the engine in this thread, which each request then blocks; default true. */
  worker?: boolean;
  /** Where payslate.wasm is, if not beside this package's index.js; .gz is unpacked. */
  wasm?: string | URL;
  /** Told the share of the engine that is loaded, 0 to 1. */
  progress?: (share: number) => void;
}

/** Starts an engine. */
export function open(options?: OpenOptions): Promise<Payslate>;

/** A request without an answer: what the service answers with a status other than 200. */
export class PayslateError extends Error {
  /** Status of HTTP: 400 a refusal, 422 a request of the wrong form, 500 a fault of the engine. */
  status: number;
  /** A code for programs, such as unsupported_year or greater_than. */
  error: string;
  /** The path to the field at fault, such as ["body", "de", "tax_class"]. */
  loc: (string | number)[] | null;
  /** The service's own account: of a 422 a list of all failures. */
  detail: unknown;
}
