// The allowances of a trip, day by day, on the screen and on paper.
import { h } from "./dom.js";
import { known, licence, t } from "./i18n.js";
import { day, money, moment } from "./format.js";
import { name } from "./place.js";
import { curl, takeAway } from "./export.js";

const sums = [["meals", "meals_total"], ["deduction", "deductions_total"], ["lodging", "lodging_total"]];
const long = 14; // days beyond which a trip is folded by week
const columns = ["date", "kind", "meal", "location", "amount", "currency", "rule", "source"];

// allowances shows the answer to a priced trip; regime is its full name.
export function allowances(answer, { trip, regime, body, link, words, offers }) {
  const dates = [...new Set(answer.lines.map((line) => line.date))];
  const totals = Object.entries(answer.totals);
  // Publications are numbered, as most lines cite the same.
  const cited = [...new Set(answer.lines.map((line) => line.source))];
  const of = (date) => answer.lines.filter((line) => line.date === date);
  const dayOf = (date) => h("tbody", {}, h("tr", { class: "side" }, h("th", { scope: "rowgroup", colspan: "2" }, day(date))),
    of(date).map((line) => h("tr", {},
      h("th", { scope: "row" }, `${known("kind", line.kind)}${line.meal ? `: ${known("meal", line.meal)}` : ""}, ${line.location}`, h("span", { class: "rule" }, line.rule, mark(line.source))),
      h("td", { class: "figures" }, money(line.amount, line.currency)))));

  // folded shows a week by its sums, and its days when it is opened; paper has them all.
  function folded(week) {
    const days = week.map(dayOf);
    const show = (open) => { for (const each of days) each.classList.toggle("folded", !open); button.setAttribute("aria-expanded", String(open)); };
    const button = h("button", { type: "button", class: "figure", "aria-expanded": "false", onclick: () => show(button.getAttribute("aria-expanded") === "false") }, `${day(week[0])} – ${day(week.at(-1))}`);
    const sums = totals.map(([currency]) => [currency, week.flatMap(of).filter((line) => line.currency === currency).reduce((sum, line) => sum + Math.round(line.amount * 100), 0)]).filter(([, sum]) => sum !== 0);
    show(false);
    return [h("tbody", { class: "unprinted" }, h("tr", { class: "side" }, h("th", { scope: "row" }, button), h("td", { class: "figures" }, sums.map(([currency, sum]) => h("div", {}, money(sum / 100, currency)))))), ...days];
  }
  const mark = (source) => (cited.length > 1 ? h("span", { class: "cited" }, ` [${cited.indexOf(source) + 1}]`) : null);
  return [
    h("div", { class: "card headline unprinted" },
      h("div", { class: "net" }, h("p", { class: "eyebrow" }, t("trip total")), totals.map(([currency, sum]) => h("p", { class: "big" }, money(sum.total, currency)))),
      h("dl", { class: "facts" }, totals.map(([currency, sum]) => sums.filter(([, total]) => sum[total] || totals.length === 1).map(([word, total]) =>
        h("div", {}, h("dt", {}, t(`kind.${word}`)), h("dd", { class: "figures" }, money(sum[total], currency)))))),
      answer.warnings.map((warning) => h("p", { class: "hint-line" }, words(warning.message), " ", offers(warning)))),
    h("div", { class: "card" },
      h("div", { class: "printed" }, h("h1", {}, t("trip statement")), itinerary(trip, regime)),
      h("h2", {}, t("day by day")),
      !answer.lines.length && h("p", { class: "lead" }, t("trip nothing")),
      answer.lines.length > 0 && h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("day by day") }, h("table", { class: "lines" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("item")), h("th", { scope: "col", class: "figures" }, t("amount")))),
        weeksOf(dates).map((week) => (dates.length > long ? folded(week) : week.map(dayOf))),
        h("tbody", {}, totals.map(([currency, sum]) => [
          sums.filter(([, total]) => sum[total]).map(([word, total]) => h("tr", { class: "printed-row" }, h("th", { scope: "row" }, t(`kind.${word}`)), h("td", { class: "figures" }, money(sum[total], currency)))),
          h("tr", { class: "side" }, h("th", { scope: "row" }, t("trip total")), h("td", { class: "figures" }, money(sum.total, currency)))])))),
      takeAway("trip", {
        rows: () => [columns.map((column) => t(`column.${column}`)), ...answer.lines.map((line) => columns.map((column) => (column === "kind" || (column === "meal" && line.meal) ? known(column, line[column]) : line[column])))],
        json: () => answer, curl: () => curl("trip", body), link,
      })),
    h("div", { class: "card" }, h("h2", {}, t("sources")),
      h(cited.length > 1 ? "ol" : "ul", { class: "notes" }, cited.map((source) => h("li", {}, cite(source, answer.sources)))),
      h("h2", {}, t("notes")), h("ul", { class: "notes" }, [...answer.fallbacks, ...answer.notes, answer.disclaimer].map((note) => h("li", {}, words(note))))),
  ];
}

// weeksOf parts days into weeks that begin on Monday.
function weeksOf(dates) {
  const weeks = [];
  const monday = (date) => { const at = new Date(`${date}T00:00Z`); return at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7)); };
  for (const date of dates) {
    if (weeks.length && monday(weeks.at(-1)[0]) === monday(date)) weeks.at(-1).push(date);
    else weeks.push([date]);
  }
  return weeks;
}

// cite shows a publication, with its address where the answer names it.
function cite(name, sources) {
  const source = sources.find((each) => name.includes(each.name) || each.name.includes(name));
  return source ? [h("a", { href: source.url, rel: "noreferrer", target: "_blank" }, name), h("span", { class: "quiet small" }, ` ${licence(source.license)}`)] : name;
}

// itinerary is the head of the printed statement: what was asked for.
function itinerary(trip, regime) {
  const row = (label, ...words) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, ...words));
  return h("table", { class: "itinerary" }, h("tbody", {},
    row(t("regime"), regime),
    trip.leave_home && row(t("left home"), moment(trip.leave_home)),
    trip.legs.map((leg, i) => row(t("leg", { n: i + 1 }), `${leg.home ? t("home") : name(leg.place)}: ${moment(leg.arrive)} – ${moment(leg.depart)}`)),
    trip.return_home && row(t("came home"), moment(trip.return_home)),
    row(t("traveller"), h("span", { class: "blank" })), row(t("purpose"), h("span", { class: "blank" }))));
}
