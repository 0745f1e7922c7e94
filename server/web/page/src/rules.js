// The rules of a country and year: its figures, what changed, the steps of the
// calculation, and what they are tested against.
import "./base.js";
import { announce, h } from "./dom.js";
import { known, language, ownTerm, t } from "./i18n.js";
import { ask } from "./api.js";
import { money, percent, plain } from "./format.js";
import { choice, control } from "./form.js";
import { complete, initial, request } from "./scenario.js";
import { loading, notice, stale } from "./notice.js";
import * as rulefile from "./rulefile.js";
import { remembered } from "./memory.js";

export function draw(main, catalogue, query) {
  if (query.get("file")) return rulefile.draw(main, query.get("file"), Number(query.get("line")));
  const pick = { country: query.get("country") ?? (remembered.scenario ?? initial(catalogue)).country };
  const head = h("div", { class: "card slim" });
  const place = h("div", {});
  let turn = 0, word = "";

  function changed(focus) {
    const country = catalogue.country(pick.country) ?? catalogue.countries[0];
    const years = country.years;
    pick.country = country.country;
    if (!years.includes(pick.year)) pick.year = years.at(-1);
    if (pick.before === undefined || !years.includes(pick.before) || pick.before === pick.year) pick.before = years.filter((year) => year < pick.year).at(-1) ?? 0;
    const select = (name, label, options) => {
      const made = choice(name, label, options, pick[name], () => { pick[name] = made.value(); changed(name); });
      made.element.dataset.name = name;
      return made.element;
    };
    const find = control({ name: "find", label: t("find"), kind: "text", help: "", schema: {} }, word, () => { word = find.value() ?? ""; filter(place, word); });
    head.replaceChildren(h("div", { class: "grid four" },
      select("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name }))),
      select("year", t("year"), years.map((value) => ({ value, label: catalogue.taxYear(pick.country, value) }))),
      select("before", t("differs from"), [{ value: 0, label: t("nothing") }, ...years.filter((year) => year !== pick.year).map((value) => ({ value, label: catalogue.taxYear(pick.country, value) }))]),
      find.element));
    if (focus) head.querySelector(`[data-name="${focus}"] select`)?.focus();
    update(country);
  }

  async function update(country) {
    const mine = ++turn;
    if (!place.childElementCount) place.replaceChildren(loading());
    stale(place, true);
    try {
      const list = (year) => ask("parameters", { country: country.country, year });
      const [now, before, rules] = await Promise.all([list(pick.year), pick.before ? list(pick.before) : null, rulefile.fetchList()]);
      await catalogue.learn(now);
      if (mine !== turn) return;
      for (const name of ["year", "before"]) catalogue.nameYears(head.querySelector(`[data-name="${name}"] select`), pick.country);
      place.replaceChildren(figures(now, before), steps(catalogue, country, pick.year), files(country, rules), evidence(country));
      filter(place, word);
      announce(t("figures shown", { n: now.parameters.length }));
    } catch (failure) {
      if (mine !== turn) return;
      place.replaceChildren(notice(failure, () => update(country)));
    }
    stale(place, false);
  }

  main.replaceChildren(h("h1", {}, t("rules")), h("p", { class: "lead" }, t("rules lead")), head, place);
  changed();
}

// figure writes a value in its unit.
function figure(value, unit) {
  const [currency, per] = /^([A-Z]{3})(?: \w+)?(?:\/(.*))?$/.exec(unit)?.slice(1) ?? [];
  if (currency) return money(value, currency) + (per ? ` ${known("per", per)}` : "");
  return unit === "%" ? percent(value) : `${plain(value)} ${unit === "1" ? "" : known("unit", unit)}`.trim();
}

// called is the label of a figure; that of a band and column, which the rules name in
// English, ends in the page's words.
const called = (label) => (language === "en" ? label : label.replace(/, (\w+) (to|rate)$/, (_, band, column) => `, ${known("band", band)}, ${known("band", column)}`));

// change says by how much a figure is more or less than before.
function change(now, before) {
  const more = now.value - before.value;
  if (now.unit !== before.unit || Number.isNaN(more)) return t("changed");
  return (more > 0 ? "+" : "") + figure(Number(more.toPrecision(12)), now.unit);
}

function figures(now, before) {
  const old = new Map(before?.parameters.map((each) => [each.key, each]));
  const added = (each) => before && !old.has(each.key);
  const altered = (each) => before && old.has(each.key) && old.get(each.key).value !== each.value;
  const gone = before ? before.parameters.filter((each) => !now.parameters.some((other) => other.key === each.key)) : [];
  const changes = now.parameters.filter((each) => added(each) || altered(each)).length + gone.length;
  const row = (each, state) => h("tr", { "data-find": `${each.label} ${each.key} ${each.source}`.toLowerCase(), class: state ? "changed" : "" },
    h("th", { scope: "row" }, called(each.label), h("span", { class: "source" }, ownTerm(each.source)), h("span", { class: "quiet small keyed" }, h("code", {}, each.key))),
    h("td", { class: "figures" }, state === "gone" ? "–" : figure(each.value, each.unit)),
    before && h("td", { class: "figures" }, state === "gone" ? figure(each.value, each.unit) : state === "added" ? "–" : state === "altered" ? figure(old.get(each.key).value, each.unit) : h("span", { class: "quiet" }, t("same"))),
    before && h("td", { class: "figures" }, state === "altered" ? change(each, old.get(each.key)) : state ? t(state) : ""));
  return h("div", { class: "card" }, h("h2", {}, `${t("figures")} ${now.tax_year}`),
    before && h("p", { class: "quiet" }, t("changes", { n: changes, all: now.parameters.length, year: before.tax_year })),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("figures") }, h("table", { class: "parameters" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("figure of the law")), h("th", { scope: "col", class: "figures" }, now.tax_year), before && [before.tax_year, t("change of figure")].map((name) => h("th", { scope: "col", class: "figures" }, name)))),
      h("tbody", {}, now.parameters.map((each) => row(each, added(each) ? "added" : altered(each) ? "altered" : "")), gone.map((each) => row(each, "gone"))))),
    h("p", { class: "quiet", hidden: true, "data-none": true }, t("none found")));
}

