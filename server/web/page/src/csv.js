// Tables as text, written for the spreadsheets of the page's language.
import { decimalComma } from "./i18n.js";

const mark = "\ufeff"; // tells spreadsheets that the text is UTF-8

// A text that a spreadsheet would take for a formula is marked as text.
const safe = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

// csv writes rows of texts and numbers: with semicolons where the language has decimal commas.
export function csv(rows) {
  const comma = decimalComma();
  const separator = comma ? ";" : ",";
  const written = (cell) => {
    if (cell === null || cell === undefined) return "";
    if (typeof cell === "number") return comma ? String(cell).replace(".", ",") : String(cell);
    return safe(String(cell));
  };
  const quoted = (text) => (text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return mark + rows.map((row) => row.map((cell) => quoted(written(cell))).join(separator)).join("\r\n") + "\r\n";
}
