// Tables as text, written for the spreadsheets of the page's language.
import { decimalComma } from "./i18n.js";

const mark = "\ufeff"; // tells spreadsheets that the text is UTF-8

// A text that a spreadsheet would take for a formula is marked as text, also behind a
// separator of another language, at which it may be cut apart.
const safe = (text) => text.replace(/(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])/g, "$1$2'");

// csv writes rows of texts and numbers: with semicolons where the language has decimal commas.
export function csv(rows) {
  const comma = decimalComma();
  const separator = comma ? ";" : ",";
  const written = (cell) => {
    if (cell === null || cell === undefined) return "";
    if (typeof cell === "number") return comma ? String(cell).replace(".", ",") : String(cell);
    return safe(String(cell));
  };
  const quoted = (text) => (/[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // A number contains no separator of its language.
  return mark + rows.map((row) => row.map((cell) => (typeof cell === "number" ? written(cell) : quoted(written(cell)))).join(separator)).join("\r\n") + "\r\n";
}
