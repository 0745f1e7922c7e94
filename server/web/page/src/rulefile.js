// A rule file as its authors read it, with the line that a step comes from.
import { h } from "./dom.js";
import { known, t } from "./i18n.js";
import { ask } from "./api.js";
import { loading, notice } from "./notice.js";

const fetchText = (file, more) => ask("rules", { file, ...more });

// address is where the page shows a position such as file:line.
export function address(position) {
  const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(position);
  return `#/rules?${new URLSearchParams({ file, ...(line && { line }) })}`;
}

export async function draw(main, file, line) {
  const place = h("div", { class: "card" }, loading());
  main.replaceChildren(h("h1", {}, h("code", {}, file)), h("p", {}, h("a", { href: "#/rules" }, t("all rules"))), place);
  try {
    const lines = (await fetchText(file)).replace(/\n$/, "").split("\n");
    const list = lines.map((text, i) => h("li", { class: i + 1 === line ? "meant" : "", "aria-current": i + 1 === line ? "true" : undefined }, h("code", {}, text || " ")));
    place.replaceChildren(h("div", { class: "scroll code", tabindex: "0", role: "region", "aria-label": file }, h("ol", {}, list)));
    place.querySelector(".meant")?.scrollIntoView({ block: "center" });
    if (file.endsWith(".yaml")) annotate(place, list, lines, JSON.parse(await fetchText(file, { names: "1" })));
  } catch (failure) {
    place.replaceChildren(notice(failure, () => draw(main, file, line)));
  }
}

// annotate shows below a line what is found in it, and what a name means when it is
// pointed at or chosen.
function annotate(place, list, lines, { names, meanings }) {
  const panel = h("div", { class: "meaning card", role: "status", hidden: true });
  const show = (meaning) => () => { panel.replaceChildren(...meant(meaning)); panel.hidden = false; };
  const byLine = Map.groupBy(names, (name) => name.line);
  for (const [number, own] of byLine) {
    const text = [...lines[number - 1]], parts = [];
    let at = 0;
    for (const { from, to, meaning } of own.sort((a, b) => a.from - b.from)) {
      if (from - 1 < at) continue;
      const told = show(meanings[meaning]);
      parts.push(text.slice(at, from - 1).join(""), h("button", { type: "button", class: "word", onclick: told, onmouseenter: told, onfocus: told }, text.slice(from - 1, to - 1).join("")));
      at = to - 1;
    }
    list[number - 1].firstElementChild.replaceChildren(...parts, text.slice(at).join(""));
  }
  place.prepend(h("p", { class: "quiet" }, t("names about")));
  place.append(panel);
}

// meant writes what a name is declared as.
const meant = ({ name, kind, about, unit, years, keys, in: given, out, source, cite }) => [
  h("p", {}, h("strong", {}, h("code", {}, name)), " ", h("span", { class: "quiet" }, [known("kind", kind), unit].filter(Boolean).join(" · "))),
  about && h("p", {}, about),
  ...(keys ?? []).map(({ key, value }) => h("p", {}, h("code", {}, `${key}: ${value}`))),
  years && h("table", { class: "parameters" }, h("tbody", {}, years.map(({ year, value }) => h("tr", {}, h("th", { scope: "row" }, year ?? t("every year")), h("td", { class: "figures" }, value))))),
  ...[["in", given], ["out", out]].map(([key, all]) => all && h("p", {}, h("code", {}, `${key}: ${all.join(", ")}`))),
  (source || cite) && h("p", { class: "cite" }, [source, cite].filter(Boolean).join(", ")),
].filter(Boolean);

// fetchList asks for the version of the rules and the names of their files.
export const fetchList = async () => JSON.parse(await fetchText(""));

// folderOf is the folder of a country's files.
const folderOf = (code) => code.toLowerCase();

// filesOf lists the files of one country; all of them where it has no folder of
// its own.
export function filesOf({ files }, code) {
  const own = files.filter((file) => file.startsWith(`${folderOf(code)}/`));
  return own.length ? own : files;
}
