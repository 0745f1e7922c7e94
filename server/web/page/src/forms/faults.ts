// What the service found wrong, at the fields that it concerns.
import type { Failure } from "../api/failure.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { told } from "./check.ts";

export interface Placed {
  faults: Record<string, string>; // by the name of the field; in a list components.0.amount
  rest: string[]; // what concerns no field
  first?: string; // the first field that is marked
}
type Path = (string | number)[];

// placed puts the faults of a failure at the fields that nameOf gives for a path.
export function placed(failure: Failure | undefined, nameOf: (path: Path) => string | undefined, words: (text: string) => string): Placed {
  const found: Placed = { faults: {}, rest: [] };
  for (const fault of failure?.faults ?? []) {
    const name = nameOf(fault.path);
    const text = words(told(fault));
    if (name === undefined) found.rest.push(text);
    else {
      found.faults[name] ??= text;
      found.first ??= name.split(".")[0] ?? name;
    }
  }
  return found;
}

// ofScenario names the field of a form that a path of a request is of.
export const ofScenario = (catalogue: Catalogue, country: string) => ([first, second, ...within]: Path): string | undefined => {
  if (first === catalogue.profileKey(country)) return catalogue.profile(country).some(({ name }) => name === second) ? [second, ...within].join(".") : undefined;
  return ["gross", "net", "country", "year", "period", "pay_date"].find((name) => name === first);
};

// focusField brings a field of a form into sight and gives it the focus.
export function focusField(name: string, within: ParentNode = document) {
  const field = within.querySelector<HTMLElement>(`[data-name="${name}"] :is(input, select)`);
  for (let details = field?.closest("details"); details; details = details.parentElement?.closest("details")) details.open = true;
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}
