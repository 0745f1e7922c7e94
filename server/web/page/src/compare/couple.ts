// A couple: what two people may choose, and which scenarios are of two who did.
import type { Row } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import type { Choice, Field } from "../forms/field.ts";
import { t } from "../language/words.ts";
import { plain } from "../language/format.ts";
import type { Scenario } from "../scenario/scenario.ts";

type Value = Choice["value"];
export type Pair = [Value, Value];
export interface SpouseChoices { field: Field; pairs: Pair[]; further: Field | undefined }

// choicesOf are the pairs of values that spouses may have: the field, the pairs, and the field
// that is asked with one of the pairs only.
export function choicesOf(catalogue: Catalogue, code: string): SpouseChoices | undefined {
  const fields = catalogue.profile(code);
  const field = fields.find((each) => each.schema["x-spouses"]);
  if (!field) return undefined;
  const value = (text: string): Value => field.choices?.find((each) => String(each.value) === text)?.value ?? text;
  const pairs = Object.entries(field.schema["x-spouses"] ?? {}).flatMap(([one, others]) => others.map((other): Pair => [value(one), value(other)]));
  const meant = (group: Record<string, string[]>) => group[field.name]?.every((one) => pairs.some((pair) => pair.every((each) => String(each) === one)));
  return { field, pairs, further: fields.find((each) => each.schema["x-asked-with"]?.some(meant)) };
}

// wordOf is the label of a field without what stands in brackets.
export const wordOf = ({ label }: Field) => label.replace(/ \(.*/, "");

// alike is the pair of two who have the same value.
export const alike = ({ pairs }: SpouseChoices) => pairs.find(([one, other]) => one === other);

// wordsOf names the choices: 3/5, 4/4, 4/4 with the factor.
export function wordsOf(choices: SpouseChoices): string {
  const same = alike(choices);
  return [...choices.pairs.map((pair) => pair.join("/")), ...(choices.further && same ? [`${same.join("/")} ${t("with")} ${wordOf(choices.further)}`] : [])].join(", ");
}

export interface Couple { name: string; rows: [Row, Row] }
export const together = ({ rows }: Couple, name: "net" | "annual_net") => rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100;

// couplesOf takes scenarios two by two, where every two are a couple.
export function couplesOf(catalogue: Catalogue, rows: Row[], scenarios: Scenario[]): { choices: SpouseChoices; couples: Couple[] } | undefined {
  const [first] = scenarios;
  const choices = first && choicesOf(catalogue, first.country);
  if (!first || !choices || scenarios.length % 2 || rows.length !== scenarios.length) return undefined;
  const value = ({ profile }: Scenario, { name, fallback }: Field) => profile[name] ?? fallback;
  const couples: Couple[] = [];
  for (let i = 0; i < rows.length; i += 2) {
    const one = scenarios[i], other = scenarios[i + 1], a = rows[i], b = rows[i + 1];
    if (!one || !other || !a || !b) return undefined;
    const of = [one, other];
    if (!of.every((each) => each.country === first.country && each.year === first.year && each.period === first.period)) return undefined;
    const values = of.map((each) => value(each, choices.field));
    if (!choices.pairs.some(([x, y]) => (values[0] === x && values[1] === y) || (values[0] === y && values[1] === x))) return undefined;
    const more = choices.further && value(one, choices.further);
    couples.push({ name: values.join("/") + (choices.further && typeof more === "number" ? ` ${t("with")} ${wordOf(choices.further)} ${plain(more)}` : ""), rows: [a, b] });
  }
  return { choices, couples };
}
