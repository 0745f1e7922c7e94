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

function replaced(text: string, { name, label, kind, kinds, choices }: Named): string {
  if (!text.toLowerCase().includes(name) && !(choices ?? kinds)) return text;
  const all: Pick<Choice, "value" | "short">[] = choices ?? kinds?.map((each) => ({ value: each.kind, short: each.label })) ?? [];
  const answers: Record<string, string> = kind === "check" || kind === "maybe" ? { true: t("yes"), false: t("no") } : {};
  const short = (value: string) => all.find((each) => String(each.value) === value)?.short ?? answers[value];
  let said = text.replace(new RegExp(`\\b${name}:? (\\w+)(?:( or | oder | of | eller | o )(\\w+))?`, "g"), (whole: string, value: string, or?: string, other?: string) =>
    (short(value) ? `${quoted(label)}: ${short(value)}${or && other ? or + (short(other) ?? other) : ""}` : whole));
  for (const { value, short: meaning } of all) if (String(value).includes("_")) said = said.replace(new RegExp(`\\b${value}\\b`, "g"), meaning);
  const alone = name.includes("_") || (language !== "en" && !words.has(name)) ? "" : `(?<=\\b(?:${before}) )`;
  // A sentence begins with a capital letter, unless it begins with a name.
  return said.replace(new RegExp(`${alone}\\b${name}\\b`, name.includes("_") || language === "en" ? "gi" : "g"), quoted(label)).replace(new RegExp(`(?<=^|[.] )${name}\\b`, "g"), quoted(label));
}
