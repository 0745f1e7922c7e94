// A trip: where and when, what was provided, and what it gives day by day.
import { announce, h, icon, icons, newId } from "./dom.js";
import { known, t } from "./i18n.js";
import { get, post, travel } from "./api.js";
import { day, money } from "./format.js";
import { choice, control } from "./form.js";
import { asked, name, placeField } from "./place.js";
import { notice, loading } from "./notice.js";
import { remembered } from "./memory.js";

const path = `${travel}/trip`;
const longest = 60; // days whose meals are asked for one by one

export async function draw(main, catalogue) {
  const schema = catalogue.input(path);
  const leg = catalogue.resolve(schema.properties.legs.items);
  const meals = catalogue.resolve(catalogue.resolve(schema.properties.meals_provided.items).properties.meals.items).enum;
  const place = h("section", { class: "result", "aria-label": t("trip result") });
  main.replaceChildren(loading());
  let regimes;
  try {
    regimes = (await get(`${travel}/regimes`)).regimes.filter((regime) => regime.status === "supported");
  } catch (failure) {
    main.replaceChildren(notice(failure, () => draw(main, catalogue)));
    return;
  }
  const trip = remembered.trip ?? { regime: regimes[0].id, legs: [{}], meals: {}, lodging: [], overnight: true };
  let controls = [];
  const keep = () => { remembered.trip = trip; };

  const legsPlace = h("div", { class: "legs" });
  const mealsPlace = h("div", {});
  const regime = choice("regime", t("regime"), regimes.map((each) => ({ value: each.id, label: each.name })), trip.regime, () => {
    trip.regime = regime.value();
    for (const each of trip.legs) delete each.place;
    keep(); drawLegs();
  });

  // moment asks for a local date and time.
  function moment(label, owner, key, path, optional) {
    const id = newId(key);
    const error = h("p", { class: "error", id: `${id}-error`, hidden: true });
    const input = h("input", { id, type: "datetime-local", value: owner[key] ?? "", "aria-describedby": `${id}-error`, onchange: () => { owner[key] = input.value || undefined; show(""); keep(); drawMeals(); } });
    const show = (message) => { error.textContent = message; error.hidden = message === ""; input.setAttribute("aria-invalid", String(message !== "")); };
    return {
      name: key, path, input, show, check: () => (optional || owner[key] ? "" : t("time missing")),
      element: h("div", { class: "field" }, h("div", { class: "label" }, h("label", { for: id }, label)), input, error),
    };
  }

  function drawLegs() {
    controls = [];
    legsPlace.replaceChildren(...trip.legs.map((each, i) => {
      const where = placeField(() => trip.regime, each.place, () => { each.place = where.value(); keep(); });
      where.path = ["legs", i, "city"];
      const arrive = moment(t("arrive"), each, "arrive", ["legs", i, "arrive"]);
      const depart = moment(t("depart"), each, "depart", ["legs", i, "depart"]);
      const home = control({ name: "home", label: t("home"), help: leg.properties.home.description, kind: "check", fallback: false }, each.home, () => {
        each.home = home.value(); keep(); drawLegs();
      });
      controls.push(...(each.home ? [] : [where]), arrive, depart);
      return h("fieldset", { class: "leg" },
        h("legend", {}, t("leg", { n: i + 1 })),
        trip.legs.length > 1 && h("button", { type: "button", class: "ghost drop", "aria-label": `${t("remove")}: ${t("leg", { n: i + 1 })}`, onclick: () => { trip.legs.splice(i, 1); keep(); drawLegs(); drawMeals(); } }, icon(icons.close)),
        each.home ? null : where.element, h("div", { class: "grid two" }, arrive.element, depart.element),
        trip.legs.length > 1 && i > 0 && i < trip.legs.length - 1 && home.element);
    }));
  }

  const leave = moment(t("leave home"), trip, "leave_home", ["leave_home"], true);
  const back = moment(t("return home"), trip, "return_home", ["return_home"], true);
  const overnight = control({ name: "overnight", label: t("overnight"), help: schema.properties.overnight.description, kind: "check", fallback: true }, trip.overnight, () => {
    trip.overnight = overnight.value() ?? true; keep(); drawMeals();
  });

  // days lists the days of the trip, for meals and nights.
  function days() {
    const first = (trip.leave_home ?? trip.legs[0].arrive)?.slice(0, 10);
    const last = (trip.return_home ?? trip.legs.at(-1).depart)?.slice(0, 10);
    if (!first || !last || last < first) return [];
    const list = [];
    for (let at = new Date(`${first}T00:00Z`); list.length <= longest; at.setUTCDate(at.getUTCDate() + 1)) {
      const date = at.toISOString().slice(0, 10);
      if (date > last) return list;
      list.push(date);
    }
    return [];
  }

  function drawMeals() {
    const list = days();
    const box = (label, checked, change) => h("td", {}, h("input", { type: "checkbox", "aria-label": label, checked, onchange: (event) => { change(event.target.checked); keep(); } }));
    mealsPlace.replaceChildren(list.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("provided") }, h("table", { class: "meals" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("day")), meals.map((meal) => h("th", { scope: "col" }, known("meal", meal))), h("th", { scope: "col" }, t("night")))),
      h("tbody", {}, list.map((date, i) => h("tr", {}, h("th", { scope: "row" }, day(date)),
        meals.map((meal) => box(`${known("meal", meal)}, ${day(date)}`, trip.meals[date]?.includes(meal) ?? false, (on) => {
          trip.meals[date] = meals.filter((each) => (each === meal ? on : trip.meals[date]?.includes(each)));
        })),
        i < list.length - 1 ? box(`${t("night")}, ${day(date)}`, trip.lodging.includes(date), (on) => {
          trip.lodging = on ? [...trip.lodging, date].sort() : trip.lodging.filter((each) => each !== date);
        }) : h("td", {})))))) : h("p", { class: "quiet small" }, t("meals later")));
  }

  function body() {
    const within = new Set(days());
    const provided = Object.entries(trip.meals).filter(([date, list]) => within.has(date) && list.length).map(([date, list]) => ({ date, meals: list }));
    const lodging = trip.lodging.filter((date) => within.has(date));
    return {
      regime: trip.regime,
      legs: trip.legs.map((each) => ({ ...(each.home ? { home: true } : asked(each.place)), arrive: each.arrive, depart: each.depart })),
      ...(trip.leave_home && { leave_home: trip.leave_home }), ...(trip.return_home && { return_home: trip.return_home }),
      ...(trip.overnight === false && { overnight: false }),
      ...(provided.length && { meals_provided: provided }), ...(lodging.length && { lodging_provided: lodging }),
    };
  }

  async function price(event) {
    event.preventDefault();
    let first;
    for (const each of controls) {
      const wrong = each.check();
      each.show(wrong);
      if (wrong) first ??= each;
    }
    if (first) { first.input.focus(); return; }
    place.classList.add("stale");
    try {
      const answer = await post(path, body());
      place.replaceChildren(...result(answer));
      announce(t("trip priced"));
      place.scrollIntoView({ block: "nearest" });
    } catch (failure) {
      const all = [...controls, leave, back];
      const rest = [];
      for (const { path: at, message } of failure.fields ?? []) {
        const concerned = all.find((each) => each.path.join() === at.join());
        if (concerned) { concerned.show(message); concerned.input.focus(); } else rest.push(`${at.join(".")}: ${message}`);
      }
      place.replaceChildren(notice(failure, () => price(event), rest));
    }
    place.classList.remove("stale");
  }

  function result(answer) {
    const dates = [...new Set(answer.lines.map((line) => line.date))];
    const totals = Object.entries(answer.totals);
    const full = regimes.find((each) => each.id === answer.regime);
    return [
      h("div", { class: "card headline" },
        h("div", { class: "net" }, h("p", { class: "eyebrow" }, t("trip total")), totals.map(([currency, sums]) => h("p", { class: "big" }, money(sums.total, currency)))),
        h("dl", { class: "facts" }, totals.map(([currency, sums]) => [["meals", "meals_total"], ["deduction", "deductions_total"], ["lodging", "lodging_total"]].filter(([, sum]) => sums[sum] || totals.length === 1).map(([word, sum]) =>
          h("div", {}, h("dt", {}, t(`kind.${word}`)), h("dd", { class: "figures" }, money(sums[sum], currency)))))),
      ),
      h("div", { class: "card" },
        h("div", { class: "card-head" }, h("h2", {}, t("day by day")), h("button", { type: "button", class: "unprinted", onclick: () => print() }, t("print"))),
        h("div", { class: "printed" }, h("p", {}, full?.name), h("ul", {}, trip.legs.map((each) => h("li", {}, `${each.home ? t("home") : name(each.place)}: ${each.arrive.replace("T", " ")} – ${each.depart.replace("T", " ")}`)))),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("day by day") }, h("table", { class: "lines" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("item")), h("th", { scope: "col", class: "figures" }, t("amount")))),
          dates.map((date) => h("tbody", {}, h("tr", { class: "side" }, h("th", { scope: "rowgroup", colspan: "2" }, day(date))),
            answer.lines.filter((line) => line.date === date).map((line) => h("tr", {},
              h("th", { scope: "row" }, `${known("kind", line.kind)}${line.meal ? `: ${known("meal", line.meal)}` : ""}, ${line.location}`, h("span", { class: "rule" }, line.rule), h("span", { class: "source" }, line.source)),
              h("td", { class: "figures" }, money(line.amount, line.currency)))))),
          h("tfoot", {}, totals.map(([currency, sums]) => h("tr", { class: "side" }, h("th", { scope: "row" }, t("trip total")), h("td", { class: "figures" }, money(sums.total, currency))))))),
      ),
      h("div", { class: "card" }, h("h2", {}, t("notes")), h("ul", { class: "notes" }, [...answer.fallbacks, ...answer.notes, answer.disclaimer].map((note) => h("li", {}, note))),
        h("p", { class: "small" }, answer.sources.map((source) => [h("a", { href: source.url, rel: "noreferrer", target: "_blank" }, source.name), h("span", { class: "quiet" }, ` ${source.license} `)]))),
    ];
  }

  drawLegs();
  drawMeals();
  place.replaceChildren(h("div", { class: "card empty" }, h("p", { class: "lead" }, t("trip empty"))));
  main.replaceChildren(h("h1", {}, t("trip")), h("p", { class: "lead" }, t("trip lead")), h("div", { class: "split" },
    h("form", { class: "card inputs scenario", novalidate: true, autocomplete: "off", onsubmit: price }, regime.element, legsPlace,
      h("button", { type: "button", onclick: () => { trip.legs.push({ arrive: trip.legs.at(-1).depart }); keep(); drawLegs(); drawMeals(); legsPlace.lastElementChild.querySelector("input").focus(); } }, icon(icons.plus), t("add leg")),
      h("fieldset", { class: "profile" }, h("legend", {}, t("whole trip")), h("div", { class: "grid times" }, leave.element, back.element), overnight.element),
      h("fieldset", { class: "profile" }, h("legend", {}, t("provided")), h("div", { class: "grid" }, mealsPlace)),
      h("button", { type: "submit", class: "primary" }, t("price"))), place));
}
