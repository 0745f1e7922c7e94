// Cells of tables beside amounts: dates, whole numbers, yes and no, choices by code or word.
import { numberOf, type Cell, type Mark } from "./number.ts";
import { plainly } from "./text.ts";

export interface Choice { value: unknown; names: string[] }

export const blank = (cell: Cell): boolean => cell === undefined || cell === null || String(cell).trim() === "";

// dateOf reads a day as YYYY-MM-DD: the day before the month, unless only the other way
// round is a date.
export function dateOf(cell: Cell): string | undefined {
  const text = String(cell).trim();
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.slice(0, 10);
  const [, first = "", second = "", year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (!year) return undefined;
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second];
  if (Number(month) > 12 || Number(day) > 31) return undefined;
  const whole = year.length === 4 ? year : Number(year) > new Date().getFullYear() % 100 ? `19${year}` : `20${year}`;
  return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const numerals = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

// wholeOf reads a whole number: in Roman numerals too, behind a word, and the year of a
// date where years are asked for.
export function wholeOf(cell: Cell, { minimum = 0 }: { minimum?: number }, decimal: Mark): number {
  const year = minimum >= 1000 && dateOf(cell);
  if (year) return Number(year.slice(0, 4));
  const number = numberOf(cell, decimal);
  if (!Number.isNaN(number)) return number;
  const last = /^\p{L}+ (\S+)$/u.exec(plainly(cell))?.[1] ?? plainly(cell);
  const roman = numerals.indexOf(last);
  return roman > 0 ? roman : /^\d+$/.test(last) ? Number(last) : NaN;
}

const yes = new Set(["yes", "y", "ja", "j", "true", "wahr", "x", "1", "oui", "waar", "sant"]);
const no = new Set(["no", "n", "nein", "nee", "nej", "nei", "false", "falsch", "0", "onwaar", "keine", "kein", "ohne", "none", "geen", "ingen", "falskt", "usant"]);

// yesOf reads yes or no; undefined where the cell is neither.
export function yesOf(cell: Cell): boolean | undefined {
  const text = plainly(cell);
  return yes.has(text) ? true : no.has(text) || /^[-–]+$/.test(String(cell).trim()) ? false : undefined;
}

// choiceOf finds the choice that a cell means: by its value or one of its names, or the
// only one whose name begins like it.
export function choiceOf(cell: Cell, choices: Choice[]): unknown {
  const text = plainly(cell);
  const exact = choices.find(({ value, names }) => [String(value), ...names].some((name) => plainly(name) === text));
  if (exact || text.length < 4) return exact?.value;
  const begun = choices.filter(({ names }) => names.some((name) => plainly(name).startsWith(text) || text.startsWith(`${plainly(name)} `)));
  return begun.length === 1 ? begun[0]!.value : undefined;
}
