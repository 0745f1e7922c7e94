// Tables as text, written for the spreadsheets of the page's language.
import { decimalComma } from "../language/words.ts";

export type Cell = string | number | null | undefined;

const mark = "\ufeff"; // tells spreadsheets that the text is UTF-8

// A text that a spreadsheet would take for a formula is marked as text, also behind a
// separator of another language, at which it may be cut apart.
const safe = (text: string) => text.replace(/(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/g, "$1$2'");
const quoted = (text: string) => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// csv writes rows of texts and numbers: with semicolons where the language has decimal commas.
// A number contains no separator of its language.
export function csv(rows: Cell[][]): string {
  const comma = decimalComma();
  const written = (cell: Cell) => {
    if (cell === null || cell === undefined) return "";
    if (typeof cell === "number") return comma ? String(cell).replace(".", ",") : String(cell);
    return quoted(safe(cell));
  };
  return `${mark + rows.map((row) => row.map(written).join(comma ? ";" : ",")).join("\r\n")}\r\n`;
}
