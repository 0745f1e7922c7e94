// The payslip of one scenario, drawn anew while someone types.
import { announce, debounce, h } from "./dom.js";
import { known, ownTerm, t } from "./i18n.js";
import { Failure, post, salary, state } from "./api.js";
import { amountOnly, money, percent, today } from "./format.js";
import { circumstances, form, initial, request, title } from "./scenario.js";
import { showFailures } from "./form.js";
import { costNote, notice, stale } from "./notice.js";
import { bar } from "./bar.js";
import { explain } from "./reasons.js";
import { remembered } from "./memory.js";

// Milliseconds without a key stroke after which an entry is finished that was not
// left: longer where each result costs a credit.
const quiet = () => (state.key === "" ? 350 : 1500);

export function draw(main, catalogue) {
  const result = h("section", { class: "result", "aria-label": t("payslip table") });
  let turn = 0, shown; // shown is the request that was answered or refused last

  async function ask(scenario, controls) {
    const mine = ++turn;
    stale(result, true);
    if (controls.some((each) => each.check())) return;
    if (scenario.amount === undefined || !(scenario.amount > 0)) {
      controls.find((each) => each.name === scenario.known)?.show(t("amount missing"));
      return;
    }
    try {
      const found = await answerOf(catalogue, scenario);
      if (mine !== turn) return;
      shown = { id: idOf(scenario), answer: found.answer };
      const { answer } = found;
      catalogue.learn(answer).then(() => inputs.nameYears(), () => {}); // the year alone will do
      for (const each of controls) each.show("");
      result.replaceChildren(...payslip({ ...found, heading: title(catalogue, scenario, found.answer.tax_year), circumstances: circumstances(catalogue, scenario), words: (text) => catalogue.inWords(scenario.country, text), compare: () => toComparison(catalogue, scenario, answer) }));
      announce(t("result", { net: money(answer.net, answer.currency) }));
    } catch (failure) {
      if (mine !== turn) return;
      shown = { id: idOf(scenario) };
      for (const each of controls) each.show("");
      const words = (text) => catalogue.inWords(scenario.country, text);
      if (failure instanceof Failure) {
        failure.message = words(failure.message);
        failure.fields = failure.fields.map(({ path, message }) => ({ path, message: words(message) }));
      }
      const rest = failure instanceof Failure ? showFailures(failure, controls) : [];
      result.replaceChildren(notice(failure, () => ask(scenario, controls), rest));
    }
    stale(result, false);
  }

  const idOf = (scenario) => JSON.stringify(request(catalogue, scenario));
  const later = debounce(ask);
  const start = remembered.scenario ?? initial(catalogue);
  const inputs = form(catalogue, start, (scenario, controls, finished) => {
    remembered.scenario = scenario;
    if (finished && !result.inert && shown?.id === idOf(scenario) && !controls.some((each) => each.check())) return; // left as it was
    turn++; // what is on its way is of another scenario
    stale(result, true);
    later.after(finished ? 0 : quiet(), scenario, controls);
  }, { other: (known) => (result.inert ? undefined : shown?.answer?.[known]) });
  main.replaceChildren(h("h1", { class: "unseen" }, t("payslip")),
    h("div", { class: "split" }, h("section", { class: "card inputs", "aria-label": t("your pay") }, inputs.element, costNote()), result));
  ask(inputs.scenario(), inputs.controls());
}

// answerOf asks for net pay with its reasons, or for the gross of a net, whose
// reasons cost another call and so wait until somebody wants them.
async function answerOf(catalogue, scenario) {
  if (scenario.known === "gross") {
    const answer = await post(`${salary}/explain`, request(catalogue, scenario));
    return { answer, explained: async () => answer };
  }
  const answer = await post(`${salary}/gross`, request(catalogue, scenario));
  const found = { ...scenario, known: "gross", amount: answer.gross };
  return { answer, explained: () => post(`${salary}/explain`, request(catalogue, found)) };
}

// toComparison puts the scenario beside those to compare, in place of the first
// where there are too many, and shows them.
function toComparison(catalogue, scenario, answer) {
  const most = catalogue.input(`${salary}/compare`).properties.scenarios.maxItems;
  remembered.compare = [...(remembered.compare ?? []).slice(1 - most), { ...scenario, known: "gross", amount: answer.gross }];
  announce(t("added"));
  location.hash = "#/compare";
}

