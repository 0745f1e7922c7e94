// Tables as text: written for the spreadsheets of the page's language, read from any.
import { language } from "./i18n.js";

const mark = "\ufeff"; // tells spreadsheets that the text is UTF-8

// A text that a spreadsheet would take for a formula is marked as text.
const safe = (text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

// csv writes rows of texts and numbers: in German with semicolons and decimal commas.
export function csv(rows) {
  const german = language === "de";
  const separator = german ? ";" : ",";
  const written = (cell) => {
    if (cell === null || cell === undefined) return "";
    if (typeof cell === "number") return german ? String(cell).replace(".", ",") : String(cell);
    return safe(String(cell));
  };
  const quoted = (text) => (text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return mark + rows.map((row) => row.map((cell) => quoted(written(cell))).join(separator)).join("\r\n") + "\r\n";
}

// readCsv reads rows of texts; the separator is what the first line holds most of.
export function readCsv(text) {
  const plain = text.replace(/^\ufeff/, "");
  const head = plain.split(/\r?\n/, 1)[0];
  const [separator] = [";", ",", "\t"].sort((a, b) => head.split(b).length - head.split(a).length);
  const rows = [[]];
  let cell = "", quoted = false;
  const end = () => { rows.at(-1).push(cell); cell = ""; };
  for (let i = 0; i < plain.length; i++) {
    const at = plain[i];
    if (quoted) {
      if (at !== '"') cell += at;
      else if (plain[i + 1] === '"') cell += plain[++i];
      else quoted = false;
    } else if (at === '"' && cell === "") quoted = true;
    else if (at === separator) end();
    else if (at === "\n") { end(); rows.push([]); } else if (at !== "\r") cell += at;
  }
  end();
  return rows.filter((row) => row.some((each) => each.trim() !== ""));
}
