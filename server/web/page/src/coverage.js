// What labelled cases reach of the rules: how many of them read each figure, and
// which branches of each program they take.
import { h } from "./dom.js";
import { known, t } from "./i18n.js";
import { plain } from "./format.js";
import { loading } from "./notice.js";
import { address, fetchText } from "./rulefile.js";

const file = "coverage.json"; // beside the rule files

let counted;

// countsOf is the count of the cases; null where nobody has counted them. It is
// fetched once for each version of the rules.
async function countsOf(version) {
  if (counted?.version !== version) {
    const text = await fetchText(file).catch(() => null);
    counted = { version, counts: text === null ? null : JSON.parse(text) };
  }
  return counted.counts;
}

// coverage shows the programs of a country's year with their branches, for who opens it.
export function coverage(folder, year, version) {
  const inside = h("div", {});
  const details = h("details", { ontoggle: async () => {
    if (!details.open || inside.childElementCount) return;
    inside.replaceChildren(loading());
    inside.replaceChildren(...programsOf(await countsOf(version), folder, year, version).filter(Boolean));
  } }, h("summary", {}, t("coverage")), inside);
  return details;
}

const casesText = (item) => (item.cases === 1 ? t("one case") : t("n cases", { n: plain(item.cases) }));

// programsOf shows the programs of a year with what the cases reach of them.
function programsOf(counts, folder, year, version) {
  if (!counts) return [h("p", { class: "quiet" }, t("coverage unknown")), h("code", { class: "block" }, "rulecheck cover --rules rules --out rules/coverage.json")];
  const groups = new Map();
  for (const item of counts.items) {
    const ofYear = item.place.startsWith(`${folder}/${year}/`);
    const shared = item.place.startsWith(`${folder}/`) && !/^[^/]+\/\d+\//.test(item.place);
    if (!ofYear && !shared) continue;
    if (!groups.has(item.group)) groups.set(item.group, []);
    groups.get(item.group).push(item);
  }
  const all = [...groups.values()].flat();
  const reached = (items) => items.filter((item) => item.cases > 0).length;
  const row = ([name, items]) => h("details", { class: "program" },
    h("summary", {}, h("code", {}, name), h("span", { class: "quiet small spread" }, t("reached", { n: plain(reached(items)), all: plain(items.length) }))),
    h("ul", { class: "places" }, items.map((item) => h("li", { class: item.cases ? "" : "unreached" },
      h("a", { href: address(item.place.replace(/:\d+$/, "")) }, label(item, name)), h("span", { class: "figures quiet small" }, casesText(item)),
      item.reason && h("span", { class: "quiet small reason" }, item.reason)))));
  const kinds = Object.entries(counts.kinds?.[`${folder}/${year}`] ?? {});
  return [kinds.length > 0 && h("table", { class: "parameters" }, h("caption", {}, t("cases of year", { year })),
    h("tbody", {}, kinds.map(([kind, n]) => h("tr", {}, h("th", { scope: "row" }, known("cases", kind)), h("td", { class: "figures" }, plain(n)))))),
  h("p", { class: "quiet" }, t("coverage about", { cases: plain(counts.cases), n: plain(reached(all)), all: plain(all.length) })),
    counts.rules_version !== version && h("p", { class: "hint-line" }, t("coverage older")),
    [...groups].sort(([a], [b]) => a.localeCompare(b)).map(row)].flat();
}

// label is what an item is called inside its group.
const label = (item, group) => {
  const name = item.id.startsWith(`${group} `) ? item.id.slice(group.length + 1) : item.id.split("/").at(-1);
  return `${t(`place.${item.kind}`)} ${name}`;
};
