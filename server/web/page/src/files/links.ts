// Addresses that show again what a view shows, and calls as commands.
import { addressOf, type Operation } from "../api/client.ts";
import type { Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { complete, profileOf, type Scenario, type Sketch } from "../scenario/scenario.ts";

const hashOf = (view: string, state: unknown) => `#/${view}?s=${encodeURIComponent(JSON.stringify(state))}`;
const whole = (hash: string) => location.origin + location.pathname + hash;

// link is the address that shows a state of a view.
export const link = (view: string, state: unknown) => whole(hashOf(view, state));

// follow lets the address say what a view shows.
export const follow = (view: string, state: unknown) => history.replaceState(null, "", state === undefined ? `#/${view}` : hashOf(view, state));

// stateIn reads the state that an address holds, or says that it is broken.
export function stateIn<State>(query: URLSearchParams): { state?: State; broken: boolean } {
  const text = query.get("s");
  if (!text) return { broken: false };
  try {
    const state = JSON.parse(text) as unknown;
    return state !== null && typeof state === "object" ? { state: state as State, broken: false } : { broken: true };
  } catch {
    return { broken: true };
  }
}

// payslipHash is the address of a payslip, such as #/payslip?country=UK&year=2026&gross=4000.
export function payslipHash(catalogue: Catalogue, scenario: Scenario): string {
  const values: Record<string, unknown> = { country: scenario.country, year: scenario.year, period: scenario.period, [scenario.known]: scenario.amount, pay_date: scenario.date, ...profileOf(catalogue, scenario) };
  const given = Object.entries(values).filter(([, value]) => value !== undefined && !Number.isNaN(value));
  return `#/payslip?${new URLSearchParams(given.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]))}`;
}

export const payslipLink = (catalogue: Catalogue, scenario: Scenario) => whole(payslipHash(catalogue, scenario));

// payslipIn reads a payslip from an address: country and pay as above, or a state.
export function payslipIn(catalogue: Catalogue, query: URLSearchParams): { state?: Scenario; broken: boolean } {
  const amount = (side: string) => { const value = Number(query.get(side)); return query.get(side) && Number.isFinite(value) ? value : undefined; };
  if (!query.has("country") && !query.has("gross") && !query.has("net")) {
    const { state, broken } = stateIn<Sketch>(query);
    return { ...(state && { state: complete(catalogue, state) }), broken };
  }
  const country = (query.get("country") ?? catalogue.countries[0]?.country ?? "").toUpperCase().replace(/^GB$/, "UK");
  if (!catalogue.has(country)) return { broken: true };
  const profile: Record<string, Value> = {};
  for (const field of catalogue.profile(country)) {
    const text = query.get(field.name);
    if (text === null) continue;
    try {
      profile[field.name] = field.type === "string" ? text : JSON.parse(text) as Value;
    } catch {
      return { broken: true };
    }
  }
  const known = query.has("net") ? "net" : "gross";
  const sketch = { country, year: Number(query.get("year") ?? NaN), period: (query.get("period") ?? "") as Scenario["period"], known, amount: amount(known), date: query.get("pay_date") ?? undefined, profile } as const;
  return { state: complete(catalogue, sketch), broken: false };
}

// curl is a call as a command; the key is left to a variable.
export function curl(operation: Operation, body: unknown): string {
  const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return `curl '${location.origin}${addressOf(operation)}' \\\n  -H "X-API-Key: $PAYSLATE_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${text}'`;
}
