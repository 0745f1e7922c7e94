// A payslip on the screen and on paper: the answer, where the money goes, the lines,
// what to know of them, and ways to take them away.
import { h } from "./dom.js";
import { licence, ownTerm, t } from "./i18n.js";
import { amountOnly, money, percent, today } from "./format.js";
import { bar } from "./bar.js";
import { headline } from "./headline.js";
import { takeAway } from "./export.js";
import { remembered } from "./memory.js";
import { address } from "./rulefile.js";

export function slip({ answer: found, explained, heading, circumstances, words, compare, whatIf, link, curl }) {
  const answer = { ...found, lines: found.lines.map((line) => ({ ...line, label: ownTerm(line.label), source: ownTerm(line.source) })) };
  const cash = (amount) => money(amount, answer.currency);
  const { open, line: opened } = figuresOf(answer, explained, cash);
  const { whole: total, part, amount, written } = opened;
  return [
    h("div", { class: "printed" }, h("h1", {}, `${t("payslip table")} – ${heading.heading}`), h("p", {}, t("printed on", { date: today() })),
      h("table", { class: "itinerary" }, h("tbody", {}, circumstances.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value)))))),
    headline(answer, answer.target_net === undefined ? "net" : "gross", open, words),
    h("div", { class: "card" }, whereItGoes(answer, cash),
      h("div", { class: "buttons unprinted follow" }, h("button", { type: "button", onclick: compare }, t("add to comparison")), h("a", { class: "button", href: "#/curve", onclick: () => { remembered.curve = undefined; } }, t("show curve")))),
    whatIf,
    h("div", { class: "card" }, h("h2", {}, t("payslip table")), h("p", { class: "quiet small unprinted" }, t("explain hint")),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("payslip table") }, table(answer, { amount, part, total, written })),
      takeAway(`payslip-${answer.country}-${answer.tax_year}`, { rows: () => rowsOf(answer), json: () => found, curl, link })),
    notes(answer, words),
  ];
}

// rowsOf is the payslip as a table of texts and numbers.
const rowsOf = (answer) => [
  [t("item"), t("paid by"), t("base"), t("rate"), `${t("amount")} (${answer.currency})`, t("rule"), t("source")],
  [t("gross"), "", "", "", answer.gross, "", ""],
  ...answer.lines.map((line) => [line.label, t(`payer.${line.payer}`), line.base, line.rate, line.amount, line.rule, line.source]),
  ...[["deductions", answer.employee_deductions], ["net", answer.net], ["employer cost", answer.employer_cost], ["net a year row", answer.annual.net]].map(([name, amount]) => [t(name), "", "", "", amount, "", ""]),
];

// figuresOf makes figures that open the parts of what they show; those are made of
// the answer with its reasons.
function figuresOf(answer, explained, cash) {
  const { lines } = answer;
  const of = (payer) => lines.filter((line) => line.payer === payer);
  const part = (full) => (line) => ({
    label: line.label, value: cash(line.amount), rule: line.rule, source: line.source, node: full.reasons.lines[lines.indexOf(line)]?.amount,
  });
  const figure = (label, shown, parts, summary) => h("button", {
    type: "button", class: "figure", "aria-label": t("why", { amount: shown, label }),
    onclick: async () => {
      const [full, { explain }] = await Promise.all([explained(), import("./reasons.js")]);
      explain(full, { label, value: shown, summary, parts: parts(full) });
    },
  }, shown);
  const why = (label, amount, own, summary) => figure(label, cash(amount), (full) => own.map(part(full)), summary);
  const sum = (whole, left, sign, right) => `${t(whole)} = ${cash(left)} ${sign} ${cash(right)}`;
  return {
    open: {
      net: why(t("net"), answer.net, of("employee"), sum("net", answer.gross, "−", answer.employee_deductions)),
      gross: why(t("gross"), answer.gross, [], t("gross is sent")),
      deductions: why(t("deductions"), answer.employee_deductions, of("employee")),
      "deduction rate": figure(t("deduction rate"), percent(answer.deduction_rate), (full) => of("employee").map(part(full)), `${cash(answer.employee_deductions)} ÷ ${cash(answer.gross)} = ${percent(answer.deduction_rate)}`),
      "employer cost": why(t("employer cost"), answer.employer_cost, of("employer"), sum("employer cost", answer.gross, "+", answer.employer_contributions)),
    },
    line: {
      amount: (line) => why(line.label, line.amount, [line]),
      // written leads to the line's amount in the rule files.
      written: (line) => async (event) => {
        event.preventDefault();
        const { reasons } = await explained();
        const { position } = reasons.nodes[reasons.lines[lines.indexOf(line)].amount - 1];
        location.hash = address(position);
      },
      whole: (payer, label) => why(label, payer === "employee" ? answer.employee_deductions : answer.employer_contributions, of(payer)),
      part(line, name, shown) {
        const label = `${line.label}, ${t(name)}`;
        return figure(label, shown, (full) => {
          const node = full.reasons.lines[lines.indexOf(line)]?.[name];
          return node ? [{ label, value: shown, source: line.source, node }] : [];
        });
      },
    },
  };
}

