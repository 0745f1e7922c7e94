// What is on the page, for other programs: as a link, CSV, JSON, curl.
import { copy, h } from "./dom.js";
import { t } from "./i18n.js";

// buttons offers each way to copy; makers are {name: () => text}.
export function copyButtons(makers) {
  const told = h("span", { class: "quiet small", "aria-hidden": "true" });
  return h("div", { class: "buttons unprinted" }, h("span", { class: "quiet small" }, t("copy")), Object.entries(makers).map(([name, make]) => h("button", {
    type: "button", onclick: async () => {
      await copy(make(), t("copied", { what: t(`copy ${name}`) }));
      told.textContent = t("copied", { what: t(`copy ${name}`) });
    },
  }, t(`copy ${name}`))), told);
}

const quoted = (cell) => (/[",\n;]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ""));
export const csv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\n") + "\n";

// curl is a call as a command; the key is left to a variable.
export function curl(path, body) {
  const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl '${location.origin}${path}' \\\n  -H "X-API-Key: $PAYSLATE_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${text}'`;
}

export const link = (view, fragment) => `${location.origin}/#/${view}?s=${fragment}`;
