// Light or dark: as the system has it, or as was chosen here.
import { h, icon, icons } from "./dom.js";
import { t } from "./i18n.js";

const stored = "payslate.theme";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const dark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

// changed tells who draws with the colours.
const changed = () => dispatchEvent(new Event("themechange"));
system.addEventListener("change", changed);

const kept = localStorage.getItem(stored);
if (kept) root.dataset.theme = kept;

// theme is the button that switches; a choice that is the system's is not kept.
export function theme() {
  const button = h("button", {
    type: "button", class: "ghost", "aria-pressed": String(dark()), "aria-label": t("dark"), title: t("dark"), onclick: () => {
      const next = dark() ? "light" : "dark";
      root.dataset.theme = next;
      if ((next === "dark") === system.matches) {
        delete root.dataset.theme;
        localStorage.removeItem(stored);
      } else localStorage.setItem(stored, next);
      button.setAttribute("aria-pressed", String(dark()));
      changed();
    },
  }, icon(icons.half));
  return button;
}
