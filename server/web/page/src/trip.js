// A trip: where and when, what was provided, and what it gives day by day.
import "./base.js";
import { announce, debounce, h, icon, icons, newId } from "./dom.js";
import { firstSentence, t } from "./i18n.js";
import { ask, state } from "./api.js";
import { choice, control, fault } from "./form.js";
import { asked, placeField, regimeChoices } from "./place.js";
import { days, provided } from "./provided.js";
import { further } from "./further.js";
import { allowances } from "./allowances.js";
import { costNote, notice, loading, stale } from "./notice.js";
import { brokenNote, fromQuery, link } from "./export.js";
import { remembered } from "./memory.js";

const quiet = () => (state.key === "" ? 600 : 1500); // milliseconds after which a change is finished

// later moves a local date and time by as much as lies between two others.
function later(time, from, to) {
  const at = (text) => Date.parse(`${text}Z`);
  return new Date(at(time) + at(to) - at(from)).toISOString().slice(0, 16);
}

ask("regimes").catch(() => {}); // asked for while the rest still loads

export async function draw(main, catalogue, query) {
  const schema = catalogue.input("trip");
  const leg = catalogue.resolve(schema.properties.legs.items);
  const meals = catalogue.resolve(catalogue.resolve(schema.properties.meals_provided.items).properties.meals.items).enum;
  const place = h("section", { class: "result", "aria-label": t("trip result") });
  const waiting = loading();
  main.replaceChildren(waiting);
  let regimes;
  try {
    regimes = (await ask("regimes")).regimes.filter((regime) => regime.status === "supported");
  } catch (failure) {
    if (waiting.isConnected) main.replaceChildren(notice(failure, () => draw(main, catalogue, query)));
    return;
  }
  if (!waiting.isConnected) return; // another view was opened meanwhile
  const { state: sent, broken } = fromQuery(query);
  const trip = { regime: regimes[0].id, legs: [{}], meals: {}, paid: {}, lodging: [], overnight: true, ...(sent ?? remembered.trip) };
  let controls = [], wanted = []; // of the legs: all, and what the rules want besides
  const again = h("p", { class: "card slim", role: "status", hidden: true }, t("trip changed"));
  let turn = 0;
  // keep takes a change of the trip: no answer is of this trip until it is priced.
  function keep() {
    remembered.trip = trip;
    turn++;
    again.hidden = !trip.priced;
    stale(place, Boolean(trip.priced));
    live.after(quiet());
  }
  const all = () => [...controls, ...ending, ...whole.controls(), ...others.controls()];
  // live prices the trip by itself once it is whole.
  const live = debounce(() => { if (legsPlace.isConnected && all().every((each) => !each.check())) price(); });

  const legsPlace = h("div", { class: "legs" });
  const regime = choice("regime", t("regime"), regimeChoices(regimes), trip.regime, () => {
    trip.regime = regime.value();
    for (const each of trip.legs) delete each.place;
    keep(); drawLegs(); drawWhole(); others.draw();
  });

  // moment asks for a local date and time.
  function moment(label, owner, key, path, optional) {
    const id = newId(key);
    const { element: error, show } = fault(`${id}-error`, () => [input]);
    const input = h("input", { id, type: "datetime-local", value: owner[key] ?? "", "aria-describedby": `${id}-error`, oninput: () => { owner[key] = input.value || undefined; show(""); keep(); others.draw(); } });
    const zone = trip.offsets && h("input", { type: "text", placeholder: "+01:00", autocomplete: "off", spellcheck: "false", maxlength: "6", value: owner[`${key} offset`] ?? "", "aria-label": t("offset", { label }), "aria-describedby": `${id}-error`, oninput: () => { owner[`${key} offset`] = zone.value.trim() || undefined; show(""); keep(); } });
    function check() {
      if (!owner[key]) return optional && !input.validity.badInput ? "" : t("time missing");
      return zone && !/^(Z|[+-]\d{2}:\d{2})$/.test(owner[`${key} offset`] ?? "") ? t("offset missing") : "";
    }
    return {
      name: key, label, path, input, show, check,
      element: h("div", { class: "field" }, h("div", { class: "label" }, h("label", { for: id }, label)), zone ? h("div", { class: "zoned" }, input, zone) : input, error),
    };
  }

  function drawLegs() {
    controls = [];
    wanted = [];
    legsPlace.replaceChildren(...trip.legs.map((each, i) => {
      const where = placeField(() => regimes.find((one) => one.id === trip.regime), each.place, () => { each.place = where.value(); keep(); });
      where.path = ["legs", i, "city"];
      const arrive = moment(t("arrive"), each, "arrive", ["legs", i, "arrive"]);
      const depart = moment(t("depart"), each, "depart", ["legs", i, "depart"]);
      const home = control({ name: "home", label: t("home"), help: leg.properties.home.description, kind: "check", fallback: false }, each.home, () => {
        each.home = home.value(); keep(); drawLegs();
      });
      const more = each.home ? null : further(catalogue, leg.properties, trip.regime, (each.further ??= {}), keep, ["legs", i]);
      wanted[i] = more;
      controls.push(...(each.home ? [] : [where]), arrive, depart, ...(more?.controls() ?? []));
      const change = (act) => () => { act(); keep(); drawLegs(); others.draw(); };
      const button = (word, sign, act) => h("button", { type: "button", class: "ghost", "aria-label": `${t(word)}: ${t("leg", { n: i + 1 })}`, title: t(word), onclick: change(act) }, icon(icons[sign]));
      const between = trip.legs.length > 1 && i > 0 && i < trip.legs.length - 1;
      const besides = [...(more?.elements ?? []), ...(between ? [home.element] : [])];
      return h("fieldset", { class: "leg" },
        h("legend", { class: "unseen" }, t("leg", { n: i + 1 })),
        h("div", { class: "stay" }, each.home ? h("p", { class: "field" }, t("home")) : where.element, arrive.element, depart.element,
          h("div", { class: "stay-tools" }, button("duplicate", "copy", () => trip.legs.splice(i + 1, 0, following(each))), trip.legs.length > 1 && button("remove", "close", () => trip.legs.splice(i, 1)))),
        besides.length > 0 && h("details", { open: each.home || Object.values(each.further ?? {}).some((value) => value !== undefined && value !== "") }, h("summary", {}, t("more")), h("div", { class: "grid two" }, besides)));
    }));
  }

  // following is a stay at the same place, as long, from the end of one.
  const following = (leg) => ({ ...structuredClone(leg), arrive: leg.depart, depart: leg.arrive && leg.depart && later(leg.depart, leg.arrive, leg.depart) });

  let ending = []; // leaving and coming home
  let whole; // what the rules want of the trip besides
  const wholePlace = h("div", { class: "grid" });
  function drawWhole() {
    ending = [moment(t("leave home"), trip, "leave_home", ["leave_home"], true), moment(t("return home"), trip, "return_home", ["return_home"], true)];
    whole = further(catalogue, schema.properties, trip.regime, (trip.further ??= {}), keep);
    wholePlace.replaceChildren(h("div", { class: "grid times" }, ending.map((each) => each.element)), overnight.element, offsets.element, ...whole.elements);
  }
  const overnight = control({ name: "overnight", label: t("overnight"), help: schema.properties.overnight.description, kind: "check", fallback: true }, trip.overnight, () => {
    trip.overnight = overnight.value() ?? true; keep(); others.draw();
  });

  const offsets = control({ name: "offsets", label: t("with offsets"), help: leg.properties.arrive.description, kind: "check", fallback: false }, trip.offsets, () => {
    trip.offsets = offsets.value(); keep(); drawLegs(); drawWhole();
  });

  const ends = () => [trip.leave_home ?? trip.legs[0].arrive, trip.return_home ?? trip.legs.at(-1).depart].map((each) => each?.slice(0, 10));
  const paid = catalogue.resolve(schema.properties.meals_provided.items).properties.paid;
  const others = provided(trip, meals, paid, { span: () => days(...ends()), currency: () => regimes.find((each) => each.id === trip.regime)?.currency, keep });

  // timed is a time of the trip as the service takes it.
  const timed = (owner, key) => owner[key] && { [key]: owner[key] + (trip.offsets ? owner[`${key} offset`] : "") };
  const body = () => ({
    regime: trip.regime,
    legs: trip.legs.map((each, i) => ({ ...(each.home ? { home: true } : asked(each.place)), ...timed(each, "arrive"), ...timed(each, "depart"), ...wanted[i]?.entries() })),
    ...timed(trip, "leave_home"), ...timed(trip, "return_home"),
    ...(trip.overnight === false && { overnight: false }),
    ...whole.entries(), ...others.entries(),
  });

  async function price(event) {
    event?.preventDefault();
    let first;
    for (const each of all()) {
      const wrong = each.check();
      each.show(wrong);
      if (wrong) first ??= each;
    }
    if (first) { first.input.focus(); return; }
    const mine = ++turn;
    live.after(1e9);
    stale(place, true);
    try {
      const asks = body();
      const answer = await ask("trip", asks);
      if (mine !== turn) return;
      const chosen = regimes.find((each) => each.id === answer.regime);
      trip.priced = true;
      remembered.trip = trip;
      place.replaceChildren(...allowances(answer, { trip: structuredClone(trip), regime: chosen.name, body: asks, words: (text) => catalogue.ofTrip(text), offers, link: () => link("trip", { ...trip, priced: true }) }));
      announce(t("trip priced"));
      if (event) place.scrollIntoView({ block: "nearest" });
    } catch (failure) {
      if (mine !== turn) return;
      const rest = [];
      let marked;
      for (const { path: at, message } of failure.fields ?? []) {
        const concerned = all().find((each) => each.path?.join() === at.join());
        if (!concerned) { rest.push(message); continue; }
        marked ??= concerned;
        concerned.show(...firstSentence(message));
        for (let within = concerned.element?.closest("details"); within; within = within.parentElement.closest("details")) within.open = true;
        if (event) concerned.input.focus();
        concerned.offer?.(failure.candidates);
      }
      place.replaceChildren(notice(failure, () => price(event), { rest, marked }));
    }
    again.hidden = true;
    stale(place, false);
  }

  // offers is a button that applies what a warning says was not, where that is a yes or
  // no of the whole trip.
  function offers({ field: name }) {
    const asked = whole.controls().find((each) => each.name === name && each.input.type === "checkbox");
    return asked && !asked.input.checked && h("button", { type: "button", onclick: () => { asked.input.checked = true; asked.input.dispatchEvent(new Event("change")); price(); } }, asked.label);
  }

  drawLegs();
  drawWhole();
  others.draw();
  place.replaceChildren(h("div", { class: "card empty" }, h("p", { class: "lead" }, t("trip empty"))));
  main.replaceChildren(...[h("h1", {}, t("trip")), h("p", { class: "lead" }, t("trip lead")), broken && brokenNote(), h("div", { class: "split" },
    h("form", { class: "card inputs scenario", novalidate: true, autocomplete: "off", onsubmit: price }, regime.element, legsPlace,
      h("button", { type: "button", onclick: () => { trip.legs.push({ arrive: trip.legs.at(-1).depart, "arrive offset": trip.legs.at(-1)["depart offset"] }); keep(); drawLegs(); others.draw(); legsPlace.lastElementChild.querySelector("input").focus(); } }, icon(icons.plus), t("add leg")),
      h("fieldset", { class: "profile" }, h("legend", {}, t("whole trip")), wholePlace),
      h("fieldset", { class: "profile" }, h("legend", {}, t("provided")), others.element),
      h("button", { type: "submit", class: "primary" }, t("price")), costNote()), h("div", {}, again, place))].filter(Boolean));
  if (trip.priced) price();
}
