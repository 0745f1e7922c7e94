// The payslip of one scenario, drawn anew while someone types.
import { announce, debounce, h } from "./dom.js";
import { t } from "./i18n.js";
import { ask, state } from "./api.js";
import { money } from "./format.js";
import { circumstances, initial, legible, request, title } from "./scenario.js";
import { form } from "./entry.js";
import { showFailures } from "./form.js";
import { brokenNote, curl, fromQuery, link } from "./export.js";
import { costNote, notice, stale } from "./notice.js";
import { slip } from "./slip.js";
import { peek } from "./headline.js";
import { remembered } from "./memory.js";

// Milliseconds without a key stroke after which an entry is finished that was not
// left: longer where each result costs a credit.
const quiet = () => (state.key === "" ? 350 : 1500);

export function draw(main, catalogue, query) {
  const result = h("section", { class: "result", "aria-label": t("results") });
  const glance = peek(result);
  let turn = 0, shown; // shown is the request that was answered or refused last

  async function update(scenario, controls) {
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
      for (const each of controls) each.show("");
      show(scenario, found);
    } catch (failure) {
      if (mine !== turn) return;
      shown = { id: idOf(scenario) };
      for (const each of controls) each.show("");
      const words = (text) => catalogue.inWords(scenario.country, text);
      const told = failure.fields ? showFailures(failure, controls, words) : {};
      const remedies = failure.kind === "refused" ? catalogue.remedies(scenario.country, failure.message) : [];
      result.replaceChildren(notice(failure, () => update(scenario, controls), { ...told, words }), ...(remedies.length ? [h("div", { class: "card" }, h("p", {}, t("remedies")), h("div", { class: "buttons" },
        remedies.map(({ name, value, label }) => h("button", { type: "button", class: "primary", onclick: () => inputs.give({ [name]: value }) }, label))))] : []));
      glance.show(null);
    }
    stale(result, false);
  }

  function show(scenario, found) {
    const { answer } = found;
    catalogue.learn(answer).then(() => inputs.learnt(), () => {}); // the year alone will do
    const whatIf = h("details", { class: "card unprinted", ontoggle: async () => {
      if (whatIf.open && whatIf.childElementCount === 1) (await import("./whatif.js")).draw(whatIf, catalogue, { ...scenario, known: "gross", amount: answer.gross });
    } }, h("summary", {}, t("what if")));
    result.replaceChildren(...slip({
      ...found, whatIf, heading: title(catalogue, scenario, answer.tax_year), circumstances: circumstances(catalogue, scenario),
      words: (text) => catalogue.inWords(scenario.country, text), compare: () => toComparison(catalogue, scenario, answer),
      link: () => link("payslip", scenario), curl: () => curl(scenario.known === "net" ? "gross" : "net", request(catalogue, scenario)),
    }));
    glance.show(answer);
    announce(t("result", { net: money(answer.net, answer.currency) }));
  }

  const idOf = (scenario) => JSON.stringify(request(catalogue, scenario));
  const later = debounce(update);
  const { state: sent, broken } = fromQuery(query);
  const inputs = form(catalogue, sent ?? remembered.scenario ?? initial(catalogue), (scenario, controls, finished) => {
    remembered.scenario = legible(scenario);
    if (finished && !result.inert && shown?.id === idOf(scenario) && !controls.some((each) => each.check())) return; // left as it was
    turn++; // what is on its way is of another scenario
    stale(result, true);
    later.after(finished ? 0 : quiet(), scenario, controls);
  }, { other: (known) => (result.inert ? undefined : shown?.answer?.[known]) });
  remembered.scenario = legible(inputs.scenario());
  main.replaceChildren(...[h("h1", { class: "unseen" }, t("payslip")), broken && brokenNote(),
    h("div", { class: "split" }, h("section", { class: "card inputs", "aria-label": t("your pay") }, inputs.element, costNote()), result), glance.element].filter(Boolean));
  update(inputs.scenario(), inputs.controls());
}

// answerOf asks for net pay with its reasons, or for the gross of a net, whose
// reasons cost another call and so wait until somebody wants them.
async function answerOf(catalogue, scenario) {
  if (scenario.known === "gross") {
    const answer = await ask("explain", request(catalogue, scenario));
    return { answer, explained: async () => answer };
  }
  const answer = await ask("gross", request(catalogue, scenario));
  const found = { ...scenario, known: "gross", amount: answer.gross };
  return { answer, explained: () => ask("explain", request(catalogue, found)) };
}

// toComparison puts the scenario beside those to compare, in place of the first
// where there are too many, and shows them.
function toComparison(catalogue, scenario, answer) {
  const most = catalogue.input("compare").properties.scenarios.maxItems;
  remembered.compare = [...(remembered.compare ?? []).slice(1 - most), { ...scenario, known: "gross", amount: answer.gross }];
  announce(t("added to comparison"));
  location.hash = "#/compare";
}
