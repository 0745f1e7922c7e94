// What a head of a column means: exactly, or by resemblance.
import { currenciesIn, thousand } from "./number.ts";
import { withoutSpans } from "./span.ts";
import { bracketed, flat, kept, plainly } from "./text.ts";

// filler are words that say nothing of what a column means.
const filler = new Set("in im eur euro gbp sek nok chf usd kr betrag amount bedrag belopp belop aktuell current laut vertrag vertraglich contract the of der die das fur for".split(" "));

// essence is a text without units, pay periods and filler.
export const essence = kept((text) => withoutSpans(flat(text.replace(thousand, " ")).replace(/\s?%/g, " ")).split(" ").filter((word) => word && !filler.has(word) && !(word.length === 3 && currenciesIn(word.toUpperCase()).length)).join(" "));

// Words in brackets that make another column of a head.
const contrary = /\b(employer\p{L}*|er|arbeitgeber\p{L}*|ag|werkgever\p{L}*|wg|arbetsgivar\p{L}*|arbeidsgiver\p{L}*|ytd|to date|kumul\p{L}*|cumul\p{L}*|ackumul\p{L}*|net|netto|vorjahr|last year|previous|old|alt|bonus|hourly|stunde|hours?)\b/u;

const sorted = kept((text) => text.split(" ").sort().join(" "));

// same says how a head and a name are the same: 2 as written, 1 but for units, order and what
// stands in brackets, 0 if they are not.
export function same(head: string, name: string): 0 | 1 | 2 {
  if (flat(head) === flat(name)) return 2;
  const neutral = !contrary.test(bracketed(head));
  if (neutral && plainly(head) !== "" && plainly(head) === plainly(name)) return 2;
  const meant = essence(head), wanted = essence(name);
  if (meant && (meant === wanted || sorted(meant) === sorted(wanted))) return 1;
  const short = essence(plainly(head));
  return neutral && short && short === essence(plainly(name)) ? 1 : 0;
}

export interface Named { name: string; names: string[] }

// Texts that are the same have one of these keys in common: a table compares each of its first
// cells with thousands of names.
const keysOf = kept((text) => [flat(text), plainly(text), sorted(essence(text)), essence(plainly(text))].filter(Boolean));
const indexes = new WeakMap<Named[], Map<string, Set<number>>>();

function indexOf(columns: Named[]): Map<string, Set<number>> {
  const index = indexes.get(columns) ?? new Map<string, Set<number>>();
  if (!indexes.has(columns)) columns.forEach(({ names }, i) => { for (const name of names) for (const key of keysOf(name)) index.set(key, (index.get(key) ?? new Set()).add(i)); });
  indexes.set(columns, index);
  return index;
}

// recognised lists the columns that a head names, the surest first.
export function recognised<C extends Named>(head: string, columns: C[]): C[] {
  const index = indexOf(columns);
  const near = new Set(keysOf(head).flatMap((key) => [...index.get(key) ?? []]));
  const scored = columns.filter((_, i) => near.has(i)).map((column) => ({ column, score: Math.max(0, ...column.names.map((name) => same(head, name))) }));
  return [2, 1].flatMap((score) => scored.filter((each) => each.score === score).map(({ column }) => column));
}

// shortens says whether words abbreviate one: "fr betr" is Freibetrag, "st brutto" Steuerbrutto.
function shortens(words: string[], word: string): boolean {
  let at = 0;
  return words.length > 1 && words.join("").length >= 4 && words.every((part, i) => {
    const found = word.indexOf(part, at);
    if (found < 0 || (i === 0 && found > 0) || part.length < 2) return false;
    at = found + part.length;
    return true;
  });
}

// met says whether two words have a beginning in common that tells: one begins the other.
const met = (a: string, b: string) => a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)) && Math.min(a.length, b.length) * 3 >= Math.max(a.length, b.length));

// Words for what was paid before.
const sofar = /\b(ytd|to date|previous|prior|kumul\p{L}*|cumul\p{L}*|ackumul\p{L}*|bisher\p{L}*|vorjahr\p{L}*|last year|vorig jaar)\b/u;

// likeness is how much a head resembles a name, from 0 to 1: all words of the shorter have to
// be in the other.
function likeness(head: string, name: string): number {
  if (sofar.test(flat(name)) && !sofar.test(flat(head))) return 0;
  const [a, b] = [essence(head).split(" ").filter(Boolean), essence(name).split(" ").filter(Boolean)];
  if (!a.length || !b.length) return 0;
  if (b.some((word) => shortens(a, word))) return 0.9;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const pairs = few.map((word) => many.find((other) => met(word, other)));
  if (pairs.includes(undefined)) return 0;
  const letters = few.reduce((sum, word, i) => sum + Math.min(word.length, pairs[i]!.length), 0);
  return letters < 4 ? 0 : letters / Math.max(a.join("").length, b.join("").length);
}

// resembling is the column that a head resembles most, if it resembles one.
export function resembling<C extends Named & { alike: string[] }>(head: string, columns: C[]): C | undefined {
  let best: C | undefined, most = 0.3;
  for (const column of columns) {
    for (const name of [...column.names, ...column.alike]) {
      const score = same(head, name) ? 2 : likeness(head, name);
      if (score > most) [best, most] = [column, score];
    }
  }
  return best;
}

// isResult says whether a head names what a payroll run computed, which no field of a person is.
export const isResult = (head: string): boolean => /^(lohnsteuer|lst|soli\p{L}*|solz|paye|income tax|tax paid|(employee|employer|ee|er) ni\p{L}*|ni (ee|er|employee|employer)|loonheffing|loonbelasting\p{L}*|inhouding|zvw|(kv|rv|av|pv|sv) (beitrag|an|ag).*|(kranken|renten|arbeitslosen|pflege)versicherung|preliminarskatt|avdragen skatt|skatt|forskuddstrekk|skattetrekk|arbeidsgiveravgift|arbetsgivaravgift\p{L}*|nett?o\p{L}*|net pay|auszahlung\p{L}*)$/u.test(flat(head));

// Numbers that tell who somebody is: no field is one, so they are never sent.
const personal = "nino,ni number,ni no,national insurance number,national insurance no,bsn,burgerservicenummer,sofinummer,ssn,social security number,social security no,tin,tax id,taxpayer id,steuer id,steueridentifikationsnummer,steuer identifikationsnummer,identifikationsnummer,idnr,steuernummer,sv nummer,sv nr,svnr,sozialversicherungsnummer,rentenversicherungsnummer,versicherungsnummer,ahv nummer,ahv nr,avs,personnummer,samordningsnummer,fodselsnummer,fnr,d nummer,passport,passport no,iban,bank account,kontonummer,rekeningnummer".split(",");
export const isPersonal = kept((head): boolean => personal.some((name) => same(head, name)));

// Names that people of any country give columns: they tell no country.
const anywhere = /birth|\bborn|geb|fodel|fodt|fodd|\bdob\b|\bage\b|alter|leeftijd|child|kind|barn|parent|eltern|bonus|one off|einmal|month|monat|maand|period|director|region|holiday|urlaub|vakantie|contract|vertrag|pensi|rente|employ|beschaft|dienst|werkgever|arbeitgeber|arbeitsort|\bstate\b|place|zone|area|land\b|country|nation|code$|^table$|^tabell$|health|kranken/;

// telling says whether a name of a field is of one country's payroll alone.
export const telling = (name: string): boolean => {
  const words = flat(name).replace(/_/g, " ");
  return words === "tax code" || !anywhere.test(words) && (words.includes(" ") || words.length >= 7);
};
