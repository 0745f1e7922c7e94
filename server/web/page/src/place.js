// A field that finds places while someone types: a combobox with a list.
import { announce, debounce, h, newId } from "./dom.js";
import { language, t } from "./i18n.js";
import { ask } from "./api.js";
import { fault } from "./form.js";

const shown = 8;
const shortest = 2;
const quiet = 300;

// land is the name of a place's country: the service has it in two languages, the browser
// in the others.
function land({ country, country_name: english, country_name_de: german }) {
  if (language === "en" || language === "de") return language === "de" ? german ?? english : english;
  return new Intl.DisplayNames([language], { type: "region" }).of(country);
}

// name writes a place as people do, from the small to the large.
export function name(place) {
  if (place.postal_code && !place.city) return `${t("postal code")} ${place.postal_code}`;
  const city = language === "de" ? place.city_de ?? place.city : place.city;
  const country = land(place);
  return [city, place.county && place.county !== place.city ? place.county : null, place.state, country].filter(Boolean).join(", ");
}

// regimeChoices names regimes in short, by what stands before their colon, unless
// another one has the same there.
export function regimeChoices(regimes) {
  const short = ({ name: whole }) => whole.split(":")[0];
  return regimes.map((each) => ({ value: each.id, label: regimes.filter((other) => short(other) === short(each)).length > 1 ? each.name : short(each) }));
}

// asked is a place as a question names it.
export const asked = ({ country, city, state, county, postal_code }) =>
  Object.fromEntries(Object.entries({ country, city, state, county, postal_code }).filter(([, value]) => value));

// unlisted is a place that the tables do not name, in the country of the regime:
// what its rules say of any other place holds. A state may stand behind a comma.
function unlisted(text, { country }) {
  const [, city, state] = /^(.*?)(?:,\s*(\p{L}{2}))?$/u.exec(text);
  const called = (locale) => new Intl.DisplayNames([locale], { type: "region" }).of(country);
  return { country, country_name: called("en"), country_name_de: called("de"), city: city.charAt(0).toUpperCase() + city.slice(1), state: state?.toUpperCase(), guessed: true };
}

const page = 500; // as many places as one answer has

// countriesOf lists the countries in the tables of a regime, [code, name] by name.
async function countriesOf({ id: regime }) {
  const found = new Map();
  for (let offset = 0, total = 1; offset < total; offset += page) {
    const answer = await ask("locations", { regime, limit: page, offset });
    total = answer.total;
    for (const place of answer.items) found.set(place.country, land(place));
  }
  return [...found].sort(([, a], [, b]) => a.localeCompare(b, language));
}

// elsewhere finds places in the tables of other regimes: where the own ones have none, the
// service says which of theirs is closest.
async function elsewhere({ id: own }, q) {
  for (const { id: regime } of (await ask("regimes")).regimes.filter(({ id, status }) => status === "supported" && id !== own)) {
    const { items } = await ask("locations", { regime, q, limit: shown });
    if (items.length) return items;
  }
  return [];
}

// placeField asks for a country, which may be left open, and a place of a regime;
// value() is the place chosen.
export function placeField(regime, chosen, changed) {
  const id = newId("place"), listId = `${id}-list`, errorId = `${id}-error`;
  let place = chosen, options = [], active = -1, turn = 0;
  const pick = h("select", { id: `${id}-country`, onchange: within }, h("option", { value: "" }, t("any country")));
  const pickField = h("div", { class: "field", hidden: true }, h("div", { class: "label" }, h("label", { for: pick.id }, t("country"))), pick);
  countriesOf(regime()).then((countries) => {
    pick.append(...countries.map(([value, label]) => h("option", { value }, label)));
    pick.value = place?.country ?? "";
    pickField.hidden = countries.length < 2;
  }, () => {}); // the place can be named without
  const list = h("ul", { role: "listbox", id: listId, class: "options", hidden: true, "aria-label": t("places") });
  const { element: error, show } = fault(errorId, () => [input]);
  const input = h("input", {
    id, role: "combobox", autocomplete: "off", spellcheck: "false", "aria-expanded": "false", "aria-controls": listId, "aria-autocomplete": "list",
    "aria-describedby": errorId, value: chosen ? name(chosen) : "", placeholder: t("place hint"),
    oninput: () => { place = undefined; show(""); search(input.value.trim()); changed(); },
    onkeydown: keys, onblur: left,
  });

  const search = debounce(async (text) => {
    const mine = ++turn;
    if (text.length < shortest) return close();
    try {
      let found = /^\d{4,}$/.test(text) ? [{ postal_code: text }] : (await ask("locations", { regime: regime().id, q: text, country: pick.value, limit: shown })).items;
      if (!found.length && !pick.value) found = await elsewhere(regime(), text);
      if (mine !== turn || document.activeElement !== input) return;
      offer(found.length ? found : [unlisted(text, { country: pick.value || regime().country })]);
      announce(found.length ? t("places found", { n: found.length }) : `${name(options[0])}: ${t("place unlisted")}`);
    } catch (failure) {
      if (mine === turn) show(failure.message || t(`problem ${failure.kind}`));
    }
  }, quiet);

  // within offers the places of the country that was chosen; the only one is taken.
  async function within() {
    if (place && place.country !== pick.value) { place = undefined; input.value = ""; changed(); }
    if (!pick.value || place) return;
    const mine = ++turn;
    const found = await ask("locations", { regime: regime().id, country: pick.value, limit: page }).catch(() => ({ items: [] }));
    if (mine !== turn) return;
    options = found.items;
    if (options.length === 1) return choose(0);
    input.focus();
    offer(options);
  }

  // offer lists places to choose from.
  function offer(places) {
    if (!places?.length) return;
    options = places;
    active = -1;
    list.replaceChildren(...options.map((option, i) => h("li", {
      role: "option", id: `${listId}-${i}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); choose(i); },
    }, name(option), option.guessed && h("span", { class: "quiet small" }, t("place unlisted")))));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
  function choose(i, shown = name(options[i])) {
    place = options[i];
    input.value = shown;
    pick.value = place.country ?? "";
    show("");
    close();
    changed();
  }
  // left takes a name that was typed out for the place of that name. What no
  // table names stays as it was typed: the service says whether it is there.
  function left() {
    const typed = input.value.trim().toLowerCase();
    const meant = place ? -1 : options.findIndex((option) => [name(option), option.city, option.city_de, option.postal_code, option.city ? null : option.country_name, option.city ? null : option.country_name_de].some((each) => each?.toLowerCase() === typed));
    if (meant >= 0) choose(meant, options[meant].guessed ? input.value : undefined);
    else setTimeout(close, 150);
  }
  function move(to) {
    if (!options.length || list.hidden) return;
    active = (to + options.length) % options.length;
    [...list.children].forEach((each, i) => each.setAttribute("aria-selected", String(i === active)));
    list.children[active].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", `${listId}-${active}`);
  }
  function keys(event) {
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active < 0 ? -1 : active - 1);
    else if (event.key === "Enter" && !list.hidden && options.length) choose(Math.max(0, active));
    else if (event.key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
  }
  const element = h("div", { class: "whereabouts" }, pickField, h("div", { class: "field place" }, h("div", { class: "label" }, h("label", { for: id }, t("place"))), input, list, error));
  return { name: "place", label: t("place"), element, input, value: () => place, show, offer, check: () => (place ? "" : t("place missing")) };
}