function filter(place, word) {
  const rows = [...place.querySelectorAll("[data-find]")];
  for (const row of rows) row.hidden = !row.dataset.find.includes(word.toLowerCase());
  const none = place.querySelector("[data-none]");
  if (none) none.hidden = rows.some((row) => !row.hidden);
}

// steps shows the programs by the steps that they take in an example, in the
// order of the rule files.
function steps(catalogue, country, year) {
  const inside = h("div", {});
  const scenario = complete(catalogue, { ...initial(catalogue), ...(remembered.scenario?.known === "gross" ? remembered.scenario : {}), country: country.country, year });
  const details = h("details", { class: "card" }, h("summary", {}, t("programs")), inside);
  async function fill() {
    if (!details.open) return;
    inside.replaceChildren(loading());
    try {
      const answer = await ask("explain", request(catalogue, scenario));
      inside.replaceChildren(h("p", { class: "quiet" }, t("programs about", { amount: money(answer.gross, answer.currency) })), ...programs(answer.reasons.nodes));
    } catch (failure) {
      inside.replaceChildren(notice(failure, fill));
    }
  }
  details.addEventListener("toggle", fill);
  return details;
}

function programs(nodes) {
  const line = (node) => Number(node.position.split(":").at(-1));
  const groups = new Map();
  for (const node of nodes.filter((each) => each.kind === "step" && each.position)) {
    const name = [node.program, node.procedure].filter(Boolean).join(" · ");
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(node);
  }
  return [...groups].sort(([, a], [, b]) => (a[0].position < b[0].position ? -1 : 1)).map(([name, list]) => h("details", { class: "program" },
    h("summary", {}, h("code", {}, name), h("span", { class: "quiet small" }, t(list.length === 1 ? "one step" : "n steps", { n: list.length }))),
    h("ol", {}, list.sort((a, b) => line(a) - line(b)).map((node) => h("li", {},
      h("code", {}, `${node.name} = ${node.formula}`), h("span", { class: "quiet small" }, `= ${node.value} ${node.unit ?? ""} · ${ownTerm(node.cite ?? "")} · `, h("a", { href: rulefile.address(node.position) }, h("code", {}, node.position))))))));
}

// files leads to the programs as they are written.
const files = (country, rules) => h("div", { class: "card" }, h("h2", {}, t("rule files")), h("p", { class: "quiet" }, t("rule files about")),
  h("ul", { class: "files" }, rulefile.filesOf(rules, country.country).map((file) => h("li", {}, h("a", { href: rulefile.address(file) }, h("code", {}, file))))));

// evidence says what the rules are tested against.
const evidence = (country) => h("div", { class: "card" }, h("h2", {}, t("evidence")), h("p", {}, country.conformance));
