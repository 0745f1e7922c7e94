// The plan of a year: what is paid, and what changes at which payday.
import type { Year } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { isBonus } from "../forms/chips.ts";
import type { Field } from "../forms/field.ts";
import { money, monthName } from "../language/format.ts";
import { said, t } from "../language/words.ts";
import { complete, request, type Body, type Profile, type Scenario, type Sketch } from "../scenario/scenario.ts";
import { orNothing } from "../scenario/words.ts";

// YearChange holds at one payday, or from one on.
export interface YearChange { in?: number; from?: number; one_off?: number; gross?: number; profile?: Profile }
interface Plan { changes: YearChange[]; first?: number | undefined; last?: number | undefined }

// YearState is a plan with its scenario; kept are the plans of other countries, which are back
// when their country is.
export interface YearState extends Plan { scenario: Scenario; kept?: Record<string, Plan> }
export type YearSketch = Partial<Omit<YearState, "scenario">> & { scenario?: Sketch };

const unpayable = ["year", "day"]; // periods that a year is not made of
const inYear: Record<string, number> = { month: 12, half_month: 24, four_weeks: 13, fortnight: 26, week: 52 };
export const isUnpayable = (period: string) => unpayable.includes(period);

// isFilled tells the fields that follow from the other paydays, which nobody sends.
export const isFilled = (field: Field) => Boolean(field.schema["x-filled-in-by-year"]);
const when = (change: YearChange) => change.in ?? change.from ?? 0;

// payable is a scenario whose period a year is made of, from gross pay without what a payslip has
// in it once.
export function payable(catalogue: Catalogue, scenario: Sketch): Scenario {
  const { date: _, ...whole } = { ...complete(catalogue, scenario), known: "gross" as const };
  const filled = new Set(catalogue.profile(whole.country).filter(isFilled).map(({ name }) => name));
  const once = Object.entries(whole.profile).reduce((sum, [name, value]) => sum + (scenario.known !== "net" && filled.has(name) && isBonus(name) ? Number(value) : 0), 0);
  const amount = whole.amount && whole.amount > once ? Math.round((whole.amount - once) * 100) / 100 : whole.amount;
  const profile = Object.fromEntries(Object.entries(whole.profile).filter(([name]) => !filled.has(name)));
  const periods = catalogue.country(whole.country).periods.filter((each) => !isUnpayable(each));
  return { ...whole, amount, profile, period: periods.includes(whole.period) ? whole.period : periods[0] ?? "month" };
}

export const begin = (catalogue: Catalogue, { scenario, changes = [], first, last, kept }: YearSketch, usual: Scenario): YearState =>
  ({ scenario: payable(catalogue, scenario ?? usual), changes: changes.toSorted((a, b) => when(a) - when(b)), first, last, ...(kept && { kept }) });

// numbersOf are the paydays of a year.
export const numbersOf = (period: string, answer: Year | undefined) => Array.from({ length: Math.max(inYear[period] ?? 12, answer?.paydays.at(-1)?.number ?? 1) }, (_, i) => i + 1);

// withScenario is a plan with another scenario. Another country has the plan that it had, or the
// bonuses and raises of this one; paydays that another period lacks lose their changes.
export function withScenario(state: YearState, scenario: Scenario): YearState {
  if (scenario.country !== state.scenario.country) {
    const { changes, first, last, kept = {} } = state;
    const before = kept[scenario.country] ?? { changes: changes.filter(({ profile }) => !profile) };
    return { scenario, ...before, kept: { ...kept, [state.scenario.country]: { changes, first, last } } };
  }
  if (scenario.period === state.scenario.period) return { ...state, scenario };
  const most = inYear[scenario.period] ?? 12;
  return { ...state, scenario, first: undefined, last: undefined, changes: state.changes.filter((change) => when(change) <= most) };
}

// entered adds a change in the order of paydays. Another bonus of a payday adds to its bonus;
// anything else takes the place of what was there.
export function entered(changes: YearChange[], change: YearChange): YearChange[] {
  const what = ({ profile, ...rest }: YearChange) => [rest.in, rest.from, ...Object.keys({ ...rest, ...profile }).sort()].join();
  const before = changes.find((each) => what(each) === what(change));
  const next = before?.one_off && change.one_off ? { ...change, one_off: Math.round((change.one_off + before.one_off) * 100) / 100 } : change;
  return [...changes.filter((each) => each !== before), next].sort((a, b) => when(a) - when(b));
}

export const isAt = (number: number) => (change: YearChange) => when(change) === number;

// bodyOf is a plan as the service takes it.
export function bodyOf(catalogue: Catalogue, { scenario, changes, first, last }: YearState): Body {
  const key = catalogue.profileKey(scenario.country);
  return {
    ...request(catalogue, scenario), ...(changes.length && { changes: changes.map(({ profile, ...change }) => ({ ...change, ...(profile && { [key]: profile }) })) }),
    ...(first && first > 1 && { first }), ...(last && { last }),
  };
}

// namer names paydays: by the month in which they are paid, else by their number.
export function namer(period: string, answer: Year | undefined) {
  const known = answer?.paydays[0];
  return (number: number, length: "long" | "short" = "long"): string => {
    const from = answer?.paydays.find((each) => each.number === number)?.from ?? (period === "month" && known?.from ? later(known.from, number - known.number) : undefined);
    return from && period === "month" ? monthName(from, length) : length === "short" ? String(number) : said(`payday ${period}`, { n: number });
  };
}

// later is the first day of the month that is some months after that of a date.
function later(date: string, months: number): string {
  const at = new Date(`${date}T00:00Z`);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

// effectOf is what a change does, in words; saidOf says when as well.
export function effectOf(catalogue: Catalogue, { country }: Scenario, change: YearChange): string {
  const cash = (amount: number) => money(amount, catalogue.country(country).currency);
  const fields = Object.entries(change.profile ?? {}).map(([name, value]) => {
    const field = catalogue.profile(country).find((each) => each.name === name);
    return field && `${field.label}: ${orNothing(field, value)}`;
  });
  return [change.one_off && t("bonus of", { amount: cash(change.one_off) }), change.gross && t("gross of", { amount: cash(change.gross) }), ...fields].filter(Boolean).join(", ");
}

export const saidOf = (catalogue: Catalogue, scenario: Scenario, change: YearChange, named: (number: number) => string) =>
  `${change.in ? t("in only", { month: named(change.in) }) : t("change from", { month: named(change.from ?? 1) })}: ${effectOf(catalogue, scenario, change)}`;
