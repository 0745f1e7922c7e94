// What a comparison shows: a card a scenario, and a table with what differs.
import { h, icon, icons } from "./dom.js";
import { known, ownTerm, t } from "./i18n.js";
import { money, percent } from "./format.js";
import { differences, title } from "./scenario.js";
import { summary } from "./scenarios.js";
import { ask } from "./api.js";
import { curl, link, takeAway } from "./export.js";
import { loading, notice } from "./notice.js";
import { couples } from "./couple.js";
import { difference } from "./difference.js";

const columns = ["label", "country", "tax_year", "period", "currency", "gross", "net", "employee_deductions", "income_tax", "social_contributions", "employer_cost", "deduction_rate", "annual_net"];

// comparison shows the answer; of says which scenario each row is of, wrong what was
// refused of the others: a sentence, and the way out.
export function comparison(catalogue, { answer, of, wrong, body, scenarios, tools, add, each }) {
  return [
    (answer && couples(catalogue, answer.rows, of.map((i) => scenarios[i]))) ?? "",
    ...cards(catalogue, { rows: new Map(of.map((i, at) => [i, answer.rows[at]])), wrong, scenarios, tools, add }),
    h("div", { class: "card slim unprinted" }, each),
    ...(answer ? [table(catalogue, { answer, of, body, scenarios }), byLine(of, body),
      h("div", { class: "card" }, warned(catalogue, answer, of), h("h2", {}, t("notes")), h("ul", { class: "notes" }, [...gathered(answer.notes, of), answer.disclaimer].map((note) => h("li", {}, [...new Set(scenarios.map((each) => each.country))].reduce((text, code) => catalogue.inWords(code, text), note)))))] : []),
  ];
}

export const emptyCards = (catalogue, { scenarios, tools, add }) => cards(catalogue, { rows: new Map(), wrong: new Map(), scenarios, tools, add });

// cards shows the scenarios, with what the answer says of each or what is wrong with it.
function cards(catalogue, { rows, wrong, scenarios, tools, add }) {
  const highest = Math.max(...[...rows.values()].map((row) => row.employer_cost / Math.max(row.gross, 0.01)));
  return [h("ol", { class: "cards" }, scenarios.map((scenario, i) => {
    const row = rows.get(i), [said, more] = wrong.get(i) ?? [];
    return h("li", { class: said ? "card wrong" : "card" },
      h("div", { class: "card-head" }, h("div", {}, summary(catalogue, scenario, row?.tax_year)), tools(i)),
      row ? [
        h("p", { class: "eyebrow" }, `${t("net")} ${known("per", row.period)}`), h("p", { class: "big middle" }, money(row.net, row.currency)), h("p", { class: "quiet small of-gross" }, t("of gross", { amount: money(row.gross, row.currency) })),
        parts(row, highest),
      ] : [h("p", { class: "quiet figures" }, money(scenario.amount, catalogue.country(scenario.country).currency)),
        said && h("div", { class: "error" }, h("p", {}, said), more && h("details", {}, h("summary", {}, t("way out")), h("p", {}, more)))]);
  }), add && h("li", { class: "add" }, h("button", { type: "button", onclick: add }, icon(icons.plus), t("add scenario"))))];
}

