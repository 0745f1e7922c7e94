// The language of the page: its words are loaded alone.
const languages = { en: () => import("./words/en.json"), de: () => import("./words/de.json"), nl: () => import("./words/nl.json"), sv: () => import("./words/sv.json"), nb: () => import("./words/nb.json"), es: () => import("./words/es.json") };
export const languageNames = { en: "English", de: "Deutsch", nl: "Nederlands", sv: "Svenska", nb: "Norsk", es: "Español" };
const stored = "payslate.language";

function first() {
  const kept = localStorage.getItem(stored);
  if (kept in languages) return kept;
  const own = navigator.languages.map((each) => each.toLowerCase().split("-")[0].replace(/^n[on]$/, "nb"));
  return own.find((each) => each in languages) ?? "en";
}

export let language = first();
let words;

async function use(next) {
  words = (await languages[next]()).default;
  language = next;
  document.documentElement.lang = next;
}
await use(language);

export async function setLanguage(next) {
  localStorage.setItem(stored, next);
  await use(next);
}

// t is a text of the page, {name} replaced by the values given.
export function t(name, values = {}) {
  const text = words[name];
  if (text === undefined) throw new Error(`no text ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// count is a text of the page for a number of things: one has its own.
export const count = (name, n, values = {}) => t(n === 1 ? `${name} one` : name, { n: number(n), ...values });
const number = (n) => new Intl.NumberFormat(locale()).format(n);

// locale is the language with its usage of numbers and dates.
export const locale = () => (language === "en" ? "en-GB" : language);

// decimalComma says which decimal mark the language has.
export const decimalComma = () => language !== "en";

// known is a text of the page, or the name written as people do.
export const known = (group, name) => (words[`${group}.${name}`] ? t(`${group}.${name}`) : humanise(name));

// ownTerm leaves the English gloss out of a local term, such as Lohnsteuer (wage tax)
// or Einkommensteuergesetz (income tax act, EStG), for who does not read in English.
export const ownTerm = (label) => (language === "en" ? label : label.replace(/ \([a-z][^(),]*(?:, ([^()]+))?\)/g, (_, short) => (short ? ` (${short})` : "")));

// licence is what lets a publication be used: for who does not read in English, the place
// in the law that stands in brackets behind it.
export const licence = (text) => (language === "en" ? text : /\(([^()]+)\)$/.exec(text)?.[1] ?? text);

// quoted is a text in the quotation marks of the language.
export const quoted = (text) => (marks[language] ?? marks.en).join(text);
const marks = { en: ["“", "”"], de: ["„", "“"], nl: ["‘", "’"], sv: ["”", "”"], nb: ["«", "»"], es: ["«", "»"] };

export function humanise(name) {
  const text = String(name).replace(/[_-]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// firstSentence parts what the service says from the way out that follows it.
// Abbreviations and numbers end no sentence.
export function firstSentence(text) {
  const [, first, rest = ""] = /^(.*?\p{L}{4,}[)”"]?[.!?])\s+(\p{Lu}.*)$/su.exec(text) ?? [null, text];
  return [first, rest];
}
