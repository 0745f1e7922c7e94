// Texts of the service in the words of a form: the names of fields and choices by their labels.
import { humanise, language, quoted, t } from "../language/words.ts";
import type { Choice, Field } from "./field.ts";

// Named is what a text may speak of.
export type Named = Pick<Field, "name" | "label"> & Partial<Pick<Field, "kind" | "kinds" | "choices">>;

// Words behind which a name that is also a word of the language stands for a field.
const before = ["send", "leave", "without", "give", "ohne", "sende", "senden", "indicó", "envíe", "quite", "sin", "skicka", "utan", "utelämna", "send", "uten", "utelat", "zonder", "stuur"].join("|");

// Names that are words of a language other than English, too.
const words = new Set(["kind", "period", "order", "franchise", "maximum", "use", "name"]);

// worded writes the names of some fields, and of their choices, by their labels.
export function worded(text: string, fields: Named[]): string {
  const said = fields.reduce(replaced, text).replace(/\b[a-z]+_[a-z_]+\b/g, (name) => {
    const meant = fields.filter((field) => field.name.startsWith(`${name}_`)); // a name that several begin with
    return meant.length ? meant.map(({ label }) => quoted(label)).join(", ") : name;
  });
  return said.replace(/\b(?:send(?:en)?|envíe)\b/gi, (word) => (/^[SE]/.test(word) ? humanise(t("send")) : t("send"))).replace(/\bnot sent\b/g, "not given");
}

// Replacement is what stands for a pattern.
type Replacement = [pattern: RegExp, by: string | ((whole: string, ...groups: string[]) => string)];
interface Replaced { names: string[]; by: () => Replacement[] }
const known = new WeakMap<Named, Replaced>();

function replaced(text: string, field: Named): string {
  const { names, by } = known.get(field) ?? ofField(field);
  return names.some((name) => text.includes(name)) || text.toLowerCase().includes(field.name) ? by().reduce((said, [pattern, instead]) => said.replace(pattern, instead as string), text) : text;
}

// ofField keeps what a text is searched for, and makes patterns of it once one is found: there
// are as many as fields, for as many texts.
function ofField(field: Named): Replaced {
  let made: Replacement[] | undefined;
  const all = field.choices ?? field.kinds?.map(({ kind }) => ({ value: kind })) ?? [];
  const own = { names: all.map(({ value }) => String(value)).filter((value) => value.includes("_")), by: () => made ??= replacementsOf(field) };
  known.set(field, own);
  return own;
}

// replacementsOf are what stands for a field with a value, for its values, and for its name.
function replacementsOf({ name, label, kind, kinds, choices }: Named): Replacement[] {
  const values: Pick<Choice, "value" | "short">[] = choices ?? kinds?.map((each) => ({ value: each.kind, short: each.label })) ?? [];
  const answers: Record<string, string> = kind === "check" || kind === "maybe" ? { true: t("yes"), false: t("no") } : {};
  const short = (value: string) => values.find((each) => String(each.value) === value)?.short ?? answers[value];
  const alone = name.includes("_") || (language !== "en" && !words.has(name)) ? "" : `(?<=\\b(?:${before}) )`;
  return [
    [new RegExp(`\\b${name}:? (\\w+)(?:( or | oder | of | eller | o )(\\w+))?`, "g"), (whole, value = "", or = "", other = "") => (short(value) ? `${quoted(label)}: ${short(value)}${or && other ? or + (short(other) ?? other) : ""}` : whole)],
    ...values.filter(({ value }) => String(value).includes("_")).map(({ value, short: meaning }): Replacement => [new RegExp(`\\b${value}\\b`, "g"), meaning]),
    [new RegExp(`${alone}\\b${name}\\b`, name.includes("_") || language === "en" ? "gi" : "g"), quoted(label)],
    [new RegExp(`(?<=^|[.] )${name}\\b`, "g"), quoted(label)], // a sentence begins with a capital letter, unless it begins with a name
  ];
}
