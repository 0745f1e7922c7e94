// Up to eight scenarios side by side. They are in the address, without a key.
import "./base.js";
import { announce, h, icon, icons } from "./dom.js";
import { firstSentence, t } from "./i18n.js";
import { ask, Failure } from "./api.js";
import { complete, initial, request } from "./scenario.js";
import { choice } from "./form.js";
import { coupleButton } from "./couple.js";
import { edit, settingsOf } from "./scenarios.js";
import { brokenNote, fromQuery, inFragment } from "./export.js";
import { comparison, emptyCards } from "./comparison.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

export function draw(main, catalogue, query) {
  const most = catalogue.input("compare").properties.scenarios.maxItems;
  const { state: sent, broken } = fromQuery(query);
  let scenarios = (Array.isArray(sent) ? sent : remembered.compare ?? []).slice(0, most).map((each) => ({ ...complete(catalogue, each), known: "gross" }));
  const place = h("div", {});
  let turn = 0;

  function changed() {
    remembered.compare = scenarios;
    history.replaceState(null, "", `#/compare${scenarios.length ? `?s=${inFragment(scenarios)}` : ""}`);
    update();
  }

  function add() {
    edit(catalogue, start(), (scenario) => { scenarios.push(scenario); changed(); }, { known: false });
  }

  const start = () => ({ ...(scenarios.at(-1) ?? remembered.scenario ?? initial(catalogue)), known: "gross" });

  // couple offers what spouses may choose, beginning with the scenario that is there.
  const couple = () => coupleButton(catalogue, () => ({ ...start(), ...scenarios[0] }), (made) => { scenarios = made.slice(0, most); changed(); });

  // oneOfEach makes of the last scenario one for each choice of a field.
  function oneOfEach() {
    const begin = start();
    const fields = catalogue.profile(begin.country).filter((field) => field.kind === "choice");
    const pick = choice("each", t("one of each"), [{ value: "", label: "–" }, ...fields.map((field) => ({ value: field.name, label: field.label }))], "", () => {
      const field = fields.find((each) => each.name === pick.value());
      if (!field) return;
      scenarios = field.choices.slice(0, most).map(({ value }) => complete(catalogue, { ...begin, profile: { ...begin.profile, [field.name]: value } }));
      changed();
    });
    return pick.element;
  }

  async function update() {
    const mine = ++turn;
    stale(place, scenarios.length > 0);
    if (!scenarios.length) {
      place.replaceChildren(h("div", { class: "card empty" }, h("p", { class: "lead" }, t("compare empty")),
        h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: add }, icon(icons.plus), t("add scenario")), couple()), oneOfEach()));
      return;
    }
    if (!place.childElementCount) place.replaceChildren(loading());
    try {
      const found = await answer();
      if (mine !== turn) return;
      place.replaceChildren(...comparison(catalogue, { ...found, scenarios, tools, add: scenarios.length < most && add, each: [oneOfEach(), h("div", { class: "buttons follow" }, couple())] }));
      announce(t("compared", { n: found.answer?.rows.length ?? 0 }));
    } catch (failure) {
      if (mine !== turn) return;
      place.replaceChildren(notice(failure, update), ...emptyCards(catalogue, { scenarios, tools, add: scenarios.length < most && add }));
    }
    stale(place, false);
  }

  // answer asks for all; what is refused is left out and asked no more, which costs
  // nothing. of says which scenario each row is of, wrong what is wrong with others.
  async function answer() {
    const wrong = new Map();
    for (;;) {
      const of = scenarios.map((_, i) => i).filter((i) => !wrong.has(i));
      if (!of.length) return { of, wrong };
      const body = { scenarios: of.map((i) => request(catalogue, scenarios[i])) };
      try {
        return { answer: await ask("compare", body), of, wrong, body };
      } catch (failure) {
        const faults = (failure.fields ?? []).filter(({ path: [list, i] }) => list === "scenarios" && of[i] !== undefined);
        if (!(failure instanceof Failure) || !faults.length) throw failure;
        // What the service counts from 1 in its words stands on the card.
        for (const { path: [, i], message } of faults) wrong.set(of[i], firstSentence(catalogue.inWords(scenarios[of[i]].country, message.replace(/^\S+ \d+: /, ""))));
      }
    }
  }

  const tools = (i) => settingsOf(catalogue, i, scenarios[i], {
    change: (scenario) => { scenarios[i] = scenario; changed(); },
    remove: () => { scenarios.splice(i, 1); changed(); },
    copy: scenarios.length < most && (() => { scenarios.splice(i + 1, 0, structuredClone(scenarios[i])); changed(); }),
  }, { known: false });

  main.replaceChildren(...[h("h1", {}, t("compare")), h("p", { class: "lead" }, t("compare lead")), costNote(), broken && brokenNote(), place].filter(Boolean));
  changed();
}
