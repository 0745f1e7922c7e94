// What if: one thing of a payslip changed, and what that does to it.
import "./base.js";
import { announce, h } from "./dom.js";
import { known, t } from "./i18n.js";
import { ask } from "./api.js";
import { money } from "./format.js";
import { choice, control, showFailures } from "./form.js";
import { asked, request } from "./scenario.js";
import { difference } from "./difference.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

const raise = "gross"; // the change that is no circumstance: more pay
const bonus = "bonus"; // paid once: the year shows what becomes of it
const rows = ["gross", "income_tax", "social_contributions", "net", "employer_cost"];
const words = { gross: "gross", income_tax: "income tax", social_contributions: "social contributions", net: "net", employer_cost: "employer cost" };

// draw asks what is to change in a scenario, and shows both answers.
export function draw(card, catalogue, scenario) {
  const country = catalogue.country(scenario.country);
  const all = catalogue.profile(scenario.country);
  const fields = all.filter((field) => !["several", "records"].includes(field.kind) && asked(field, scenario, all));
  const place = h("div", {});
  const asks = h("div", { class: "grid two" });
  const act = h("button", { type: "submit", class: "primary" });
  const cash = (amount) => money(amount, country.currency);
  let change, turn = 0;

  const what = choice("change", t("what changes"), [{ value: raise, label: t("raise") }, { value: bonus, label: t("change.bonus") }, ...fields.map((field) => ({ value: field.name, label: field.label }))], raise, redraw);
  const untouched = () => { stale(place, true); turn++; };

  function redraw() {
    untouched();
    place.replaceChildren();
    const field = fields.find((each) => each.name === what.value());
    change = field
      ? control({ ...field, label: t("instead of", { label: field.label, value: shown(field, scenario.profile[field.name] ?? field.fallback) }), help: "" }, scenario.profile[field.name], untouched)
      : control({ name: raise, label: what.value() === bonus ? t("bonus") : t("raise by", { period: known("per", scenario.period) }), kind: "number", type: "number", schema: {}, help: "", affix: h("span", { class: "affix", "aria-hidden": "true" }, country.currency) }, undefined, untouched);
    act.textContent = t(what.value() === bonus ? "show in year" : "show difference");
    change.path = field && [catalogue.profileKey(scenario.country), field.name];
    asks.replaceChildren(what.element, change.element);
  }

  const shown = (field, value) => field.choices?.find((each) => each.value === value)?.short ?? (value === undefined || value === null ? t("not given") : value === true ? t("yes") : value === false ? t("no") : value);

  // changed is the scenario with the one change, or nothing where that is missing.
  function changed() {
    const wrong = change.check();
    const value = change.value();
    if (wrong || ([raise, bonus].includes(what.value()) && !value)) {
      change.show(wrong || t("field missing"));
      change.input.focus();
      return undefined;
    }
    if (what.value() === raise) return { ...scenario, amount: Math.round((scenario.amount + value) * 100) / 100 };
    return { ...scenario, profile: { ...scenario.profile, [what.value()]: value } };
  }

  async function update(event) {
    event?.preventDefault();
    const other = changed();
    if (!other) return;
    if (what.value() === bonus) {
      remembered.year = { scenario, changes: [], bonus: change.value() };
      location.hash = "#/year";
      return;
    }
    const mine = ++turn;
    place.replaceChildren(loading());
    try {
      const answer = await ask("compare", { scenarios: [scenario, other].map((each) => request(catalogue, each)) });
      if (mine !== turn) return;
      place.replaceChildren(table(answer.rows), h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => { remembered.compare = [scenario, other]; location.hash = "#/compare"; } }, t("add to comparison"))));
      announce(`${t("net")}: ${difference(answer.rows[1].net - answer.rows[0].net, cash)}`);
    } catch (failure) {
      if (mine !== turn) return;
      const inWords = (text) => catalogue.inWords(scenario.country, text.replace(/^\S+ \d+: /, ""));
      for (const fault of failure.fields ?? []) if (fault.path[0] === "scenarios") fault.path = fault.path.slice(2);
      const told = failure.fields ? showFailures(failure, [change], inWords) : {};
      place.replaceChildren(notice(failure, update, { ...told, words: inWords }));
    }
    stale(place, false);
  }

  const table = ([now, then]) => h("table", { class: "matrix" },
    h("thead", {}, h("tr", {}, h("td", {}), [t("now"), t("then"), t("difference")].map((name) => h("th", { scope: "col", class: "figures" }, name)))),
    h("tbody", {}, [...rows.map((name) => [`${t(words[name])} ${known("per", scenario.period)}`, now[name], then[name], name === "net"]), [t("net a year row"), now.annual_net, then.annual_net]].map(([label, a, b, strong]) =>
      h("tr", { class: strong ? "strong" : "" }, h("th", { scope: "row" }, label), h("td", { class: "figures" }, cash(a)), h("td", { class: "figures" }, cash(b)), h("td", { class: "figures" }, difference(b - a, cash))))));

  redraw();
  card.append(h("form", { class: "whatif", novalidate: true, autocomplete: "off", onsubmit: update }, asks, costNote(), h("div", { class: "buttons" }, act)), place);
  what.input.focus();
}