function payslip({ answer: found, explained, heading, circumstances, words, compare }) {
  const answer = { ...found, lines: found.lines.map((line) => ({ ...line, label: ownTerm(line.label, found.country) })) };
  const cash = (amount) => money(amount, answer.currency);
  const { lines } = answer;
  const of = (payer) => lines.filter((line) => line.payer === payer);
  const part = (full) => (line) => ({
    label: line.label, value: cash(line.amount), rule: line.rule, source: line.source, node: full.reasons.lines[lines.indexOf(line)]?.amount,
  });
  // figure opens the parts of what it shows; they are made of the answer with
  // its reasons.
  const figure = (label, shown, className, parts, summary) => h("button", {
    type: "button", class: `figure ${className}`, "aria-label": t("why", { amount: shown, label }),
    onclick: async () => {
      const full = await explained();
      explain(full, { label, value: shown, summary, parts: parts(full) });
    },
  }, shown);
  const why = (label, amount, className, own, summary) => figure(label, cash(amount), className, (full) => own.map(part(full)), summary);
  // whyPart opens the base or the rate of a line.
  const whyPart = (line, name, shown) => {
    const label = `${line.label}, ${t(name)}`;
    return figure(label, shown, "", (full) => {
      const node = full.reasons.lines[lines.indexOf(line)]?.[name];
      return node ? [{ label, value: shown, source: line.source, node }] : [];
    });
  };
  const sum = (whole, left, sign, right) => `${t(whole)} = ${cash(left)} ${sign} ${cash(right)}`;
  const figures = {
    net: (className) => why(t("net"), answer.net, className, of("employee"), sum("net", answer.gross, "−", answer.employee_deductions)),
    gross: (className) => why(t("gross"), answer.gross, className, [], t("gross is sent")),
    deductions: () => why(t("deductions"), answer.employee_deductions, "", of("employee")),
    cost: () => why(t("employer cost"), answer.employer_cost, "", of("employer"), sum("employer cost", answer.gross, "+", answer.employer_contributions)),
  };
  const hero = answer.target_net === undefined ? "net" : "gross"; // what was asked for
  return [
    h("div", { class: "printed" }, h("h1", {}, `${t("payslip table")} – ${heading.heading}`), h("p", {}, t("printed on", { date: today() })),
      h("table", { class: "itinerary" }, h("tbody", {}, circumstances.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value)))))),
    h("div", { class: "card headline" },
      h("div", { class: "net" }, h("p", { class: "eyebrow" }, `${t(hero)} ${known("per", answer.period)}`), h("p", { class: "big" }, figures[hero]("plain")),
        h("p", { class: "quiet" }, t("net a year", { amount: cash(answer.annual[hero]) }))),
      h("dl", { class: "facts" },
        hero === "net" ? fact("gross", figures.gross("")) : fact("net", figures.net("")), fact("deductions", figures.deductions()),
        fact("deduction rate", figure(t("deduction rate"), percent(answer.deduction_rate), "", (full) => of("employee").map(part(full)), `${cash(answer.employee_deductions)} / ${cash(answer.gross)}`)), fact("employer cost", figures.cost())),
      answer.difference > 0 && h("p", { class: "hint-line" }, t("off target", { target: cash(answer.target_net), difference: cash(answer.difference) }))),
    h("div", { class: "card" }, whereItGoes(answer, cash),
      h("div", { class: "buttons unprinted follow" }, h("button", { type: "button", onclick: compare }, t("add to comparison")), h("a", { class: "button", href: "#/curve", onclick: () => { remembered.curve = undefined; } }, t("show curve")))),
    h("div", { class: "card" }, h("h2", {}, t("payslip table")), h("p", { class: "quiet small unprinted" }, t("explain hint")),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("payslip table") }, table(answer, {
        amount: (line) => why(line.label, line.amount, "", [line]), part: whyPart,
        total: (payer, label) => why(label, payer === "employee" ? answer.employee_deductions : answer.employer_contributions, "", of(payer)),
      }))),
    h("div", { class: "card" }, h("h2", {}, t("notes")), h("ul", { class: "notes" }, answer.notes.map((note) => h("li", {}, words(note))), h("li", {}, answer.disclaimer)),
      h("details", { class: "unprinted" }, h("summary", {}, t("sources")), h("ul", { class: "notes" }, answer.sources.map((source) =>
        h("li", {}, h("a", { href: source.url, rel: "noreferrer", target: "_blank" }, source.name), " ", h("span", { class: "quiet small" }, source.license)))),
      h("p", { class: "quiet small" }, t("computed by", { rules: answer.rules_version, program: answer.computed_by }))),
      h("div", { class: "printed" }, h("h2", {}, t("sources")), h("ul", { class: "notes" }, answer.sources.map((source) => h("li", {}, `${source.name}, ${source.url}`))),
        h("p", { class: "quiet small" }, t("computed by", { rules: answer.rules_version, program: answer.computed_by })))),
  ];
}

const fact = (name, figure) => h("div", {}, h("dt", {}, t(name)), h("dd", {}, figure));

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
    h("th", { scope: "row" }, line.label, h("span", { class: "rule" }, line.rule), h("span", { class: "source" }, line.source)),
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
