// Light or dark: as the system has it, or as was chosen here.
import { useState } from "preact/hooks";
import { t } from "../language/words.ts";
import { Icon } from "./icons.tsx";

const stored = "payslate.theme";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

// changed tells who draws with the colours.
const changed = () => dispatchEvent(new Event("themechange"));
system.addEventListener("change", changed);

const kept = localStorage.getItem(stored);
if (kept) root.dataset.theme = kept;

// Theme is the button that switches; a choice that is the system's is not kept.
export function Theme() {
  const [dark, setDark] = useState(isDark());
  const change = () => {
    const next = isDark() ? "light" : "dark";
    root.dataset.theme = next;
    if ((next === "dark") === system.matches) {
      delete root.dataset.theme;
      localStorage.removeItem(stored);
    } else localStorage.setItem(stored, next);
    setDark(isDark());
    changed();
  };
  return <button type="button" class="ghost" aria-pressed={dark} aria-label={t("dark")} title={t("dark")} onClick={change}><Icon name="half" /></button>;
}
