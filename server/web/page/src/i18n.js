import { words } from "./words.js";

const languages = ["en", "de"];
const stored = "payslate.language";

function first() {
  const kept = localStorage.getItem(stored);
  if (languages.includes(kept)) return kept;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

export let language = first();
document.documentElement.lang = language;

export function setLanguage(next) {
  localStorage.setItem(stored, next);
  language = next;
  document.documentElement.lang = next;
}

// t is a text of the page, {name} replaced by the values given.
export function t(name, values = {}) {
  const text = words[name]?.[languages.indexOf(language)];
  if (text === undefined) throw new Error(`no text ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// known is a text of the page, or the name written as people do.
export const known = (group, name) => (words[`${group}.${name}`] ? t(`${group}.${name}`) : humanise(name));

// ownTerm leaves the English gloss out of a local term, such as Lohnsteuer (wage tax),
// for who reads the language of the country.
export const ownTerm = (label, country) =>
  language !== "en" && new Intl.Locale(`und-${country}`).maximize().language === language ? label.replace(/ \([a-z][a-z -]*\)$/, "") : label;

export function humanise(name) {
  const text = String(name).replace(/[_-]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
