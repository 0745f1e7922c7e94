// Which language the page speaks: the one that was chosen here, or the first of the browser's.
import type english from "../words/en.json";

export type Word = keyof typeof english;
export type Words = Record<Word, string>;

const languages = {
  en: () => import("../words/en.json", { with: { type: "json" } }), de: () => import("../words/de.json", { with: { type: "json" } }), nl: () => import("../words/nl.json", { with: { type: "json" } }),
  sv: () => import("../words/sv.json", { with: { type: "json" } }), nb: () => import("../words/nb.json", { with: { type: "json" } }), es: () => import("../words/es.json", { with: { type: "json" } }),
};
export type Language = keyof typeof languages;
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch", nl: "Nederlands", sv: "Svenska", nb: "Norsk", es: "Español" };
const stored = "payslate.language";
const has = (name: string | null | undefined): name is Language => name !== null && name !== undefined && name in languages;

function first(): Language {
  const kept = localStorage.getItem(stored);
  if (has(kept)) return kept;
  const own = navigator.languages.map((each) => each.toLowerCase().split("-")[0]?.replace(/^n[on]$/, "nb"));
  return own.find(has) ?? "en";
}

export let language: Language = first();

// speak makes a language that of the page; its words have to be there.
export function speak(next: Language) {
  language = next;
  document.documentElement.lang = next;
}

export const keep = (next: Language) => localStorage.setItem(stored, next);

export const wordsOf = async (next: Language): Promise<Words> => (await languages[next]()).default;
