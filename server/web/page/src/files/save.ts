// Files that the browser keeps.
import { t } from "../language/words.ts";
import { announce } from "../ui/announce.ts";
import { csv, type Cell } from "./csv.ts";

const types = { csv: "text/csv;charset=utf-8", json: "application/json", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };

// save gives a file to the browser to keep.
export function save(name: string, kind: keyof typeof types, content: BlobPart) {
  const address = URL.createObjectURL(new Blob([content], { type: types[kind] }));
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: `${name}.${kind}` });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  announce(t("saved", { name: `${name}.${kind}` }));
}

// saveRows keeps a table as a file; the writer of workbooks is loaded when wanted.
export async function saveRows(name: string, kind: "csv" | "xlsx", rows: Cell[][]) {
  save(name, kind, kind === "csv" ? csv(rows) : (await import("./workbook.ts")).workbook(name, rows));
}
