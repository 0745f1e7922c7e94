// Numbers as people write them: with either decimal mark, marks of thousands, a currency,
// a percent sign. A number of a workbook is a number already.

export type Mark = "," | ".";
export type Cell = string | number | null | undefined;

// Signs and words of currencies, with the codes that they may mean.
const signs: [RegExp, string[]][] = [
  [/€|\beuros?\b/iu, ["EUR"]], [/£|\bpounds?\b|\bpfund\b|\bpond\b/iu, ["GBP"]], [/\$|\bdollars?\b/iu, ["USD"]],
  [/(?<!\p{L})kr\b\.?|\bkron(?:or|er|en)\b/iu, ["SEK", "NOK", "DKK"]], [/(?<!\p{L})s?fr\.(?=\s*\d|$)|\bfranken\b|\bfrancs?\b/iu, ["CHF"]],
  [/¥/u, ["JPY", "CNY"]], [/zł/iu, ["PLN"]], [/kč/iu, ["CZK"]], [/₹/u, ["INR"]],
];
const codes = new Set(Intl.supportedValuesOf("currency"));

// currenciesIn lists the codes of the currency that a text names; empty where it names none.
// loose takes small letters for a code too, as beside a number.
export function currenciesIn(text: string, loose = false): string[] {
  for (const [code] of text.matchAll(loose ? /(?<!\p{L})\p{L}{3}(?!\p{L})/gu : /(?<!\p{L})[A-Z]{3}(?!\p{L})/gu)) {
    if (codes.has(code.toUpperCase())) return [code.toUpperCase()];
  }
  return signs.find(([sign]) => sign.test(text))?.[1] ?? [];
}

const unit = "£|\\$|€|EUR|GBP|CHF|USD|SEK|NOK|kr";
const scaled = new RegExp(`(?<!\\p{L})(?:(?:T|k)\\s?(?:${unit})|tsd\\.?|tausend|tkr|k)(?!\\p{L})`, "iu"); // in a cell
const currency = /(?:\p{Sc}|euros?|pounds?|dollars?|kron(?:or|er|en)|kr\.?|s?fr\.|zł|kč)/iu.source;

// bare is the number in a text: without blanks, marks of thousands that are no point or
// comma, currencies and a percent sign. (12) is −12, as accountants write it, and 65k and 65 T€
// are 65000.
function bare(text: string): string {
  const [scale] = scaled.exec(text) ?? [];
  let rest = text.replace(scale ?? "", "").replace(/[\s\u00a0\u202f'’_]/g, "").replace(/[\u2212\u2013](?=[\d.,])/, "-");
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(new RegExp(`^(-?)${currency}|${currency}$|%$`, "giu"), "$1");
    rest = rest.replace(/^(-?)([A-Z]{3})(?=[\d.,-])|(?<=[\d.,-])([A-Z]{3})$/giu, (whole: string, minus: string = "", front: string = "", back: string = "") => (codes.has((front || back).toUpperCase()) ? minus : whole));
  }
  rest = rest.replace(/[.,][-–]+$/, "").replace(/^\((.+)\)$/, "-$1");
  return scale && /^\d+([.,]\d+)?$/.test(rest) ? String(Math.round(Number(rest.replace(",", ".")) * 1e6) / 1e3) : scale ? text : rest;
}

const plainComma = /^-?\d{1,3}(\.\d{3})+,\d+$|^-?\d+,(\d{1,2}|\d{4,})$|^-?\d{4,},\d{3}$/;
const plainPoint = /^-?\d{1,3}(,\d{3})+\.\d+$|^-?\d+\.(\d{1,2}|\d{4,})$|^-?\d{4,}\.\d{3}$/;

// markOf finds the decimal mark of some cells: the one that is plain to see in most of them;
// undefined where none is.
export function markOf(cells: Cell[]): Mark | undefined {
  let commas = 0, points = 0;
  for (const cell of cells) {
    const text = typeof cell === "string" ? bare(cell) : "";
    if (plainComma.test(text)) commas++;
    if (plainPoint.test(text)) points++;
  }
  return commas === points ? undefined : commas > points ? "," : ".";
}

// numberOf reads a number; NaN where the cell is none. Marks that can only mean one thing
// decide, the decimal mark where 3.800 may mean two.
export function numberOf(cell: Cell, decimal: Mark): number {
  if (typeof cell === "number") return cell;
  return parsed(bare(String(cell ?? "")), decimal);
}

function parsed(given: string, decimal: Mark): number {
  let text = given;
  const comma = text.lastIndexOf(","), point = text.lastIndexOf(".");
  if (comma >= 0 && point >= 0) text = comma > point ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  else if (comma >= 0) text = /^-?[1-9]\d{0,2}(,\d{3})+$/.test(text) && (decimal === "." || text.indexOf(",") !== comma) ? text.replaceAll(",", "") : text.replace(",", ".");
  else if (point >= 0 && /^-?[1-9]\d{0,2}(\.\d{3})+$/.test(text) && (decimal === "," || text.indexOf(".") !== point)) text = text.replaceAll(".", "");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : NaN;
}

// rateOf reads a percentage or factor, which has no thousands: 2.690 and 2,690 are 2.69.
export const rateOf = (cell: Cell): number => (twofold(cell) ? Number(bare(String(cell)).replace(",", ".")) : numberOf(cell, ","));

// twofold says whether a text has a single mark before exactly three digits, as 3.800 has:
// it may be 3800 or 3.8.
export const twofold = (cell: Cell): boolean => typeof cell === "string" && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(bare(cell));

// thousand says, in a head, that the amounts below it are in thousands: Salary (£k), T€, TEUR, £000.
export const thousand = new RegExp(`(?<![\\p{L}\\d])(?:(?:${unit})\\s?(?:k|['’]?000s?)|(?:T|k|['’]?000s?)\\s?(?:${unit})|tsd|tausend|thousands?|duizend|tusen|tkr|['’]?000s?|k)(?![\\p{L}\\d])`, "iu");

// amountOf reads an amount of money, which has at most two decimals: 3.800 and 3,800 are
// 3800, in every language. NaN where the cell is none, and where mark, which is plain to see
// in the cells beside it, says that it is the decimal mark: nobody can know what 3.800 is then.
export function amountOf(cell: Cell, mark?: Mark): number {
  if (typeof cell === "number" || !twofold(cell)) return numberOf(cell, mark ?? ",");
  const text = bare(String(cell));
  return mark && text.includes(mark) ? NaN : Number(text.replace(/[.,]/, ""));
}
