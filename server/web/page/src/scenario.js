// The form of one scenario: country, year, period, known side, amount, profile.
import { h, newId } from "./dom.js";
import { known, t } from "./i18n.js";
import { choice, control } from "./form.js";
import { writeNumber } from "./format.js";

// initial is the scenario that the page begins with.
export function initial(catalogue) {
  const country = catalogue.countries[0];
  return complete(catalogue, { country: country.country, known: "gross", amount: catalogue.amount("gross").example });
}

// complete fills in what a scenario lacks and drops what its country has not.
export function complete(catalogue, scenario) {
  const country = catalogue.country(scenario.country) ?? catalogue.countries[0];
  const years = country.years;
  const periods = country.periods;
  const fallback = { year: catalogue.default("year"), period: catalogue.default("period") };
  const fields = new Set(country.profile_fields);
  return {
    country: country.country,
    year: years.includes(scenario.year) ? scenario.year : years.includes(fallback.year) ? fallback.year : years.at(-1),
    period: periods.includes(scenario.period) ? scenario.period : periods.includes(fallback.period) ? fallback.period : periods[0],
    known: scenario.known === "net" ? "net" : "gross",
    amount: scenario.amount,
    profile: Object.fromEntries(Object.entries(scenario.profile ?? {}).filter(([name]) => fields.has(name))),
  };
}

// request is a scenario as the service takes it; without an amount for a curve.
export function request(catalogue, scenario, withAmount = true) {
  const body = { country: scenario.country, year: scenario.year, period: scenario.period };
  if (Object.keys(scenario.profile).length) body[catalogue.profileKey(scenario.country)] = scenario.profile;
  if (withAmount) body[scenario.known] = scenario.amount;
  return body;
}

// title names a scenario in a few words; taxYear is its year as the rules write it.
export function title(catalogue, scenario, taxYear = catalogue.taxYear(scenario.country, scenario.year)) {
  const country = catalogue.country(scenario.country);
  const fields = catalogue.profile(scenario.country);
  const settings = Object.entries(scenario.profile).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return value === true ? field.label : `${field?.label ?? name}: ${worded(field, value, "short")}`;
  });
  return { heading: `${country.name} ${taxYear}`, settings };
}

// worded writes the value of a field; length is how a choice is written, short or label.
function worded(field, value, length) {
  const word = (one) => field?.choices?.find((each) => each.value === one)?.[length] ?? (one === true ? t("yes") : one === false ? t("no") : writeNumber(one));
  return [value].flat().map(word).join(", ");
}

// circumstances lists every field of the profile with its value, those too that were
// left as they were; in the end the names of those without one.
export function circumstances(catalogue, scenario) {
  const all = catalogue.profile(scenario.country).map((field) => [field, scenario.profile[field.name] ?? field.fallback]);
  const given = ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && !value.length);
  return [...all.filter(given).map(([field, value]) => [field.label, worded(field, value, "label")]),
    [t("not given"), all.filter((each) => !given(each)).map(([field]) => field.label).join(", ")]];
}

// differences lists for each scenario what the others do not share.
export function differences(catalogue, scenarios) {
  const all = scenarios.map((scenario) => title(catalogue, scenario).settings);
  return all.map((own) => own.filter((each) => !all.every((others) => others.includes(each))));
}

// form shows a scenario and tells of its changes. options.amount false leaves
// the amount out, options.known false allows gross only.
export function form(catalogue, scenario, changed, options = {}) {
  const element = h("form", { class: "scenario", autocomplete: "off", novalidate: true, onsubmit: (event) => event.preventDefault() });
  let now = complete(catalogue, scenario);
  let controls = [];
  // On a small screen the result is not pushed out of sight by the profile.
  let open = !matchMedia("(max-width: 40rem)").matches;

  function read(finished) {
    const by = Object.fromEntries(controls.map((each) => [each.name, each.value()]));
    const profile = {};
    for (const field of catalogue.profile(now.country)) if (by[field.name] !== undefined) profile[field.name] = by[field.name];
    const amount = options.amount === false ? now.amount : by[now.known];
    now = { ...now, profile, amount };
    changed(now, controls, finished);
  }

  function rebuild(next, focus) {
    now = complete(catalogue, next);
    draw();
    if (focus) element.querySelector(`[data-name="${focus}"] select, [data-name="${focus}"] input:checked`)?.focus();
    changed(now, controls, true);
  }

  function draw() {
    const country = catalogue.country(now.country);
    const pick = (name, label, list, value) => {
      const made = choice(name, label, list, value, () => rebuild({ ...now, [name]: made.value() }, name));
      made.element.dataset.name = name;
      return made;
    };
    const where = pick("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })), now.country);
    where.element.classList.add("wide");
    const year = pick("year", t("year"), country.years.map((value) => ({ value, label: catalogue.taxYear(now.country, value) })), now.year);
    const period = pick("period", t("period"), country.periods.map((value) => ({ value, label: known("period", value) })), now.period);
    controls = [where, year, period];
    let side = null, amount = null;
    if (options.amount !== false) {
      const asked = control({
        ...catalogue.amount(now.known), label: t(`${now.known} for`, { period: known("per", now.period) }), help: "",
        affix: h("span", { class: "affix", "aria-hidden": "true" }, country.currency),
      }, now.amount, read);
      asked.element.classList.add("amount");
      controls.push(asked);
      amount = asked.element;
      if (options.known !== false) {
        const group = newId("known");
        side = h("fieldset", { class: "sides", "data-name": "known" }, h("legend", { class: "unseen" }, t("known side")),
          ["gross", "net"].map((value) => h("label", {},
            h("input", { type: "radio", name: group, value, checked: now.known === value, onchange: () => rebuild({ ...now, known: value, amount: options.other?.(value) ?? now.amount }, "known") }),
            h("span", {}, t(`know ${value}`)))));
      }
    }
    const fields = catalogue.profile(now.country).map((field) => {
      const made = control(field, now.profile[field.name], read);
      made.path = [catalogue.profileKey(now.country), field.name];
      return made;
    });
    controls.push(...fields);
    element.replaceChildren(...[
      h("div", { class: "grid two" }, where.element, year.element, period.element),
      side, amount,
      h("details", { class: "profile", open: open, ontoggle: (event) => { open = event.target.open; } }, h("summary", {}, t("profile")),
        h("div", { class: "grid two", role: "group", "aria-label": t("profile") }, fields.map((each) => each.element))),
    ].filter(Boolean));
  }

  draw();
  const nameYears = () => catalogue.nameYears(controls.find((each) => each.name === "year").input, now.country);
  return { element, nameYears, scenario: () => now, controls: () => controls, valid: () => controls.every((each) => !each.check()) };
}
