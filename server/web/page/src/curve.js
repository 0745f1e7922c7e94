// Net pay over gross pay: one or two scenarios, with the thresholds between.
import "./base.js";
import { announce, debounce, h, icon, icons } from "./dom.js";
import { known, ownTerm, t } from "./i18n.js";
import { ask, state } from "./api.js";
import { amountOnly, money, percent } from "./format.js";
import { control, showFailures } from "./form.js";
import { complete, initial, request, title } from "./scenario.js";
import { edit, settingsOf, summary } from "./scenarios.js";
import { brokenNote, curl, fromQuery, inFragment, link, takeAway } from "./export.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

const most = 2;
const points = 300; // about as many
const quiet = () => (state.key === "" ? 400 : 1500); // milliseconds after which a bound is finished
const listed = 25; // rows of the table, at least
const columns = ["gross", "net", "employee_deductions", "employer_cost", "marginal_rate"];

export function draw(main, catalogue, query) {
  const schema = catalogue.input("curve");
  const { state: sent, broken } = fromQuery(query);
  const begin = sent ?? remembered.curve ?? {};
  let scenarios = (begin.scenarios?.length ? begin.scenarios : [remembered.scenario ?? initial(catalogue)]).slice(0, most).map((each) => complete(catalogue, each));
  const usual = [schema.properties.from.examples[0], schema.properties.to.examples[0]];
  const [{ amount }] = scenarios;
  const [from, to] = amount > 0 && (amount < usual[0] || amount > usual[1]) ? [Math.round(amount / 2), Math.round(amount * 2)] : usual; // around what is paid
  const span = { from: begin.from ?? from, to: begin.to ?? to };
  const place = h("div", {});
  const chips = h("ol", { class: "cards two-up" });
  let turn = 0, plot;

  const bounds = ["from", "to"].map((name) => control({ name, label: t(`curve ${name}`), kind: "number", type: "number", schema: schema.properties[name], help: "" }, span[name],
    (finished) => {
      const value = bounds.find((each) => each.name === name).value();
      if (finished && !place.inert && value === span[name]) return; // left as it was
      span[name] = value;
      turn++;
      stale(place, true);
      later.after(finished ? 0 : quiet());
    }));

  function changed() {
    remembered.curve = { scenarios, ...span };
    history.replaceState(null, "", `#/curve?s=${inFragment(remembered.curve)}`);
    chips.replaceChildren(...scenarios.map((scenario, i) => h("li", { class: `card slim curve-${i}` },
      h("div", { class: "card-head" }, h("div", {}, summary(catalogue, scenario)), settingsOf(catalogue, i, scenario, {
        change: (next) => { scenarios[i] = next; changed(); },
        remove: scenarios.length > 1 && (() => { scenarios.splice(i, 1); changed(); }),
      }, { amount: false })))),
    ...(scenarios.length < most ? [h("li", { class: "add" }, h("button", { type: "button", onclick: () => edit(catalogue, scenarios[0], (next) => { scenarios.push(next); changed(); }, { amount: false }) }, icon(icons.plus), t("add curve")))] : []));
    update();
  }
  const later = debounce(changed);

  async function update() {
    const mine = ++turn;
    stale(place, true);
    if (bounds.some((each) => each.check())) return;
    const missing = bounds.find((each) => each.value() === undefined);
    if (missing) { missing.show(t("amount missing")); return; }
    if (!place.childElementCount) place.replaceChildren(loading());
    const bodies = scenarios.map((scenario) => ({ ...request(catalogue, scenario, false), from: span.from, to: span.to, points: pointsOf(span) }));
    try {
      const [answers, { chart }] = await Promise.all([Promise.all(bodies.map((body) => ask("curve", body))), import("./plot.js")]);
      if (mine !== turn) return;
      for (const each of bounds) each.show("");
      show(answers, bodies, chart);
      announce(t("curve drawn"));
    } catch (failure) {
      if (mine !== turn) return;
      const words = (text) => catalogue.inWords(scenarios[0].country, text);
      place.replaceChildren(notice(failure, update, { ...(failure.fields && showFailures(failure, bounds, words)), words }));
    }
    stale(place, false);
  }

  function show(answers, bodies, chart) {
    plot?.destroy();
    const names = scenarios.map((scenario) => summary(catalogue, scenario).map((each) => each.textContent).join(" · "));
    const drawing = h("div", { class: "plot", role: "img", "aria-label": t("curve picture", { names: names.join("; ") }) });
    const all = thresholdsOf(answers);
    const currencies = [...new Set(answers.map((answer) => answer.currency))];
    place.replaceChildren(
      h("div", { class: "card" }, h("h2", {}, `${t("curve axis")} ${known("per", answers[0].period)}`), drawing, currencies.length > 1 && h("p", { class: "quiet small" }, t("two currencies", { a: currencies[0], b: currencies[1] })),
        all.length ? h("ol", { class: "thresholds" }, all.map((each) => h("li", {}, h("span", {}, each.label), h("span", { class: "figures" }, money(each.gross, each.currency)), answers.length > 1 && h("span", { class: "quiet small" }, ` ${each.of.map((i) => `${i + 1}. ${title(catalogue, scenarios[i]).heading}`).join(", ")}`), h("span", { class: "quiet small source" }, ownTerm(each.source))))) : h("p", { class: "quiet small" }, t("no thresholds")),
        [...new Set(answers.flatMap((answer) => answer.notes))].map((note) => h("p", { class: "quiet small" }, note)),
        takeAway("curve", {
          link: () => link("curve", { scenarios, ...span }),
          rows: () => [[t("curve"), ...columns.map((name) => t(`column.${name}`))], ...answers.flatMap((answer, i) => answer.points.map((point) => [names[i], ...columns.map((name) => point[name])]))],
          json: () => answers,
          curl: () => bodies.map((body) => curl("curve", body)).join("\n\n"),
        })),
      h("details", { class: "card" }, h("summary", {}, t("as a table")), answers.map((answer, i) => table(answer, names[i]))));
    plot = chart(drawing, answers, names, all);
  }

  main.replaceChildren(...[h("h1", {}, t("curve")), h("p", { class: "lead" }, t("curve lead")), costNote(), broken && brokenNote(), chips, h("div", { class: "card slim" }, h("div", { class: "grid two spans" }, bounds.map((each) => each.element))), place].filter(Boolean));
  changed();
}