function table(catalogue, { answer, of, body, scenarios }) {
  const differ = differences(catalogue, of.map((i) => scenarios[i]));
  const cash = (name) => (row) => money(row[name], row.currency);
  const [base] = answer.rows;
  const comparable = (row) => row !== base && row.currency === base.currency && row.period === base.period;
  const rows = [
    ["gross", "gross"], ["income tax", "income_tax"], ["social contributions", "social_contributions"], ["deductions", "employee_deductions"],
    ["net", "net"], ["deduction rate", "deduction_rate"], ["employer cost", "employer_cost"], ["net a year row", "annual_net"],
  ];
  const cell = (row, name) => h("td", { class: "figures" }, name === "deduction_rate" ? percent(row[name]) : cash(name)(row),
    name !== "deduction_rate" && comparable(row) && h("span", { class: "delta" }, difference(row[name] - base[name], (amount) => money(amount, row.currency))));
  const named = (scenario, row) => { const { heading, settings } = title(catalogue, scenario, row.tax_year); return [heading, ...settings].join(", "); };
  return h("div", { class: "card" }, h("h2", {}, t("side by side")),
    answer.rows.some(comparable) && h("p", { class: "quiet small" }, t("difference to", { n: of[0] + 1 })),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("side by side") }, h("table", { class: "matrix" },
      h("thead", {}, h("tr", {}, h("td", {}), answer.rows.map((row, at) => h("th", { scope: "col", class: "figures" }, `${of[at] + 1}. `, differ[at].length ? differ[at].map((each) => h("span", { class: "differs" }, each)) : title(catalogue, scenarios[of[at]], row.tax_year).heading)))),
      h("tbody", {}, rows.map(([word, name]) => h("tr", { class: name === "net" ? "strong" : "" }, h("th", { scope: "row" }, t(word)), answer.rows.map((row) => cell(row, name))))))),
    takeAway("comparison", {
      rows: () => [[t("number"), ...columns.map((name) => t(`column.${name}`))], ...answer.rows.map((row, at) => [of[at] + 1, ...columns.map((name) => (name === "label" ? named(scenarios[of[at]], row) : row[name]))])],
      json: () => answer, curl: () => curl("compare", body), link: () => link("compare", scenarios),
    }));
}

// byLine shows every line of the scenarios side by side, asked for when it is opened.
function byLine(of, body) {
  const place = h("div", {});
  async function fill() {
    if (!details.open || place.childElementCount) return;
    place.replaceChildren(loading());
    try {
      const results = (await ask("net/batch", { items: body.scenarios })).items.map((each) => each.result);
      const id = (line) => `${line.payer} ${line.key}`;
      const all = new Map(results.flatMap((result) => result?.lines ?? []).map((line) => [id(line), line]));
      const sum = (result, line) => { const own = result?.lines.filter((each) => id(each) === id(line)) ?? []; return own.length ? money(own.reduce((whole, each) => whole + Math.round(each.amount * 100), 0) / 100, result.currency) : "–"; };
      const side = (payer) => [h("tr", { class: "side" }, h("th", { scope: "colgroup", colspan: String(results.length + 1) }, t(`from the ${payer}`))), [...all.values()].filter((line) => line.payer === payer).map((line) => h("tr", {}, h("th", { scope: "row" }, ownTerm(line.label)), results.map((result) => h("td", { class: "figures" }, sum(result, line)))))];
      place.replaceChildren(h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("line by line") }, h("table", { class: "matrix" },
        h("thead", {}, h("tr", {}, h("td", {}), of.map((i) => h("th", { scope: "col", class: "figures" }, t("scenario n", { n: i + 1 }))))), h("tbody", {}, side("employee"), side("employer")))));
    } catch (failure) {
      place.replaceChildren(notice(failure, () => { place.replaceChildren(); fill(); }));
    }
  }
  const details = h("details", { class: "card", ontoggle: fill }, h("summary", {}, t("line by line")), place);
  return details;
}

// warned shows the assumptions that may change what a scenario leaves, which the notes
// say too.
const warned = (catalogue, answer, of) => gathered(answer.warnings.map((warning) => warning.message), of)
  .map((each) => h("p", { class: "hint-line" }, answer.rows.map((row) => row.country).reduce((text, code) => catalogue.inWords(code, text), each)));

// gathered says once what holds for several scenarios: their notes begin with
// the word and number of theirs.
function gathered(notes, of) {
  const by = new Map();
  for (const note of notes) {
    const [, number, text] = /^\S+ (\d+): (.+)$/s.exec(note) ?? [null, null, note];
    if (!by.has(text)) by.set(text, []);
    if (number) by.get(text).push(of[number - 1] + 1);
  }
  return [...by].map(([text, numbers]) => (numbers.length ? `${t("scenario n", { n: numbers.join(", ") })}: ${text}` : text));
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
