// The answer in large figures: net and gross by the month, the week or the year.
import { h, newId } from "./dom.js";
import { known, t } from "./i18n.js";
import { money, percent } from "./format.js";
import { remembered } from "./memory.js";

const inYear = { month: 12, week: 52, year: 1 };

// amounts are those of the answer for a length of time: its own period's, or the
// year's shared out evenly.
function amounts(answer, span) {
  if (span === answer.period) return { net: answer.net, gross: answer.gross, deductions: answer.employee_deductions, "employer cost": answer.employer_cost };
  const { net, gross, employer_cost: cost } = answer.annual;
  const part = (amount) => Math.round((amount * 100) / inYear[span]) / 100;
  return { net: part(net), gross: part(gross), deductions: part(gross - net), "employer cost": part(cost) };
}

// headline shows the answer; open holds the figures of the answer's own period as
// buttons that give their reasons, hero is what was asked for, and words puts the names
// of fields in words.
export function headline(answer, hero, open, words) {
  const cash = (amount) => money(amount, answer.currency);
  const spans = [...new Set([answer.period, "week", "month", "year"])].sort((a, b) => (inYear[b] ?? 99) - (inYear[a] ?? 99));
  const place = h("div", { class: "amounts" });
  const group = newId("span");

  function draw(span) {
    const own = span === answer.period;
    const of = amounts(answer, span);
    const figure = (name) => (own ? open[name] : h("span", { class: "figures" }, cash(of[name])));
    const other = hero === "net" ? "gross" : "net";
    const fact = (name, shown) => h("div", {}, h("dt", {}, t(name)), h("dd", {}, shown));
    place.replaceChildren(
      h("div", { class: "net" }, h("p", { class: "eyebrow" }, `${t(hero)} ${known("per", span)}`), h("p", { class: "big" }, figure(hero))),
      h("div", {}, h("p", { class: "eyebrow" }, `${t(other)} ${known("per", span)}`), h("p", { class: "large" }, figure(other))),
      h("dl", { class: "facts" }, fact("deductions", figure("deductions")), fact("deduction rate", own ? open["deduction rate"] : percent(Math.round(((of.gross - of.net) / of.gross) * 1e4) / 100)), fact("employer cost", figure("employer cost"))),
      ...(own || span === "year" ? [] : [h("p", { class: "quiet small" }, t("on average", { n: inYear[span] }))]));
  }

  const chosen = spans.includes(remembered.span) ? remembered.span : answer.period;
  draw(chosen);
  return h("div", { class: "card headline" },
    h("fieldset", { class: "sides thirds unprinted" }, h("legend", { class: "unseen" }, t("span")), spans.map((span) => h("label", {},
      h("input", { type: "radio", name: group, value: span, checked: span === chosen, onchange: () => { remembered.span = span; draw(span); } }), h("span", {}, known("period", span))))),
    place,
    answer.warnings.map((warning) => h("p", { class: "hint-line" }, words(warning.message))),
    answer.difference > 0 && h("p", { class: "hint-line" }, t("off target", { target: cash(answer.target_net), difference: cash(answer.difference) })));
}

// peek keeps the answer in sight on a small screen while its headline is not.
export function peek(result) {
  const element = h("p", { class: "peek unprinted", "aria-hidden": "true", hidden: true });
  let seen;
  const watch = new IntersectionObserver(([entry]) => element.classList.toggle("seen", entry.isIntersecting));
  new MutationObserver(() => element.classList.toggle("dim", result.inert)).observe(result, { attributes: true, attributeFilter: ["inert"] });
  return {
    element,
    show(answer) {
      if (seen) watch.unobserve(seen);
      element.hidden = !answer;
      if (!answer) return;
      const pair = (name) => h("span", {}, `${t(name)} `, h("strong", { class: "figures" }, money(answer[name], answer.currency)));
      element.replaceChildren(pair("net"), pair("gross"));
      seen = result.querySelector(".headline");
      watch.observe(seen);
    },
  };
}
