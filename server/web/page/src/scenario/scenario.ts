// A scenario: country, year, period, known side, amount, profile.
import type { Period, Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { check, complete as completeRows, type Row } from "../forms/check.ts";
import type { Field } from "../forms/field.ts";
import { language, t } from "../language/words.ts";

export type Side = "gross" | "net";
export type Profile = Record<string, Value | undefined>;
export interface Scenario { country: string; year: number; period: Period; known: Side; amount: number | undefined; date?: string | undefined; profile: Profile }
export type Sketch = Partial<Scenario>;

// initial is the scenario that the page begins with.
export function initial(catalogue: Catalogue): Scenario {
  const own = navigator.languages.map((each) => new Intl.Locale(each)).find((each) => each.language === language && each.region);
  const region = own?.region ?? new Intl.Locale(language).maximize().region; // of Dutch the Netherlands, and so on
  const country = [region, region === "GB" ? "UK" : "DE", "DE"].find((code) => code && catalogue.has(code));
  return complete(catalogue, { ...(country && { country }), known: "gross", amount: Number(t("first amount")) });
}

// complete fills in what a scenario lacks and drops what its country has not.
export function complete(catalogue: Catalogue, scenario: Sketch): Scenario {
  const country = catalogue.country(scenario.country ?? "");
  const { years, periods } = country;
  const year = [scenario.year, catalogue.default("year")].find((each) => typeof each === "number" && years.includes(each)) as number | undefined;
  const period = [scenario.period, catalogue.default("period")].find((each) => periods.includes(each as Period)) as Period | undefined;
  const fields = new Set(country.profile_fields);
  return {
    country: country.country, year: year ?? years.at(-1) ?? 0, period: period ?? periods[0] ?? "month",
    known: scenario.known === "net" ? "net" : "gross", amount: scenario.amount,
    ...(/^\d{4}-\d\d-\d\d$/.test(scenario.date ?? "") && { date: scenario.date }),
    profile: Object.fromEntries(Object.entries(scenario.profile ?? {}).filter(([name, value]) => fields.has(name) && value !== undefined)),
  };
}

// legible is a scenario without what cannot be read in it, such as letters in an amount.
export function legible(scenario: Scenario): Scenario {
  const faulty = (value: unknown): boolean => Number.isNaN(value) || (typeof value === "object" && value !== null && Object.values(value).some(faulty));
  const read = Object.entries(scenario.profile).map(([name, value]) => [name, Array.isArray(value) ? value.filter((item) => !faulty(item)) : value] as const);
  return { ...scenario, profile: Object.fromEntries(read.filter(([, value]) => !faulty(value))) };
}

// asked says whether a field means something beside what else was entered: all that one
// of its groups lists holds; no values stand for any that was entered.
export function asked(field: Field, scenario: Scenario, fields: Field[]): boolean {
  const groups = field.schema["x-asked-with"];
  const holds = ([name, values]: [string, string[]]): boolean => {
    const beside = fields.find((each) => each.name === name);
    const meant = !beside || asked(beside, scenario, fields);
    const value = (meant ? scenario.profile[name] : undefined) ?? (scenario as unknown as Profile)[name] ?? beside?.fallback;
    return values.length ? values.includes(String(value)) : meant && Boolean(scenario.profile[name]);
  };
  return !groups || groups.some((group) => Object.entries(group).every(holds));
}

// profileOf is what counts of a profile: fields that mean something beside the others, and
// records that have what they need.
export function profileOf(catalogue: Catalogue, scenario: Scenario): Profile {
  const fields = catalogue.profile(scenario.country);
  const entries = fields.filter((field) => scenario.profile[field.name] !== undefined && asked(field, scenario, fields)).map((field) => {
    const value = scenario.profile[field.name];
    return [field.name, field.kind === "records" ? completeRows(field, value as Row[]) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length));
}

// Body is a scenario as the service takes it.
export type Body = Record<string, unknown>;

// request is a scenario as the service takes it; without an amount for a curve.
export function request(catalogue: Catalogue, scenario: Scenario, withAmount = true): Body {
  const profile = profileOf(catalogue, scenario);
  return {
    country: scenario.country, year: scenario.year, period: scenario.period, ...(scenario.date && { pay_date: scenario.date }),
    ...(Object.keys(profile).length && { [catalogue.profileKey(scenario.country)]: profile }),
    ...(withAmount && { [scenario.known]: scenario.amount }),
  };
}

// scenarioOf is a request as a scenario.
export function scenarioOf(catalogue: Catalogue, body: Body): Scenario {
  const code = String(body.country);
  return complete(catalogue, {
    country: code, year: Number(body.year), period: body.period as Period, date: body.pay_date as string | undefined, known: body.net === undefined ? "gross" : "net",
    amount: (body.net ?? body.gross) as number, profile: (body[catalogue.profileKey(code)] ?? {}) as Profile,
  });
}

// fault is the first thing that is wrong with what was entered, and undefined where nothing is;
// without an amount where none is asked for.
export function faulty(catalogue: Catalogue, scenario: Scenario, withAmount = true): boolean {
  const fields = catalogue.profile(scenario.country);
  return (withAmount && check(catalogue.amount(scenario.known), scenario.amount) !== "")
    || fields.some((field) => asked(field, scenario, fields) && check(field, scenario.profile[field.name]) !== "");
}
