// Up to eight scenarios side by side. They are in the address, without a key.
import { announce, h, icon, icons } from "./dom.js";
import { known, t } from "./i18n.js";
import { Failure, post, salary } from "./api.js";
import { money, percent } from "./format.js";
import { complete, differences, initial, request, title } from "./scenario.js";
import { broken, edit, fromFragment, inFragment, scenarioTools, summary } from "./scenarios.js";
import { copyButtons, csv, curl, link } from "./export.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

const path = `${salary}/compare`;
const columns = ["label", "country", "tax_year", "period", "currency", "gross", "net", "employee_deductions", "income_tax", "social_contributions", "employer_cost", "deduction_rate", "annual_net"];

export function draw(main, catalogue, query) {
  const most = catalogue.input(path).properties.scenarios.maxItems;
  const sent = fromFragment(query.get("s"));
  let scenarios = (Array.isArray(sent) ? sent : remembered.compare ?? []).slice(0, most).map((each) => ({ ...complete(catalogue, each), known: "gross" }));
  const place = h("div", {});
  let turn = 0;

  function changed() {
    remembered.compare = scenarios;
    history.replaceState(null, "", `#/compare${scenarios.length ? `?s=${inFragment(scenarios)}` : ""}`);
    ask();
  }

  function add() {
    const start = scenarios.at(-1) ?? remembered.scenario ?? initial(catalogue);
    edit(catalogue, { ...start, known: "gross" }, (scenario) => { scenarios.push(scenario); changed(); }, { known: false });
  }

  async function ask() {
    const mine = ++turn;
    stale(place, scenarios.length > 0);
    if (!scenarios.length) {
      place.replaceChildren(h("div", { class: "card empty" }, h("p", { class: "lead" }, t("compare empty")),
        h("button", { type: "button", class: "primary", onclick: add }, icon(icons.plus), t("add scenario"))));
      return;
    }
    if (!place.childElementCount) place.replaceChildren(loading());
    const body = { scenarios: scenarios.map((scenario) => request(catalogue, scenario)) };
    try {
      const answer = await post(path, body);
      if (mine !== turn) return;
      place.replaceChildren(...result(answer, body));
      announce(t("compared", { n: answer.rows.length }));
    } catch (failure) {
      if (mine !== turn) return;
      // What the service counts from 1 in its words stands on the card.
      const wrong = new Map((failure.fields ?? []).filter(({ path: [list] }) => list === "scenarios").map(({ path: [, i], message }) => [i, catalogue.inWords(scenarios[i].country, message.replace(/^\S+ \d+: /, ""))]));
      if (wrong.size) failure = Object.assign(new Failure("invalid", ""), { fields: failure.fields });
      place.replaceChildren(notice(failure, ask), ...cards(null, wrong));
    }
    stale(place, false);
  }

  const change = (i) => ({
    change: (scenario) => { scenarios[i] = scenario; changed(); },
    remove: () => { scenarios.splice(i, 1); changed(); },
  });

  // cards shows the scenarios, with what the answer says of each or what is wrong with it.
  function cards(answer, wrong) {
    const highest = answer && Math.max(...answer.rows.map((row) => row.employer_cost / Math.max(row.gross, 0.01)));
    return [h("ol", { class: "cards" }, scenarios.map((scenario, i) => {
      const row = answer?.rows[i];
      return h("li", { class: wrong?.has(i) ? "card wrong" : "card" },
        h("div", { class: "card-head" }, h("div", {}, summary(catalogue, scenario, row?.tax_year)), scenarioTools(catalogue, i, scenario, change(i), { known: false })),
        row ? [
          h("p", { class: "eyebrow" }, `${t("net")} ${known("per", row.period)}`), h("p", { class: "big middle" }, money(row.net, row.currency)), h("p", { class: "quiet small of-gross" }, t("of gross", { amount: money(row.gross, row.currency) })),
          parts(row, highest),
        ] : [h("p", { class: "quiet figures" }, money(scenario.amount, catalogue.country(scenario.country).currency)), wrong?.has(i) && h("p", { class: "error" }, wrong.get(i))]);
    }), scenarios.length < most && h("li", { class: "add" }, h("button", { type: "button", onclick: add }, icon(icons.plus), t("add scenario"))))];
  }

  function result(answer, body) {
    const differ = differences(catalogue, scenarios);
    const cash = (name) => (row) => money(row[name], row.currency);
    const rows = [
      ["gross", cash("gross")], ["income tax", cash("income_tax")], ["social contributions", cash("social_contributions")], ["deductions", cash("employee_deductions")],
      ["net", cash("net")], ["deduction rate", (row) => percent(row.deduction_rate)], ["employer cost", cash("employer_cost")], ["net a year row", cash("annual_net")],
    ];
    return [...cards(answer),
      h("div", { class: "card" }, h("h2", {}, t("side by side")),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("side by side") }, h("table", { class: "matrix" },
          h("thead", {}, h("tr", {}, h("td", {}), answer.rows.map((row, i) => h("th", { scope: "col", class: "figures" }, `${i + 1}. ${title(catalogue, scenarios[i], row.tax_year).heading}`, differ[i].map((each) => h("span", { class: "quiet small differs" }, each)))))),
          h("tbody", {}, rows.map(([name, show]) => h("tr", { class: name === "net" ? "strong" : "" }, h("th", { scope: "row" }, t(name)), answer.rows.map((row) => h("td", { class: "figures" }, show(row)))))))),
        copyButtons({
          link: () => link("compare", inFragment(scenarios)),
          csv: () => csv([columns, ...answer.rows.map((row) => columns.map((name) => row[name]))]),
          json: () => JSON.stringify(answer, null, 2),
          curl: () => curl(path, body),
        })),
      h("div", { class: "card" }, h("h2", {}, t("notes")), h("ul", { class: "notes" }, [...gathered(answer.notes), answer.disclaimer].map((note) => h("li", {}, [...new Set(scenarios.map((each) => each.country))].reduce((text, code) => catalogue.inWords(code, text), note)))))];
  }

  main.replaceChildren(...[h("h1", {}, t("compare")), h("p", { class: "lead" }, t("compare lead")), costNote(), broken(query) && h("p", { class: "notice", role: "alert" }, t("link broken")), place].filter(Boolean));
  changed();
}

