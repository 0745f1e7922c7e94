// Workbooks of spreadsheets (XLSX): one sheet written, the sheets of a file read. They are ZIP
// archives of XML; archives are packed at once, as workers are not allowed here.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Cell } from "./csv.ts";

const space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

// What XML does not allow is left out of a text.
const escaped = (text: string) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// column is the letters of a column, from 0.
const column = (index: number): string => (index < 26 ? "" : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

// The styles of cells, in the order of cellXfs below: a head wraps, amounts have two decimals.
const styles = { plain: 0, head: 1, amount: 2 };
const formats = `<numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts>`;
const widest = 40, sampled = 500; // letters of a column, rows that its width goes by

// workbook writes rows of texts and numbers; the first row is the head, which stays in sight. A
// text is never taken for a formula: its cell says that it is a text.
export function workbook(name: string, rows: Cell[][]): Uint8Array<ArrayBuffer> {
  const [heads = [], ...body] = rows;
  const isAmount = heads.map((_, j) => body.some((row) => typeof row[j] === "number" && !Number.isInteger(row[j])));
  const cell = (value: Cell, at: string, style: number) => {
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "number") return `<c r="${at}" s="${style}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  };
  const styleOf = (i: number, j: number) => (i === 0 ? styles.head : isAmount[j] ? styles.amount : styles.plain);
  const line = (row: Cell[], i: number) => `<row r="${i + 1}">${row.map((value, j) => cell(value, column(j) + (i + 1), styleOf(i, j))).join("")}</row>`;
  const letters = (value: Cell) => (typeof value === "number" ? value.toFixed(2).length + 3 : value?.length ?? 0);
  const width = (j: number) => Math.min(widest, 2 + Math.max(8, Math.min(16, letters(heads[j])), ...body.slice(0, sampled).map((row) => letters(row[j]))));
  const parts = [["workbook", "sheet.main"], ["worksheets/sheet1", "worksheet"], ["styles", "styles"]].map(([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`).join("");
  const relation = (id: number, kind: string, target: string) => `<Relationship Id="rId${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const files: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships">${relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${space}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${relation(1, "worksheet", "worksheets/sheet1.xml")}${relation(2, "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${space}">${formats}<fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${space}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${heads.map((_, j) => `<col min="${j + 1}" max="${j + 1}" width="${width(j)}" customWidth="1"/>`).join("")}</cols><sheetData>${rows.map(line).join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(head + text)])));
}

const elements = (node: Document | Element, name: string) => [...node.getElementsByTagNameNS("*", name)];
const words = (node: Element) => elements(node, "t").filter((each) => each.parentElement?.localName !== "rPh").map((each) => each.textContent).join("");

// addressOf is the place of a cell such as AB12, counted from 0.
function addressOf(text: string | null | undefined): { column: number; row: number } | undefined {
  const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(text ?? "") ?? [];
  return letters ? { column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1, row: Number(row) - 1 } : undefined;
}

export interface Sheet { name: string; rows: Cell[][] }

// readWorkbook reads the sheets, hidden ones left out. A row is where the sheet has it; a number
// is a number, a date YYYY-MM-DD, a share a text such as 5%.
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const wanted = /^xl\/(worksheets\/[^/]+|sharedStrings|styles|workbook|_rels\/workbook)\.xml(\.rels)?$/;
  const files = unzipSync(new Uint8Array(bytes), { filter: ({ name, originalSize }) => wanted.test(name) && originalSize < 200_000_000 });
  const xml = (path: string) => new DOMParser().parseFromString(files[path] ? strFromU8(files[path]) : "<none/>", "text/xml");
  const book = xml("xl/workbook.xml");
  const targets = new Map(elements(xml("xl/_rels/workbook.xml.rels"), "Relationship").map((each) => [each.getAttribute("Id"), each.getAttribute("Target") ?? ""]));
  const shared = elements(xml("xl/sharedStrings.xml"), "si").map(words);
  const kinds = kindsOf(xml("xl/styles.xml"));
  const base = /^(1|true)$/.test(elements(book, "workbookPr")[0]?.getAttribute("date1904") ?? "") ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const value = (cell: Element): Cell => {
    const raw = elements(cell, "v")[0]?.textContent ?? "";
    const type = cell.getAttribute("t") ?? "n";
    if (type === "inlineStr") return words(cell);
    if (type === "s") return shared[Number(raw)] ?? "";
    if (type === "b") return raw === "1" ? "true" : "false";
    if (raw === "" || type !== "n") return raw;
    const kind = kinds[Number(cell.getAttribute("s") ?? 0)];
    if (kind === "date") return dateOf(base + Number(raw) * 86_400_000);
    const number = Number(Number(raw).toPrecision(15));
    return kind === "share" ? `${Number((number * 100).toPrecision(12))}%` : number;
  };
  return elements(book, "sheet").filter((each) => !each.getAttribute("state")?.includes("idden")).map((each) => {
    const target = targets.get(each.getAttributeNS(relations, "id")) ?? "worksheets/sheet1.xml";
    return { name: each.getAttribute("name") ?? "", rows: rowsOf(xml(target.startsWith("/") ? target.slice(1) : `xl/${target}`), value) };
  });
}

// dateOf is a day, with the time of day where there is one.
function dateOf(at: number): string {
  const text = new Date(Math.round(at / 60_000) * 60_000).toISOString();
  return text.slice(11, 16) === "00:00" ? text.slice(0, 10) : text.slice(0, 16);
}

function rowsOf(sheet: Document, value: (cell: Element) => Cell): Cell[][] {
  const rows: Cell[][] = [];
  for (const row of elements(sheet, "row")) {
    const at = Number(row.getAttribute("r") ?? rows.length + 1) - 1;
    const cells = elements(row, "c");
    if (!cells.length) continue; // spreadsheets end with a row of nothing but style, the last of a million
    const line: Cell[] = rows[at] = [];
    for (const cell of cells) line[addressOf(cell.getAttribute("r"))?.column ?? line.length] = value(cell);
  }
  // What is merged downwards holds for each of its rows.
  for (const merged of elements(sheet, "mergeCell")) {
    const [from, to] = (merged.getAttribute("ref") ?? "").split(":").map(addressOf);
    if (!from || !to) continue;
    for (let row = from.row + 1; row <= to.row; row++) (rows[row] ??= [])[from.column] = rows[from.row]?.[from.column] ?? "";
  }
  return Array.from(rows, (row: Cell[] | undefined) => Array.from(row ?? [], (each) => each ?? ""));
}

// kindsOf says of each style whether it shows a number as a date or a share.
function kindsOf(sheet: Document): ("date" | "share" | "number")[] {
  const own = new Map(elements(sheet, "numFmt").map((each) => [each.getAttribute("numFmtId"), each.getAttribute("formatCode")]));
  const [formats] = elements(sheet, "cellXfs");
  const bare = (format: string) => (own.get(format) ?? "").replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
  return (formats ? elements(formats, "xf") : []).map((each) => {
    const format = each.getAttribute("numFmtId") ?? "0";
    if ((Number(format) >= 14 && Number(format) <= 17) || format === "22" || /[dy]/i.test(bare(format))) return "date";
    return format === "9" || format === "10" || bare(format).includes("%") ? "share" : "number";
  });
}