// whereItGoes shows what the employer pays: what is left of the gross, what is taken
// from it, and what comes on top. A colour is of one kind of line, whoever pays it.
function whereItGoes(answer, cash) {
  const keys = [...new Set(answer.lines.map((line) => line.key))];
  const side = (payer, heading) => ({
    heading: t(heading),
    parts: answer.lines.filter((line) => line.payer === payer).map((line) => ({ label: line.label, amount: line.amount, className: `part-${1 + (keys.indexOf(line.key) % 8)}` })),
  });
  return bar(t("where it goes"), [
    { parts: [{ label: t("net"), amount: answer.net, className: "part-0" }] },
    side("employee", "from the employee"), side("employer", "from the employer"),
  ], cash);
}

function table(answer, figure) {
  const row = (line) => h("tr", {},
    h("th", { scope: "row" }, h("details", { class: "because" }, h("summary", {}, line.label), h("span", { class: "rule" }, line.rule), h("span", { class: "source" }, line.source), h("a", { class: "small unprinted", href: "#/rules", onclick: figure.written(line) }, t("rule of line")))),
    h("td", { class: "figures" }, line.base === null ? "" : figure.part(line, "base", amountOnly(line.base))),
    h("td", { class: "figures" }, line.rate === null ? "" : figure.part(line, "rate", percent(line.rate))),
    h("td", { class: "figures" }, figure.amount(line)));
  const side = (payer, title) => h("tbody", {},
    h("tr", { class: "side" }, h("th", { scope: "colgroup", colspan: "3" }, t(title)), h("td", { class: "figures" }, figure.total(payer, t(title)))),
    answer.lines.filter((line) => line.payer === payer).map(row));
  return h("table", { class: "lines broad" },
    h("thead", {}, h("tr", {}, ["item", "base", "rate", "amount"].map((name, i) => h("th", { scope: "col", class: i ? "figures" : "" }, t(name))))),
    side("employee", "from the employee"),
    side("employer", "from the employer"));
}

// notes says what to know of the answer, and where it is from.
function notes(answer, words) {
  const version = () => h("p", { class: "quiet small" }, t("computed by", { rules: answer.rules_version, program: answer.computed_by }));
  return h("div", { class: "card" }, h("h2", {}, t("notes")), h("ul", { class: "notes" }, answer.notes.map((note) => h("li", {}, words(note))), h("li", {}, answer.disclaimer)),
    h("details", { class: "unprinted" }, h("summary", {}, t("sources")), h("ul", { class: "notes" }, answer.sources.map((source) =>
      h("li", {}, h("a", { href: source.url, rel: "noreferrer", target: "_blank" }, ownTerm(source.name)), " ", h("span", { class: "quiet small" }, licence(source.license))))), version()),
    h("div", { class: "printed" }, h("h2", {}, t("sources")), h("ul", { class: "notes" }, answer.sources.map((source) => h("li", {}, `${ownTerm(source.name)}, ${source.url}`))), version()));
}
