// A scenario: country, year, period, known side, amount, profile; and its words.
import { known, language, t } from "./i18n.js";
import { money, writeNumber } from "./format.js";

// initial is the scenario that the page begins with.
export function initial(catalogue) {
  const own = navigator.languages.map((each) => new Intl.Locale(each)).find((each) => each.language === language && each.region);
  const region = own?.region ?? new Intl.Locale(language).maximize().region; // of Dutch the Netherlands, and so on
  const country = catalogue.country(region) ?? catalogue.countries[0];
  return complete(catalogue, { country: country.country, known: "gross", amount: Number(t("first amount")) });
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
    ...(/^\d{4}-\d\d-\d\d$/.test(scenario.date ?? "") && { date: scenario.date }),
    profile: Object.fromEntries(Object.entries(scenario.profile ?? {}).filter(([name, value]) => fields.has(name) && value !== undefined)),
  };
}

// legible is a scenario without what cannot be read in it, such as letters in an amount.
export function legible(scenario) {
  const faulty = (value) => Number.isNaN(value) || (typeof value === "object" && value !== null && Object.values(value).some(faulty));
  const read = Object.entries(scenario.profile).map(([name, value]) => [name, Array.isArray(value) ? value.filter((item) => !faulty(item)) : value]);
  return { ...scenario, profile: Object.fromEntries(read.filter(([, value]) => !faulty(value))) };
}

// request is a scenario as the service takes it; without an amount for a curve.
export function request(catalogue, scenario, withAmount = true) {
  const body = { country: scenario.country, year: scenario.year, period: scenario.period, ...(scenario.date && { pay_date: scenario.date }) };
  if (Object.keys(scenario.profile).length) body[catalogue.profileKey(scenario.country)] = scenario.profile;
  if (withAmount) body[scenario.known] = scenario.amount;
  return body;
}

// asked says whether a field means something beside what else was entered: all that one
// of its groups lists holds; no values stand for any that was entered.
export function asked(field, scenario, fields) {
  const groups = field.schema["x-asked-with"];
  const holds = ([name, values]) => {
    const beside = fields.find((each) => each.name === name);
    const meant = !beside || asked(beside, scenario, fields);
    const value = (meant ? scenario.profile[name] : undefined) ?? scenario[name] ?? beside?.fallback;
    return values.length ? values.includes(String(value)) : meant && Boolean(scenario.profile[name]);
  };
  return !groups || groups.some((group) => Object.entries(group).every(holds));
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
export function worded(field, value, length) {
  if (field?.kind === "records") return value.map((one) => [field.kinds.find(({ kind }) => kind === one.kind)?.label, one.name, one.amount !== undefined && writeNumber(one.amount)].filter(Boolean).join(" ")).join(", ");
  const word = (one) => field?.choices?.find((each) => each.value === one)?.[length] ?? (one === true ? t("yes") : one === false ? t("no") : writeNumber(one));
  return [value].flat().map(word).join(", ");
}

// circumstances lists what was given of the profile, with its value.
export function circumstances(catalogue, scenario) {
  return catalogue.profile(scenario.country).filter(({ name }) => scenario.profile[name] !== undefined).map((field) => [field.label, worded(field, scenario.profile[field.name], "label")]);
}

// differences says for each scenario what the others do not share: country and year,
// pay, circumstances; those too that were left as they are where another changed them.
export function differences(catalogue, scenarios) {
  const changed = new Set(scenarios.flatMap((scenario) => Object.keys(scenario.profile).map((name) => `${scenario.country} ${name}`)));
  const all = scenarios.map((scenario) => {
    const country = catalogue.country(scenario.country);
    return [country.name, catalogue.taxYear(scenario.country, scenario.year), `${t("gross")} ${money(scenario.amount, country.currency)}`, known("per", scenario.period),
      ...catalogue.profile(scenario.country).filter((field, _, fields) => changed.has(`${scenario.country} ${field.name}`) && asked(field, scenario, fields)).map((field) => {
        const value = scenario.profile[field.name] ?? field.fallback;
        const empty = value === undefined || value === null || (Array.isArray(value) && !value.length);
        return `${field.label}: ${empty ? t("not given") : worded(field, value, "short")}`;
      })];
  });
  return all.map((own) => own.filter((each) => scenarios.length === 1 || !all.every((others) => others.includes(each))));
}