// pointsOf is how many points make steps of a round amount, where the bounds allow it.
function pointsOf({ from, to }) {
  const round = [1, 2, 2.5, 5, 10].flatMap((digit) => [0.1, 1, 10, 100, 1000].map((power) => digit * power)).sort((a, b) => a - b);
  const step = round.find((each) => each >= (to - from) / points && Number.isInteger((to - from) / each));
  return step && (to - from) / step > points / 3 ? Math.round((to - from) / step) + 1 : points;
}

// thresholdsOf lists the thresholds of all curves, the lowest first, each with
// the curves that it is of.
function thresholdsOf(answers) {
  const all = new Map();
  for (const [i, answer] of answers.entries()) {
    for (const each of answer.thresholds) {
      const id = `${each.key} ${each.gross} ${answer.currency}`;
      if (!all.has(id)) all.set(id, { ...each, currency: answer.currency, of: [] });
      all.get(id).of.push(i);
    }
  }
  return [...all.values()].sort((a, b) => a.gross - b.gross);
}

function table(answer, name) {
  const step = Math.max(1, Math.round(answer.points.length / listed));
  const cell = (value, show) => h("td", { class: "figures" }, value === null ? "–" : show(value));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, h("table", {}, h("caption", {}, name),
    h("thead", {}, h("tr", {}, ["gross", "net", "deductions", "employer cost", "marginal rate"].map((each) => h("th", { scope: "col", class: "figures" }, t(each))))),
    h("tbody", {}, answer.points.filter((_, i) => i % step === 0 || i === answer.points.length - 1).map((point) => h("tr", {},
      h("th", { scope: "row", class: "figures" }, amountOnly(point.gross)), cell(point.net, amountOnly), cell(point.employee_deductions, amountOnly), cell(point.employer_cost, amountOnly), cell(point.marginal_rate, percent))))));
}
