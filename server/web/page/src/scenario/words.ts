// Scenarios in words.
import type { Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import type { Row } from "../forms/check.ts";
import type { Field } from "../forms/field.ts";
import { money, writeNumber } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { asked, profileOf, type Scenario } from "./scenario.ts";

export interface Title { heading: string; settings: string[] }

// title names a scenario in a few words.
export function title(catalogue: Catalogue, scenario: Scenario): Title {
  const fields = catalogue.profile(scenario.country);
  const settings = Object.entries(profileOf(catalogue, scenario)).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return value === true ? field?.label ?? name : `${field?.label ?? name}: ${worded(field, value, "short")}`;
  });
  return { heading: `${catalogue.country(scenario.country).name} ${catalogue.taxYear(scenario.country, scenario.year)}`, settings };
}

// worded writes the value of a field; length is how a choice is written.
export function worded(field: Field | undefined, value: Value | undefined, length: "short" | "label"): string {
  if (field?.kind === "records") {
    return (value as Row[]).map((one) => [field.kinds?.find(({ kind }) => kind === one.kind)?.label, one.name, one.amount !== undefined && writeNumber(one.amount as number)].filter(Boolean).join(" ")).join(", ");
  }
  const word = (one: Value | undefined) => field?.choices?.find((each) => each.value === one)?.[length] ?? (one === true ? t("yes") : one === false ? t("no") : writeNumber(one as string));
  return [value].flat().map(word).join(", ");
}

// orNothing writes a value that may not be given.
export const orNothing = (field: Field, value: Value | undefined) => (value === undefined || value === null || (Array.isArray(value) && !value.length) ? t("not given") : worded(field, value, "short"));

// circumstances lists what was given of the profile, with its value.
export function circumstances(catalogue: Catalogue, scenario: Scenario): [label: string, value: string][] {
  const given = profileOf(catalogue, scenario);
  return catalogue.profile(scenario.country).filter(({ name }) => given[name] !== undefined).map((field) => [field.label, worded(field, given[field.name], "label")]);
}

// differences says for each scenario what the others do not share: country and year,
// pay, circumstances; those too that were left as they are where another changed them.
export function differences(catalogue: Catalogue, scenarios: Scenario[]): string[][] {
  const changed = new Set(scenarios.flatMap((scenario) => Object.keys(profileOf(catalogue, scenario)).map((name) => `${scenario.country} ${name}`)));
  const all = scenarios.map((scenario) => {
    const country = catalogue.country(scenario.country);
    const fields = catalogue.profile(scenario.country).filter((field, _, every) => changed.has(`${scenario.country} ${field.name}`) && asked(field, scenario, every));
    return [
      country.name, catalogue.taxYear(scenario.country, scenario.year), `${t("gross")} ${money(scenario.amount ?? 0, country.currency)}`, known("per", scenario.period),
      ...fields.map((field) => `${field.label}: ${orNothing(field, scenario.profile[field.name] ?? field.fallback)}`),
    ];
  });
  return all.map((own) => own.filter((each) => scenarios.length === 1 || !all.every((others) => others.includes(each))));
}
