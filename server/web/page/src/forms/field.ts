// How a property of the service is asked for, as its schema describes it.
import type { Schema, Value } from "../api/types.ts";
import { humanise, t } from "../language/words.ts";

export type FieldKind = "text" | "number" | "check" | "maybe" | "choice" | "several" | "records";
export interface Choice { value: string | number | boolean; label: string; short: string }
export interface RecordKind { kind: string; label: string; about: string; required: string[]; fields: Field[] }

export interface Field {
  name: string; label: string; help: string; kind: FieldKind; type?: string; nullable?: boolean; schema: Schema;
  fallback?: Value; // what holds where nothing is entered
  choices?: Choice[]; kinds?: RecordKind[]; placeholder?: string; currency?: string;
  required?: boolean; // always has one of its choices
}

// fieldOf says how a property is asked for.
export function fieldOf(name: string, schema: Schema): Field {
  const types = [schema.type].flat();
  const type = types.find((each) => each !== "null");
  const nullable = types.includes("null");
  const help = schema.description ?? "";
  const base = { name, label: schema.title ?? labelOf(help, name), help, nullable, schema, ...(type !== undefined && { type }), ...(schema.default !== undefined && { fallback: schema.default }) };
  if (type === "boolean") return { ...base, kind: nullable ? "maybe" : "check" };
  if (schema.items?.oneOf) return { ...base, kind: "records", kinds: schema.items.oneOf.map(kindOf) };
  if (schema.items?.enum) return { ...base, kind: "several", choices: choicesOf(schema.items, schema.items.enum) };
  const values = valuesOf(schema, type);
  if (values) return { ...base, kind: "choice", choices: choicesOf(schema, values) };
  const [example] = schema.examples ?? [];
  return { ...base, kind: type === "string" ? "text" : "number", ...(example !== undefined && { placeholder: t("such as", { value: example }) }) };
}

// valuesOf lists the values of a property that has few.
function valuesOf({ enum: listed, minimum, maximum, examples }: Schema, type?: string): (string | number | null)[] | undefined {
  if (listed) return listed;
  if (type === "integer" && minimum !== undefined && maximum !== undefined && maximum - minimum < 10) return Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i);
  return type === "string" && examples && examples.length > 2 ? examples : undefined;
}

// kindOf is one kind of the records of a list, with its fields: what it needs first, its name last.
function kindOf({ title = "", description = "", properties = {}, required = [] }: Schema): RecordKind {
  const { kind, ...fields } = properties;
  const rank = ({ name }: Field) => (required.includes(name) ? 0 : name === "amount" ? 2 : name === "name" ? 3 : 1);
  return { kind: String(kind?.enum?.[0]), label: title, about: description, required, fields: Object.entries(fields).map(([name, schema]) => fieldOf(name, schema)).sort((a, b) => rank(a) - rank(b)) };
}

const choicesOf = (schema: Schema, values: (string | number | null)[]) =>
  values.filter((value) => value !== null).map((value) => ({ value, ...choiceLabel(value, schema["x-choices"]?.[value]) }));

// labelOf is how a description begins: up to its first stop.
export const labelOf = (text: string, name: string) => (text.split(/[.,:;(]/, 1)[0] ?? "").trim() || humanise(name);

// choiceLabel writes a value for people: codes are kept before what they mean,
// words are replaced by it. short leaves the meaning of a code out.
function choiceLabel(value: string | number, meaning?: string) {
  const text = String(value);
  const isWord = /^[a-z]/.test(text);
  const written = isWord ? humanise(text) : text;
  if (!meaning) return { label: written, short: written };
  if (isWord) return { label: meaning, short: meaning };
  return { label: meaning.startsWith(`${text} `) ? meaning : `${text} – ${meaning}`, short: text };
}

// isMoney says whether a field holds an amount.
export const isMoney = (field: Field) => field.kind === "number" && field.type !== "integer" && field.schema.multipleOf === undefined;

// innerFields are the fields of the records of a list.
export const innerFields = ({ kinds = [] }: Field) => kinds.flatMap(({ fields }) => fields);

// choicesFor lists the choices of a field as its select offers them.
export const choicesFor = (field: Field): Choice[] => (field.kind === "maybe"
  ? [{ value: true, label: t("yes"), short: t("yes") }, { value: false, label: t("no"), short: t("no") }] : field.choices ?? []);
