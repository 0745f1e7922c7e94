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

// readWorkbook reads the sheets, {name, rows}, hidden ones left out. A row is where the
// sheet has it; a number is a number, a date YYYY-MM-DD, a share a text such as 5%.
export function readWorkbook(bytes) {
  const wanted = /^xl\/(worksheets\/[^/]+|sharedStrings|styles|workbook|_rels\/workbook)\.xml(\.rels)?$/;
  const files = unzipSync(new Uint8Array(bytes), { filter: ({ name, originalSize }) => wanted.test(name) && originalSize < 200_000_000 });
  const xml = (path) => new DOMParser().parseFromString(files[path] ? strFromU8(files[path]) : "<none/>", "text/xml");
  const book = xml("xl/workbook.xml");
  const targets = new Map(elements(xml("xl/_rels/workbook.xml.rels"), "Relationship").map((each) => [each.getAttribute("Id"), each.getAttribute("Target")]));
  const shared = elements(xml("xl/sharedStrings.xml"), "si").map(words);
  const styles = stylesOf(xml("xl/styles.xml"));
  const base = elements(book, "workbookPr")[0]?.getAttribute("date1904")?.match(/^(1|true)$/) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const value = (cell) => {
    const raw = elements(cell, "v")[0]?.textContent ?? "";
    const type = cell.getAttribute("t") ?? "n";
    if (type === "inlineStr") return words(cell);
    if (type === "s") return shared[Number(raw)] ?? "";
    if (type === "b") return raw === "1" ? "true" : "false";
    if (raw === "" || type !== "n") return raw;
    const style = styles[Number(cell.getAttribute("s") ?? 0)];
    if (style === "date") return new Date(base + Number(raw) * 86_400_000).toISOString().slice(0, 10);
    const number = Number(Number(raw).toPrecision(15));
    return style === "share" ? `${Number((number * 100).toPrecision(12))}%` : number;
  };
  const address = (text) => {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(text ?? "") ?? [];
    return letters && { column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1, row: Number(row) - 1 };
  };
  const read = (sheet) => {
    const rows = [];
    for (const row of elements(sheet, "row")) {
      const at = Number(row.getAttribute("r") ?? rows.length + 1) - 1;
      if (!elements(row, "c").length) continue; // spreadsheets end with a row of nothing but style, the last of a million
      rows[at] = [];
      for (const cell of elements(row, "c")) rows[at][address(cell.getAttribute("r"))?.column ?? rows[at].length] = value(cell);
    }
    // What is merged downwards holds for each of its rows.
    for (const merged of elements(sheet, "mergeCell")) {
      const [from, to] = (merged.getAttribute("ref") ?? "").split(":").map(address);
      for (let row = from?.row + 1; row <= to?.row; row++) (rows[row] ??= [])[from.column] = rows[from.row]?.[from.column] ?? "";
    }
    return Array.from(rows, (row) => Array.from(row ?? [], (each) => each ?? ""));
  };
  return elements(book, "sheet").filter((each) => !each.getAttribute("state")?.includes("idden")).map((each) => {
    const target = targets.get(each.getAttributeNS(relations, "id")) ?? "worksheets/sheet1.xml";
    return { name: each.getAttribute("name"), rows: read(xml(target.startsWith("/") ? target.slice(1) : `xl/${target}`)) };
  });
}

// stylesOf says of each style whether it shows a number as a date or a share.
function stylesOf(styles) {
  const own = new Map(elements(styles, "numFmt").map((each) => [each.getAttribute("numFmtId"), each.getAttribute("formatCode")]));
  const formats = elements(styles, "cellXfs")[0];
  const bare = (format) => (own.get(format) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
  return (formats ? elements(formats, "xf") : []).map((each) => {
    const format = each.getAttribute("numFmtId") ?? "0";
    if ((format >= 14 && format <= 17) || format === "22" || /[dy]/i.test(bare(format))) return "date";
    return format === "9" || format === "10" || bare(format).includes("%") ? "share" : "number";
  });
}
