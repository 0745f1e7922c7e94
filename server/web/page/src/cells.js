// Cells of tables as people write them: amounts with either decimal mark and a currency,
// dates, yes and no, choices by code or word. A number of a workbook is a number already.

// plainly is a text without what distinguishes spellings of the same: case, accents,
// punctuation, what stands in brackets.
export const plainly = (text) => String(text).toLowerCase().replace(/\([^)]*\)|\[[^\]]*\]/g, " ").normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").replace(/[^\p{L}\p{N}%]+/gu, " ").trim();

// bare is the number in a text: without blanks, marks of thousands and currencies.
const bare = (text) => text.replace(/[\s\u00a0\u202f'’_]/g, "").replace("\u2212", "-").replace(/^(?:\p{Sc}|EUR|GBP|SEK|NOK|kr\.?)|(?:\p{Sc}|EUR|GBP|SEK|NOK|kr\.?|%)$/giu, "").replace(/[.,][-–]+$/, "");

// decimalOf finds the decimal mark of a table: the one that is plain to see in most of
// its cells, else that of the given usage.
export function decimalOf(rows, usual) {
  let commas = 0, points = 0;
  for (const cell of rows.flat()) {
    const text = typeof cell === "string" ? bare(cell) : "";
    if (/^-?\d{1,3}(\.\d{3})+,\d+$|^-?\d+,(\d{1,2}|\d{4,})$/.test(text)) commas++;
    if (/^-?\d{1,3}(,\d{3})+\.\d+$|^-?\d+\.(\d{1,2}|\d{4,})$/.test(text)) points++;
  }
  return commas === points ? usual : commas > points ? "," : ".";
}

// numberOf reads a number; NaN where the cell is none. Marks that can only mean one
// thing decide, the table's decimal mark where 3.800 may mean two.
export function numberOf(cell, decimal) {
  if (typeof cell === "number") return cell;
  let text = bare(cell);
  const comma = text.lastIndexOf(","), point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) text = comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  else if (comma >= 0) text = /^-?\d{1,3}(,\d{3})+$/.test(text) && (decimal === "." || text.indexOf(",") !== comma) ? text.replaceAll(",", "") : text.replace(",", ".");
  else if (point >= 0 && /^-?\d{1,3}(\.\d{3})+$/.test(text) && (decimal === "," || text.indexOf(".") !== point)) text = text.replaceAll(".", "");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : NaN;
}

// dateOf reads a day as YYYY-MM-DD: the day before the month, unless only the other way
// round is a date.
export function dateOf(cell) {
  const text = String(cell).trim();
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.slice(0, 10);
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(text) ?? [];
  if (!year) return undefined;
  const [day, month] = second > 12 ? [second, first] : [first, second];
  if (month > 12 || day > 31) return undefined;
  const whole = year.length === 4 ? year : Number(year) > new Date().getFullYear() % 100 ? `19${year}` : `20${year}`;
  return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const numerals = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

// wholeOf reads a whole number: in Roman numerals too, behind a word, and the year of a
// date where years are asked for.
export function wholeOf(cell, { minimum }, decimal) {
  const year = minimum >= 1000 && dateOf(cell);
  if (year) return Number(year.slice(0, 4));
  const number = numberOf(cell, decimal);
  if (!Number.isNaN(number)) return number;
  const [, last] = /^\p{L}+ (\S+)$/u.exec(plainly(cell)) ?? [null, plainly(cell)];
  const roman = numerals.indexOf(last);
  return roman > 0 ? roman : /^\d+$/.test(last) ? Number(last) : NaN;
}

const yes = new Set(["yes", "y", "ja", "j", "true", "wahr", "x", "1", "oui", "waar"]);
const no = new Set(["no", "n", "nein", "nee", "nej", "nei", "false", "falsch", "0", "onwaar", "keine", "kein", "ohne", "none", "geen"]);

// yesOf reads yes or no; undefined where the cell is neither.
export function yesOf(cell) {
  const text = plainly(cell);
  return yes.has(text) ? true : no.has(text) || /^[-–]+$/.test(String(cell).trim()) ? false : undefined;
}

// choiceOf finds the choice that a cell means: by its value or one of its names, or the
// only one whose name begins like it. choices are {value, names}.
export function choiceOf(cell, choices) {
  const text = plainly(cell);
  const exact = choices.find(({ value, names }) => [value, ...names].some((name) => plainly(name) === text));
  if (exact || text.length < 4) return exact?.value;
  const begun = choices.filter(({ names }) => names.some((name) => plainly(name).startsWith(text) || text.startsWith(`${plainly(name)} `)));
  return begun.length === 1 ? begun[0].value : undefined;
}
