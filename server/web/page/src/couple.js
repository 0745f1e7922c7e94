// A couple: what two people get with each choice that the rules give to spouses, such as
// the tax classes 3 and 5, 4 and 4, 4 and 4 with the factor.
import { h, openDialog } from "./dom.js";
import { known, t } from "./i18n.js";
import { money, plain } from "./format.js";
import { control } from "./form.js";
import { complete } from "./scenario.js";
import { difference } from "./difference.js";

// choicesOf are the pairs of values that spouses may have: the field, the pairs, and the
// field that is asked with one of the pairs only.
function choicesOf(catalogue, code) {
  const fields = catalogue.profile(code);
  const field = fields.find((each) => each.schema["x-spouses"]);
  if (!field) return undefined;
  const value = (text) => field.choices.find((each) => String(each.value) === text).value;
  const pairs = Object.entries(field.schema["x-spouses"]).flatMap(([one, others]) => others.map((other) => [value(one), value(other)]));
  const meant = (group) => group[field.name]?.every((one) => pairs.some((pair) => pair.every((each) => String(each) === one)));
  return { field, pairs, further: fields.find((each) => each.schema["x-asked-with"]?.some(meant)) };
}

// wordOf is the label of a field without what stands in brackets.
const wordOf = ({ label }) => label.replace(/ \(.*/, "");

// coupleButton opens a dialog that asks for the pay of two people; done is told of the
// scenarios, two for each choice. start() is a scenario of the first person.
export function coupleButton(catalogue, start, done) {
  const country = catalogue.country(start().country);
  const choices = choicesOf(catalogue, country.country);
  if (!choices) return null;
  const { field, pairs, further } = choices;
  const named = [...pairs, ...(further ? [pairs.find(([one, other]) => one === other)] : [])].map((pair, i) => pair.join("/") + (i < pairs.length ? "" : ` ${t("with")} ${wordOf(further)}`));

  function open() {
    const begin = start();
    const affix = () => h("span", { class: "affix", "aria-hidden": "true" }, country.currency);
    const pay = ["first", "second"].map((name, i) => control({ ...catalogue.amount("gross"), label: `${t(`${name} person`)}: ${t("gross for", { period: known("per", begin.period) })}`, help: "", affix: affix() }, i ? undefined : begin.amount, () => {}));
    const other = further && control({ ...further, help: "" }, undefined, () => {});
    const dialog = openDialog(t("couple"), h("form", { class: "scenario", novalidate: true, autocomplete: "off", onsubmit: apply },
      h("p", {}, t("couple lead", { choices: named.join(", ") })), h("div", { class: "grid two" }, pay.map((each) => each.element)),
      other && [other.element, h("p", { class: "help" }, further.help)],
      h("div", { class: "buttons end" }, h("button", { type: "submit", class: "primary" }, t("compare couple")))), t("close"));
    (begin.amount ? pay[1] : pay[0]).input.focus();

    function apply(event) {
      event.preventDefault();
      const wrong = [...pay, ...(other ? [other] : [])].find((each) => { each.show(each.check() || (pay.includes(each) && !(each.value() > 0) ? t("amount missing") : "")); return each.element.querySelector("[aria-invalid=true]"); });
      if (wrong) { wrong.input.focus(); return; }
      // Who earns more has the first value of a pair: it is the one that takes less tax.
      const amounts = pay.map((each) => each.value()).sort((a, b) => b - a);
      const all = [...pairs.map((pair) => [pair, undefined]), ...(other?.value() === undefined ? [] : [[pairs.find(([one, two]) => one === two), other.value()]])];
      dialog.close();
      done(all.flatMap(([pair, more]) => pair.map((value, i) => complete(catalogue, { ...begin, known: "gross", amount: amounts[i],
        profile: { ...begin.profile, [field.name]: value, ...(further && { [further.name]: more }) } }))));
    }
  }
  return h("button", { type: "button", onclick: open }, t("couple button", { choices: named.join(", ") }));
}

// couples sums scenarios two by two, where every two are a couple: each person's net pay,
// and both together.
export function couples(catalogue, rows, scenarios) {
  const two = (list) => Array.from({ length: Math.floor(list.length / 2) }, (_, i) => list.slice(2 * i, 2 * i + 2));
  const choices = scenarios.length && choicesOf(catalogue, scenarios[0].country);
  const alike = (pair) => ["country", "year", "period"].every((name) => pair[name] === scenarios[0][name]);
  const spouses = (couple) => choices.pairs.some((pair) => [pair, pair.toReversed()].some((each) => each.every((value, i) => (couple[i].profile[choices.field.name] ?? choices.field.fallback) === value)));
  if (!choices || scenarios.length % 2 || !scenarios.every(alike) || !two(scenarios).every(spouses)) return null;
  const { currency, period } = rows[0];
  const cash = (amount) => money(amount, currency);
  const together = (couple, name) => couple.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100;
  const [base] = two(rows);
  const value = (scenario, { name, fallback }) => scenario.profile[name] ?? fallback;
  const named = (couple) => [couple.map((each) => value(each, choices.field)).join("/"), choices.further && value(couple[0], choices.further) !== undefined && `${t("with")} ${wordOf(choices.further)} ${plain(value(couple[0], choices.further))}`].filter(Boolean).join(" ");
  const head = ["both", "difference", "first person", "second person", "both a year"].map((name) => t(name));
  return h("div", { class: "card couples" }, h("h2", {}, `${t("couple")}: ${t("net")} ${known("per", period)}`),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("couple") }, h("table", { class: "matrix" },
      h("thead", {}, h("tr", {}, [choices.field.label, ...head].map((name, i) => h("th", { scope: "col", class: i ? "figures" : "" }, name)))),
      h("tbody", {}, two(rows).map((couple, i) => h("tr", {}, h("th", { scope: "row" }, named(two(scenarios)[i])),
        h("td", { class: "figures strong" }, cash(together(couple, "net"))), h("td", { class: "figures" }, i ? difference(together(couple, "net") - together(base, "net"), cash) : "–"),
        couple.map((row) => h("td", { class: "figures" }, cash(row.net))), h("td", { class: "figures" }, cash(together(couple, "annual_net")))))))));
}
