// What is wrong with a value, before the service is asked, and how a value is typed.
import type { Fault } from "../api/failure.ts";
import type { Value } from "../api/types.ts";
import { money, plain, writeAmount, writeNumber } from "../language/format.ts";
import { t, type Word } from "../language/words.ts";
import { amountOf, currenciesIn, rateOf, twofold } from "../reading/number.ts";
import { choicesFor, isMoney, type Field, type RecordKind } from "./field.ts";

export type Row = { kind: string } & { [name: string]: Value | undefined };

// fresh marks a record that was added and not left yet: what it lacks is not wrong, and it counts
// once something is entered.
export const fresh = Symbol("fresh");
export type EnteredRow = Row & { [fresh]?: boolean };

// lacking is the field that a record needs and has not.
export const lacking = (kind: RecordKind, row: Row): Field | undefined =>
  kind.fields.find((field) => kind.required.includes(field.name) && row[field.name] === undefined && !field.nullable);

const kindOf = (field: Field, row: Row) => field.kinds?.find(({ kind }) => kind === row.kind);

const begun = (row: Row) => Object.keys(row).some((name) => name !== "kind" && name !== "name");

// complete are the records of a list that count: they have what they need.
export const complete = (field: Field, rows: EnteredRow[]) => rows.filter((row) => { const kind = kindOf(field, row); return kind && !lacking(kind, row) && (begun(row) || !row[fresh]); });

// check says what is wrong with a value of a field, and nothing where nothing is.
export function check(field: Field, value: Value | undefined): string {
  if (field.kind === "records") return checkRows(field, (value ?? []) as EnteredRow[]);
  if (typeof value !== "number" || field.kind !== "number") return "";
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field.schema;
  if (Number.isNaN(value)) return t("no number");
  if (field.type === "integer" && !Number.isInteger(value)) return t("no whole number");
  const written = minimum !== undefined && minimum >= 1000 && field.type === "integer" ? String : plain; // a year is no amount
  if (maximum !== undefined && value > maximum) return t("at most", { n: written(maximum) });
  if (minimum !== undefined && value < minimum) return t("at least", { n: written(minimum) });
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return t("more than", { n: plain(exclusiveMinimum) });
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return t("less than", { n: plain(exclusiveMaximum) });
  if (multipleOf !== undefined && multipleOf < 1 && !Number.isInteger(Math.round((value / multipleOf) * 1e9) / 1e9)) return t("in steps", { n: plain(multipleOf) });
  return "";
}

function checkRows(field: Field, rows: EnteredRow[]): string {
  for (const row of rows) {
    const kind = kindOf(field, row);
    const wrong = kind?.fields.map((each) => check(each, row[each.name])).find(Boolean);
    if (wrong) return wrong;
    if (kind && !row[fresh] && lacking(kind, row)) return t("field missing");
  }
  return "";
}

// typed is the value that someone typed into a field; in another currency it is none.
export function typed(field: Field, text: string): Value | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (field.kind !== "number") return trimmed;
  if (foreign(field, trimmed)) return NaN;
  return isMoney(field) || field.type === "integer" ? amountOf(trimmed) : rateOf(trimmed);
}

// asTyped is a value as someone would type it.
export const asTyped = (field: Field, value: Value | undefined) => (isMoney(field) ? writeAmount(value)
  : field.kind === "number" ? writeNumber(value as number | undefined) : typeof value === "string" ? value : "");

// foreign says that an amount was typed in another currency than the field's.
export function foreign(field: Field, text: string): string {
  const [sent] = isMoney(field) && field.currency ? currenciesIn(text, true) : [];
  return sent !== undefined && sent !== field.currency && !currenciesIn(text, true).includes(field.currency ?? "") ? t("amount foreign", { currency: sent, own: field.currency }) : "";
}

// readAs says what an amount is read as that may be read in two ways.
export function readAs(field: Field, text: string): string {
  const value = typed(field, text);
  if (!isMoney(field) || typeof value !== "number" || !twofold(text) || !text.includes(writeNumber(0.5).charAt(1)) || check(field, value)) return "";
  return t("amount as", { value: field.currency ? money(value, field.currency) : writeAmount(value) });
}

// chosen is the value of a select, nothing where it is that which holds anyway.
export function chosen(field: Field, text: string): Value | undefined {
  const value = choicesFor(field).find((each) => String(each.value) === text)?.value;
  return value === field.fallback && !field.required ? undefined : value;
}

const bounds: Record<string, [word: Word, key: string]> = {
  less_than_equal: ["at most", "le"], greater_than_equal: ["at least", "ge"], greater_than: ["more than", "gt"], less_than: ["less than", "lt"], multiple_of: ["in steps", "multiple_of"],
};
const kinds: Record<string, Word> = {
  missing: "field missing", int_type: "no whole number", int_from_float: "no whole number", float_type: "no number", literal_error: "no choice",
};

// told says in the page's own words what the service found wrong with a value.
export function told({ type = "", ctx = {}, message }: Fault): string {
  const bound = bounds[type];
  const limit = bound && ctx[bound[1]];
  if (bound && typeof limit === "number") return t(bound[0], { n: plain(limit) });
  return kinds[type] ? t(kinds[type]) : message;
}