// gathered says once what holds for several scenarios: their notes begin with
// the word and number of theirs.
function gathered(notes) {
  const of = new Map();
  for (const note of notes) {
    const [, number, text] = /^\S+ (\d+): (.+)$/s.exec(note) ?? [null, null, note];
    if (!of.has(text)) of.set(text, []);
    if (number) of.get(text).push(number);
  }
  return [...of].map(([text, numbers]) => (numbers.length ? `${t("scenario n", { n: numbers.join(", ") })}: ${text}` : text));
}

// parts shows how the employer's cost of one scenario is shared out, all bars on
// one scale: in parts of its gross, as currencies differ.
function parts(row, highest) {
  const share = (amount) => `${Math.max(0, (amount / row.gross / highest) * 100)}%`;
  const pieces = [["net", row.net, "part-0"], ["income tax", row.income_tax, "part-1"], ["social contributions", row.social_contributions, "part-3"], ["on top", row.employer_cost - row.gross, "part-8"]];
  const strip = h("div", { class: "strip", "aria-hidden": "true" }, pieces.map(([, amount, className]) => {
    const piece = h("span", { class: className });
    piece.style.flex = `0 0 ${share(amount)}`;
    return piece;
  }));
  return [strip, h("ul", { class: "legend" }, pieces.map(([name, amount, className]) => h("li", {},
    h("span", { class: `dot ${className}`, "aria-hidden": "true" }), h("span", {}, t(name)), h("span", { class: "figures" }, money(Math.round(amount * 100) / 100, row.currency)))))];
}
