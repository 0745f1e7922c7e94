// The language of the page: its words are loaded alone.
import { keep, language, speak, wordsOf, type Language, type Word, type Words } from "./choice.ts";

export type { Word } from "./choice.ts";
export { language, languageNames, type Language } from "./choice.ts";
let words: Words;

async function use(next: Language) {
  words = await wordsOf(next);
  speak(next);
}
await use(language);

export async function setLanguage(next: Language) {
  keep(next);
  await use(next);
}

type Values = Record<string, string | number | undefined>;
const filled = (text: string, values: Values) => text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));

// t is a text of the page, {name} replaced by the values given.
export const t = (word: Word, values: Values = {}): string => filled(words[word], values);

// said is a text of the page whose name is put together.
export function said(word: string, values: Values = {}): string {
  const text = (words as Record<string, string>)[word];
  if (text === undefined) throw new Error(`no text ${word}`);
  return filled(text, values);
}

// count is a text of the page for a number of things: one has its own.
export const count = (word: Word, n: number, values: Values = {}) => said(n === 1 ? `${word} one` : word, { n: new Intl.NumberFormat(locale()).format(n), ...values });

// locale is the language with its usage of numbers and dates.
export const locale = () => (language === "en" ? "en-GB" : language);

// decimalComma says whether the language writes decimals behind a comma.
export const decimalComma = () => language !== "en";

// calendarName is what the browser calls a part of the calendar, such as a year.
const fields: Record<string, string> = { year: "year", month: "month", week: "weekOfYear", day: "day", hour: "hour" };
export const calendarName = (part: string) => (fields[part] ? namesIn(language, "dateTimeField").of(fields[part]) : undefined);

// namesIn are the names that the browser has in a language; it takes long to find them.
const found = new Map<string, Intl.DisplayNames>();
function namesIn(of: string, type: Intl.DisplayNamesType): Intl.DisplayNames {
  const names = found.get(of + type) ?? new Intl.DisplayNames([of], { type });
  found.set(of + type, names);
  return names;
}

// known is a text of the page, or the name written as people do.
export const known = (group: string, name: string) => (words as Record<string, string>)[`${group}.${name}`] ?? humanise((group === "period" && calendarName(name)) || name);

// ownTerm leaves the English gloss out of a local term, such as Lohnsteuer (wage tax)
// or Einkommensteuergesetz (income tax act, EStG), for who does not read in English; what has
// capitals behind the comma is the term's short form.
export const ownTerm = (label: string) => (language === "en" ? label
  : label.replace(/ \([a-z][^(),]*(?:, ([^()]+))?\)/g, (_, short = "") => (/\p{Lu}/u.test(String(short)) ? ` (${short})` : "")));

// licence is what lets a publication be used: for who does not read in English, the place
// in the law that stands in brackets behind it.
export const licence = (text: string) => (language === "en" ? text : /\(([^()]+)\)$/.exec(text)?.[1] ?? text);

const marks: Record<Language, [string, string]> = { en: ["“", "”"], de: ["„", "“"], nl: ["‘", "’"], sv: ["”", "”"], nb: ["«", "»"], es: ["«", "»"] };

// quoted is a text in the quotation marks of the language.
export const quoted = (text: string) => marks[language].join(text);

export function humanise(name: string | number) {
  const text = String(name).replace(/[_-]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// firstSentence parts what the service says from the way out that follows it.
// Abbreviations and numbers end no sentence.
export function firstSentence(text: string): [first: string, rest: string] {
  const [, first = text, rest = ""] = /^(.*?\p{L}{4,}[)”"]?[.!?])\s+(\p{Lu}.*)$/su.exec(text) ?? [];
  return [first, rest];
}

// regionName is what a country is called in the language of the page.
export function regionName(code: string, of: string = language): string {
  return namesIn(of, "region").of(code === "UK" ? "GB" : code) ?? code;
}
