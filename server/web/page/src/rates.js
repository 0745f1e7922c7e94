// The rates of a place on a day: what each meal and night is worth, by season where
// the table has seasons.
import "./base.js";
import { announce, debounce, h } from "./dom.js";
import { firstSentence, known, licence, t } from "./i18n.js";
import { addressOf, ask, state } from "./api.js";
import { day, money, month } from "./format.js";
import { choice, control } from "./form.js";
import { asked, name, placeField, regimeChoices } from "./place.js";
import { brokenNote, fromQuery, inFragment, link, takeAway } from "./export.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

const quiet = () => (state.key === "" ? 300 : 1000); // milliseconds after which a date is finished

ask("regimes").catch(() => {}); // asked for while the rest still loads

export async function draw(main, catalogue, query) {
  const waiting = loading();
  main.replaceChildren(waiting);
  const regimes = (await ask("regimes")).regimes.filter((regime) => regime.status === "supported");
  if (!waiting.isConnected) return; // another view was opened meanwhile
  const { state: sent, broken } = fromQuery(query);
  const wanted = sent ?? remembered.rates ?? {};
  wanted.regime = regimes.some((each) => each.id === wanted.regime) ? wanted.regime : regimes[0].id;
  wanted.date ??= new Date().toISOString().slice(0, 10);
  const place = h("section", { class: "result", "aria-label": t("rates") });
  let turn = 0;

  function changed() {
    remembered.rates = wanted;
    turn++;
    stale(place, true);
    later.after(quiet());
  }
  const regime = choice("regime", t("regime"), regimeChoices(regimes), wanted.regime, () => {
    Object.assign(wanted, { regime: regime.value(), place: undefined });
    draw(main, catalogue, new URLSearchParams({ s: JSON.stringify(wanted) }));
  });
  const where = placeField(() => regimes.find((each) => each.id === wanted.regime), wanted.place, () => { wanted.place = where.value(); changed(); });
  const when = control({ name: "date", label: t("date"), kind: "text", help: "", schema: { format: "date" }, required: true }, wanted.date, () => { wanted.date = when.value(); changed(); });

  async function update() {
    if (!wanted.place || !wanted.date) return;
    const mine = ++turn;
    stale(place, true);
    const question = { regime: wanted.regime, ...asked(wanted.place), date: wanted.date };
    history.replaceState(null, "", `#/rates?s=${inFragment(wanted)}`);
    try {
      const answer = await ask("rates", question);
      if (mine !== turn) return;
      place.replaceChildren(...sheet(answer, { link: () => link("rates", wanted), curl: () => `curl '${location.origin}${addressOf("rates")}?${new URLSearchParams(question)}' \\\n  -H "X-API-Key: $PAYSLATE_KEY"` }));
      announce(t("rates found", { place: name(answer.location) }));
    } catch (failure) {
      if (mine !== turn) return;
      const concerned = failure.candidates || failure.kind === "refused";
      if (concerned) { where.show(...firstSentence(failure.message)); where.offer(failure.candidates); }
      place.replaceChildren(notice(failure, update, concerned ? { marked: where } : {}));
    }
    stale(place, false);
  }
  const later = debounce(update);

  place.replaceChildren(h("div", { class: "card empty" }, h("p", { class: "lead" }, t("rates empty"))));
  main.replaceChildren(...[h("h1", {}, t("rates")), h("p", { class: "lead" }, t("rates lead")), broken && brokenNote(),
    h("div", { class: "split" }, h("form", { class: "card inputs scenario", novalidate: true, autocomplete: "off", onsubmit: (event) => { event.preventDefault(); update(); } }, regime.element, where.element, when.element, costNote()), place)].filter(Boolean));
  update();
}

// label is what a figure of a table is called.
const label = (key) => known("figure", key);

// sheet shows the answer: the day's amounts, the table's other figures, its seasons.
function sheet(answer, { link: address, curl }) {
  const { breakdown, currency } = answer;
  const cash = (amount) => money(amount, currency);
  const seasons = Object.entries(breakdown).filter(([, value]) => typeof value?.[0] === "number");
  const figures = Object.entries(breakdown).filter(([key, value]) => typeof value === "number" && !/year/.test(key));
  const others = Object.entries(breakdown).filter(([key, value]) => typeof value === "boolean" || (typeof value === "number" && /year/.test(key)));
  const night = money(answer.lodging, answer.lodging_currency);
  const { season } = breakdown;
  return [
    h("div", { class: "card headline" }, h("div", { class: "amounts" },
      h("div", { class: "net" }, h("p", { class: "eyebrow" }, t("night at", { place: name(answer.location) })), h("p", { class: "big" }, h("span", { class: "figures" }, night))),
      h("div", {}, h("p", { class: "eyebrow" }, t("meals of a day")), h("p", { class: "large figures" }, cash(answer.meals))),
      h("p", { class: "quiet small" }, [day(answer.date), season && t("season", { from: day(season.from), to: day(season.to) })].filter(Boolean).join(" · "))),
    [...new Set([...answer.fallbacks, ...answer.warnings.map((warning) => warning.message)])].map((each) => h("p", { class: "hint-line" }, each))),
    h("div", { class: "card" }, h("h2", {}, t("amounts of the table")),
      h("table", { class: "lines" }, h("tbody", {}, figures.map(([key, value]) => row(label(key), cash(value))), others.map(([key, value]) => row(label(key), typeof value === "boolean" ? t(value ? "yes" : "no") : String(value))))),
      seasons.map(([key, amounts]) => byMonth(answer, key, amounts)),
      takeAway(`rates-${answer.regime}`, {
        rows: () => [[t("figure of the law"), t("amount"), t("column.currency")], [t("night"), answer.lodging, answer.lodging_currency], ...figures.map(([key, value]) => [label(key), value, currency]),
          ...seasons.flatMap(([key, amounts]) => amounts.map((amount, i) => [`${label(key)}: ${month(answer.source.valid_from, i)}`, amount, answer.lodging_currency]))],
        json: () => answer, link: address, curl,
      })),
    h("div", { class: "card" }, answer.candidates.length > 0 && h("p", {}, t("may also mean", { places: answer.candidates.map(name).join("; ") })),
      h("h2", {}, t("sources")), h("p", {}, h("a", { href: answer.source.url, rel: "noreferrer", target: "_blank" }, answer.source.name), h("span", { class: "quiet small" }, ` ${licence(answer.source.license)}`)),
      h("ul", { class: "notes" }, [...answer.notes, answer.disclaimer].map((each) => h("li", {}, each)))),
  ];
}

const row = (name, value) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "figures" }, value));

// byMonth shows amounts by the months of the table's year; the day's is marked.
function byMonth(answer, key, amounts) {
  const at = (i) => month(answer.source.valid_from, i);
  const today = month(answer.date, 0);
  return [h("h3", {}, label(key)), h("div", { class: "months" }, amounts.map((amount, i) => h("div", { class: at(i) === today ? "meant" : "" }, h("span", { class: "quiet small" }, at(i)), h("span", { class: "figures" }, money(amount, answer.lodging_currency)))))];
}
