// Taking away what is on the page: on paper, as files, as a command, as a link.
import { announce, copy, h } from "./dom.js";
import { t } from "./i18n.js";
import { addressOf } from "./api.js";
import { csv } from "./csv.js";

const types = { csv: "text/csv;charset=utf-8", json: "application/json", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };

// save gives a file to the browser to keep.
export function save(name, kind, content) {
  const address = URL.createObjectURL(new Blob([content], { type: types[kind] }));
  const anchor = h("a", { href: address, download: `${name}.${kind}` });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  announce(t("saved", { name: `${name}.${kind}` }));
}

// saveRows keeps a table as a file; the writer of workbooks is loaded when wanted.
export async function saveRows(name, kind, rows) {
  save(name, kind, kind === "csv" ? csv(rows) : (await import("./workbook.js")).workbook(name, rows));
}

// takeAway offers what a view has: rows() a table with its head, json() the answer,
// curl() the call, link() an address that shows the same again. name is that of a file.
export function takeAway(name, { rows, json, curl, link }) {
  const told = h("span", { class: "quiet small", role: "status" });
  const button = (label, act) => h("button", { type: "button", onclick: act }, label);
  const copied = (word, make) => button(t(word), async () => {
    await copy(make(), t("copied", { what: t(word) }));
    told.textContent = t("copied", { what: t(word) });
  });
  return h("div", { class: "buttons unprinted", role: "group", "aria-label": t("take away") },
    h("span", { class: "quiet small" }, t("take away")),
    button("PDF", () => print()), button("CSV", () => saveRows(name, "csv", rows())), button("Excel", () => saveRows(name, "xlsx", rows())),
    button("JSON", () => save(name, "json", JSON.stringify(json(), null, 2))), copied("copy curl", curl), copied("copy link", link), told);
}

// curl is a call as a command; the key is left to a variable.
export function curl(operation, body) {
  const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl '${location.origin}${addressOf(operation)}' \\\n  -H "X-API-Key: $PAYSLATE_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${text}'`;
}

// inFragment is a view's state as part of an address, and back.
export const inFragment = (value) => encodeURIComponent(JSON.stringify(value));
export const link = (view, value) => `${location.origin}${location.pathname}#/${view}?s=${inFragment(value)}`;

// fromQuery reads the state that an address holds, or says that it is broken.
export function fromQuery(query) {
  const text = query.get("s");
  if (!text) return {};
  try {
    const state = JSON.parse(text);
    return state !== null && typeof state === "object" ? { state } : { broken: true };
  } catch {
    return { broken: true };
  }
}

export const brokenNote = () => h("p", { class: "notice", role: "alert" }, t("link broken"));
