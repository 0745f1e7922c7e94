// What the page remembers while its tab is open, so that a view finds what another left.
import type { Profile, Scenario } from "./scenario/scenario.ts";
import type { YearState } from "./year/plan.ts";
import type { TripState } from "./trips/trip.ts";
import type { RatesState } from "./trips/Rates.tsx";

interface Memory {
  scenario?: Scenario; profiles?: Record<string, Profile>; // of countries that were left
  span?: string; compare?: Scenario[]; curve?: { scenarios: Scenario[]; from?: number; to?: number } | undefined;
  year?: YearState; trip?: TripState; rates?: RatesState; many?: { country: string };
}

const stored = "payslate.memory";

function kept(): Memory {
  try {
    return (JSON.parse(sessionStorage.getItem(stored) ?? "{}") as Memory | null) ?? {};
  } catch {
    return {};
  }
}

export const remembered: Memory = new Proxy(kept(), {
  set(all, name, value) {
    Reflect.set(all, name, value);
    sessionStorage.setItem(stored, JSON.stringify(all));
    return true;
  },
});

// forget leaves nothing of what was entered.
export function forget() {
  for (const name of Object.keys(remembered) as (keyof Memory)[]) delete remembered[name];
  sessionStorage.removeItem(stored);
}
