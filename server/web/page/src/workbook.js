// Workbooks of spreadsheets (XLSX): one sheet written, the first sheet read. They are
// ZIP archives of XML; archives are packed at once, as workers are not allowed here.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

const space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

// What XML does not allow is left out of a text.
const escaped = (text) => String(text).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// column is the letters of a column, from 0.
const column = (index) => (index < 26 ? "" : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

// workbook writes rows of texts and numbers; the first row is the head. A text is
// never taken for a formula: its cell says that it is a text.
export function workbook(name, rows) {
  const cell = (value, at, style) => {
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "number") return `<c r="${at}"${style}><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  };
  const line = (row, i) => `<row r="${i + 1}">${row.map((value, j) => cell(value, column(j) + (i + 1), i ? "" : ' s="1"')).join("")}</row>`;
  const width = (j) => Math.min(60, 2 + Math.max(...rows.slice(0, 200).map((row) => String(row[j] ?? "").length)));
  const files = {
    "[Content_Types].xml": `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[["workbook", "sheet.main"], ["worksheets/sheet1", "worksheet"], ["styles", "styles"]].map(([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`).join("")}</Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${space}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${head}<styleSheet xmlns="${space}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${space}"><cols>${rows[0].map((_, j) => `<col min="${j + 1}" max="${j + 1}" width="${width(j)}" customWidth="1"/>`).join("")}</cols><sheetData>${rows.map(line).join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

const elements = (node, name) => [...node.getElementsByTagNameNS("*", name)];
const words = (node) => elements(node, "t").filter((each) => each.parentElement.localName !== "rPh").map((each) => each.textContent).join("");

// readWorkbook reads the first sheet as rows of texts, a date as YYYY-MM-DD.
export function readWorkbook(bytes) {
  const wanted = /^xl\/(worksheets\/[^/]+|sharedStrings|styles|workbook|_rels\/workbook)\.xml(\.rels)?$/;
  const files = unzipSync(new Uint8Array(bytes), { filter: ({ name, originalSize }) => wanted.test(name) && originalSize < 200_000_000 });
  const xml = (path) => new DOMParser().parseFromString(files[path] ? strFromU8(files[path]) : "<none/>", "text/xml");
  const book = xml("xl/workbook.xml");
  const id = elements(book, "sheet")[0]?.getAttributeNS(relations, "id");
  const target = elements(xml("xl/_rels/workbook.xml.rels"), "Relationship").find((each) => each.getAttribute("Id") === id)?.getAttribute("Target");
  const sheet = xml(target ? (target.startsWith("/") ? target.slice(1) : `xl/${target}`) : "xl/worksheets/sheet1.xml");
  const shared = elements(xml("xl/sharedStrings.xml"), "si").map(words);
  const dated = datesOf(xml("xl/styles.xml"));
  const base = elements(book, "workbookPr")[0]?.getAttribute("date1904") === "1" ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const value = (cell) => {
    const raw = elements(cell, "v")[0]?.textContent ?? "";
    const type = cell.getAttribute("t");
    if (type === "inlineStr") return words(cell);
    if (type === "s") return shared[Number(raw)] ?? "";
    if (type === "b") return raw === "1" ? "true" : "false";
    if (raw !== "" && type !== "str" && type !== "e" && dated.has(Number(cell.getAttribute("s") ?? 0))) return new Date(base + Number(raw) * 86_400_000).toISOString().slice(0, 10);
    return raw;
  };
  return elements(sheet, "row").map((row) => {
    const cells = [];
    for (const cell of elements(row, "c")) {
      const letters = /^[A-Z]+/.exec(cell.getAttribute("r") ?? "")?.[0];
      const at = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : cells.length;
      cells[at] = value(cell);
    }
    return Array.from(cells, (each) => each ?? "");
  }).filter((row) => row.some((each) => each.trim() !== ""));
}

// datesOf finds the styles that show a number as a date.
function datesOf(styles) {
  const own = new Map(elements(styles, "numFmt").map((each) => [each.getAttribute("numFmtId"), each.getAttribute("formatCode")]));
  const formats = elements(styles, "cellXfs")[0];
  const list = formats ? elements(formats, "xf").map((each) => each.getAttribute("numFmtId") ?? "0") : [];
  const isDate = (format) => (format >= 14 && format <= 17) || format === "22" || /[dy]/i.test((own.get(format) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
  return new Set(list.flatMap((format, i) => (isDate(format) ? [i] : [])));
}
