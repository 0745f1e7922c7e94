// What the service takes and answers, by the names that the page has for it. openapi.d.ts is
// written from the description of the service.
import type { components } from "./openapi.d.ts";

type Schemas = components["schemas"];

// A remedy changes a request so that it is answered, or answered without a warning: set is a
// merge patch of the request.
export interface Remedy { label: string; set: Record<string, unknown> }
export type Warning = Schemas["Warning"] & { remedies?: Remedy[] };
type Warned<Answer> = Omit<Answer, "warnings"> & { warnings: Warning[] };

export type Net = Warned<Schemas["NetOut"]>;
export type Explained = Warned<Schemas["ExplainOut"]>;
export type Gross = Warned<Schemas["GrossOut"]>;
export type Slip = Net & { target_net?: number; difference?: number };
export type Year = Warned<Schemas["YearOut"]>;
export type Payday = Schemas["Payday"];
export type Compared = Warned<Schemas["CompareOut"]>;
export type Row = Schemas["CompareRow"];
export type Curve = Schemas["CurveOut"];
export type CurvePoint = Schemas["CurvePoint"];
export type Threshold = Schemas["CurveThreshold"];
export type Parameters = Schemas["ParametersOut"];
export type Parameter = Schemas["ParameterRow"];
export type Country = Schemas["CountryInfo"];
export type Line = Schemas["Line"];
export type Source = Schemas["Source"];
export type Reason = Schemas["Reason"];
export type Trip = Warned<Schemas["TripOut"]>;
export type TripLine = Schemas["TripLine"];
export type Rate = Warned<Schemas["RateOut"]>;
export type Regime = Schemas["Regime"];
export type Place = Schemas["Location"];
export type Period = Schemas["Scenario"]["period"] & string;

// Value is what a field of a request may hold.
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value | undefined };

// Schema is a JSON Schema as the description of forms has it.
export interface Schema {
  $ref?: string; anyOf?: Schema[]; type?: string | string[]; title?: string; description?: string; format?: string;
  enum?: (string | number | null)[]; default?: Value; examples?: (string | number)[];
  minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number; multipleOf?: number; maxLength?: number; maxItems?: number;
  properties?: Record<string, Schema>; required?: string[]; items?: Schema & { oneOf?: Schema[] };
  "x-choices"?: Record<string, string>; "x-asked-with"?: Record<string, string[]>[]; "x-spouses"?: Record<string, string[]>;
  "x-also-called"?: string[]; "x-filled-in-by-year"?: boolean; "x-doubtful-above"?: number; "x-regimes"?: string[];
}

// Description is what the service says that its operations take.
export interface Description {
  security?: unknown[];
  paths: Record<string, { post?: { requestBody: { content: { "application/json": { schema: Schema } } } } }>;
  components: { schemas: Record<string, Schema> };
}
