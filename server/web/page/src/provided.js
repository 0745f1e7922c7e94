// What others provided on a trip: meals and nights, day by day, and what the
// traveller paid for such a meal.
import { h } from "./dom.js";
import { known, t } from "./i18n.js";
import { day, dayOfTrip } from "./format.js";
import { control } from "./form.js";

const longest = 60; // days whose meals are asked for one by one

// days lists the days from one date to another; none where there are too many.
export function days(first, last) {
  if (!first || !last || last < first) return [];
  const list = [];
  for (let at = new Date(`${first}T00:00Z`); list.length <= longest; at.setUTCDate(at.getUTCDate() + 1)) {
    const date = at.toISOString().slice(0, 10);
    if (date > last) return list;
    list.push(date);
  }
  return [];
}

// provided asks for what a trip holds in meals ({date: [meal]}), paid
// ({"date meal": amount}) and lodging ([date]). span() gives the trip's days,
// currency() what the amounts are in.
export function provided(trip, meals, schema, { span, currency, keep }) {
  const table = h("div", {});
  const payments = h("div", { class: "grid" });
  let paid = [];

  const ticked = () => span().flatMap((date) => meals.filter((meal) => trip.meals[date]?.includes(meal)).map((meal) => ({ date, meal, id: `${date} ${meal}` })));

  function drawPayments() {
    paid = ticked().map(({ date, meal, id }) => {
      const made = control({ name: "paid", label: `${known("meal", meal)}, ${day(date)}`, kind: "number", type: "number", help: "", schema, placeholder: "0",
        affix: currency() && h("span", { class: "affix", "aria-hidden": "true" }, currency()) }, trip.paid[id], () => { trip.paid[id] = made.value(); keep(); });
      return Object.assign(made, { date, meal });
    });
    payments.replaceChildren(...(paid.length ? [h("p", { class: "small quiet" }, t("paid for meals")), ...paid.map((each) => each.element)] : []));
  }

  const box = (label, checked, change) => h("td", {}, h("input", { type: "checkbox", "aria-label": label, checked, onchange: (event) => { change(event.target.checked); keep(); } }));

  function draw() {
    const list = span();
    table.replaceChildren(list.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("provided") }, h("table", { class: "meals" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("day")), meals.map((meal) => h("th", { scope: "col" }, known("meal head", meal))), h("th", { scope: "col" }, t("night"))),
        h("tr", {}, h("th", { scope: "row" }, t("every day")), meals.map((meal) => box(t(`every ${meal}`), list.every((date) => trip.meals[date]?.includes(meal)), (on) => {
          for (const date of list) trip.meals[date] = meals.filter((each) => (each === meal ? on : trip.meals[date]?.includes(each)));
          draw();
        })), h("td", {}))),
      h("tbody", {}, list.map((date, i) => h("tr", {}, h("th", { scope: "row" }, dayOfTrip(date)),
        meals.map((meal) => box(`${known("meal", meal)}, ${day(date)}`, trip.meals[date]?.includes(meal) ?? false, (on) => {
          trip.meals[date] = meals.filter((each) => (each === meal ? on : trip.meals[date]?.includes(each)));
          drawPayments();
        })),
        i < list.length - 1 ? box(`${t("night")}, ${day(date)}`, trip.lodging.includes(date), (on) => {
          trip.lodging = on ? [...trip.lodging, date].sort() : trip.lodging.filter((each) => each !== date);
        }) : h("td", {})))))) : h("p", { class: "quiet small" }, t("meals later")));
    drawPayments();
  }

  // entries is what was provided as the service takes it: a meal that was paid
  // for is an entry of its own.
  function entries() {
    const free = new Map();
    const list = [];
    for (const each of paid) {
      const amount = each.value();
      if (amount !== undefined) {
        list.push({ date: each.date, meals: [each.meal], paid: amount });
        each.path = ["meals_provided", list.length - 1, "paid"];
      } else if (free.has(each.date)) free.get(each.date).meals.push(each.meal);
      else {
        free.set(each.date, { date: each.date, meals: [each.meal] });
        list.push(free.get(each.date));
      }
    }
    const within = new Set(span());
    const nights = trip.lodging.filter((date) => within.has(date));
    return { ...(list.length && { meals_provided: list }), ...(nights.length && { lodging_provided: nights }) };
  }

  return { element: h("div", { class: "grid" }, table, payments), draw, entries, controls: () => paid };
}
