// Tables as programs and people write them: text in any encoding that is in use, with
// any separator, or workbooks; titles above the head, blank rows, totals, footers.
import { blank } from "./cell.ts";
import type { Cell } from "./number.ts";
import { plainly } from "./text.ts";

export type Row = Cell[];

// decoded reads bytes as text: by their mark, as UTF-8 where they are that, else as
// Windows-1252.
export function decoded(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

// parted parts a text into rows of cells, blank rows included.
function parted(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "", quoted = false;
  const end = () => { rows.at(-1)!.push(cell); cell = ""; };
  for (let i = 0; i < text.length; i++) {
    const at = text[i];
    if (quoted) {
      if (at !== '"') cell += at;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (at === '"' && cell.trim() === "") { quoted = true; cell = ""; } else if (at === separator) end();
    else if (at === "\n" || (at === "\r" && text[i + 1] !== "\n")) { end(); rows.push([]); } else if (at !== "\r") cell += at;
  }
  end();
  return rows;
}

const separators = [";", "\t", "|", ","]; // a comma may also be a decimal mark, so it comes last

// textRows reads a text with separators: the first by which half of its rows have at
// least two cells.
export function textRows(text: string): string[][] {
  const [, named, rest] = /^sep=(.)\r?\n([^]*)$/.exec(text) ?? [];
  if (named) return [[], ...parted(rest ?? "", named)];
  const filled = (rows: string[][]) => rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  for (const separator of separators) {
    const rows = filled(parted(text.slice(0, 20_000), separator));
    if (rows.filter((row) => row.length > 1).length * 2 >= rows.length) return parted(text, separator);
  }
  return parted(text, ",");
}

const texts = (row: Row) => row.filter((cell) => typeof cell === "string" && !blank(cell) && !/^[-\d.,\s]+$/.test(cell));

const longestTitle = 40; // rows above the head, at most

// headOf finds the row that names the columns: the one with most names that are known,
// else the first with several texts. -1 where there is none.
export function headOf(rows: Row[], known: (cell: Cell) => string | undefined): number {
  const first = rows.slice(0, longestTitle);
  const score = (row: Row) => new Set(texts(row).map((cell) => known(cell)).filter(Boolean)).size;
  const best = Math.max(0, ...first.map(score));
  return best > 0 ? first.findIndex((row) => score(row) === best) : first.findIndex((row) => texts(row).length > 1);
}

export const totals = /^(summe|summen|gesamt|gesamtsumme|gesamtbetrag|zwischensumme|total|totals|grand total|subtotal|sub total|sum|totaal|subtotaal|som|summa|sum totalt|totalt)\b/;

export type Kind = "blank" | "head" | "total" | "note" | "person";

// kindOf says what a row below the head is: blank, the head once more, totals, a text
// under the table (note), or a person. amounts are the pay of the rows above since the
// last totals; pay is that of this row.
export function kindOf(row: Row, { head, named, pay, amounts }: { head: string[]; named: boolean; pay: number | undefined; amounts: number[] }): Kind {
  const cells = row.filter((cell) => !blank(cell));
  if (!cells.length) return "blank";
  const same = row.filter((cell, i) => !blank(cell) && plainly(cell) === plainly(head[i] ?? ""));
  if (same.length > 1 && same.length * 2 >= cells.length) return "head";
  if (texts(row).slice(0, 2).some((cell) => totals.test(plainly(cell)))) return "total";
  const sum = amounts.reduce((all, each) => all + Math.round(each * 100), 0);
  if (!named && amounts.length > 1 && pay !== undefined && Math.round(pay * 100) === sum) return "total";
  if (pay === undefined && cells.length === 1) return "note";
  return "person";
}
