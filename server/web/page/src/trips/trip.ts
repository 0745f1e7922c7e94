// A trip as it is entered, and as the service takes it.
import type { Value } from "../api/types.ts";
import { asked, type Place } from "./places.ts";

export type Entered = Record<string, Value | undefined>;
export interface Leg { place?: Place | undefined; arrive?: string; depart?: string; home?: boolean; further?: Entered; "arrive offset"?: string; "depart offset"?: string }
export interface TripState {
  regime: string; legs: Leg[]; meals: Record<string, string[]>; paid: Record<string, number | undefined>; lodging: string[];
  overnight: boolean; offsets?: boolean; leave_home?: string; return_home?: string; "leave_home offset"?: string; "return_home offset"?: string;
  further?: Entered; priced?: boolean;
}
export type TripTime = "arrive" | "depart" | "leave_home" | "return_home";
type Timed = Partial<Record<TripTime | `${TripTime} offset`, string>>;

const longest = 60; // days whose meals are asked for one by one

// daysOf lists the days of a trip; none where there are too many.
export function daysOf(trip: TripState): string[] {
  const first = (trip.leave_home ?? trip.legs[0]?.arrive)?.slice(0, 10), last = (trip.return_home ?? trip.legs.at(-1)?.depart)?.slice(0, 10);
  if (!first || !last || last < first) return [];
  const list: string[] = [];
  for (const at = new Date(`${first}T00:00Z`); list.length <= longest; at.setUTCDate(at.getUTCDate() + 1)) {
    const date = at.toISOString().slice(0, 10);
    if (date > last) return list;
    list.push(date);
  }
  return [];
}

export interface Meal { date: string; meal: string; id: string }

// providedOf lists the meals that others provided, in the order of the trip.
export const providedOf = (trip: TripState, meals: string[]): Meal[] => daysOf(trip).flatMap((date) => meals.filter((meal) => trip.meals[date]?.includes(meal)).map((meal) => ({ date, meal, id: `${date} ${meal}` })));

// mealsOf is what was provided as the service takes it: a meal that was paid for is an entry of
// its own. at gives the entry of such a meal.
export function mealsOf(trip: TripState, meals: string[]): { list: { date: string; meals: string[]; paid?: number }[]; at: Map<string, number> } {
  const list: { date: string; meals: string[]; paid?: number }[] = [];
  const at = new Map<string, number>();
  for (const { date, meal, id } of providedOf(trip, meals)) {
    const paid = trip.paid[id];
    const free = list.find((each) => each.date === date && each.paid === undefined);
    if (paid !== undefined) {
      at.set(id, list.length);
      list.push({ date, meals: [meal], paid });
    } else if (free) free.meals.push(meal);
    else list.push({ date, meals: [meal] });
  }
  return { list, at };
}

const timed = (trip: TripState, owner: Timed, key: TripTime) => (owner[key] ? { [key]: owner[key] + (trip.offsets ? owner[`${key} offset`] ?? "" : "") } : {});

// filled are the values of what a regime wants besides, without what was left empty.
const filled = (entered: Entered = {}) => Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && !value.length)));

// bodyOf is a trip as the service takes it; wanted says which further fields the regime wants of
// the trip and of a leg.
export function bodyOf(trip: TripState, meals: string[], wanted: { trip: string[]; leg: string[] }) {
  const only = (entered: Entered | undefined, names: string[]) => Object.fromEntries(Object.entries(filled(entered)).filter(([name]) => names.includes(name)));
  const { list } = mealsOf(trip, meals);
  const within = new Set(daysOf(trip));
  const nights = trip.lodging.filter((date) => within.has(date));
  return {
    regime: trip.regime,
    legs: trip.legs.map((leg) => ({ ...(leg.home ? { home: true } : asked(leg.place)), ...timed(trip, leg, "arrive"), ...timed(trip, leg, "depart"), ...(!leg.home && only(leg.further, wanted.leg)) })),
    ...timed(trip, trip, "leave_home"), ...timed(trip, trip, "return_home"), ...(!trip.overnight && { overnight: false }), ...only(trip.further, wanted.trip),
    ...(list.length && { meals_provided: list }), ...(nights.length && { lodging_provided: nights }),
  };
}

// following is a stay at the same place, as long, from the end of one.
export function following(leg: Leg): Leg {
  const copy = structuredClone(leg);
  if (!leg.arrive || !leg.depart) return copy;
  const at = (text: string) => Date.parse(`${text}Z`);
  return { ...copy, arrive: leg.depart, depart: new Date(2 * at(leg.depart) - at(leg.arrive)).toISOString().slice(0, 16) };
}

const offset = /^(Z|[+-]\d{2}:\d{2})$/;

// timeFault says what is wrong with a time: "time" where it is missing, "offset" where that is.
export function timeFault(trip: TripState, owner: Timed, key: TripTime, optional: boolean): "time missing" | "offset missing" | undefined {
  if (!owner[key]) return optional ? undefined : "time missing";
  return trip.offsets && !offset.test(owner[`${key} offset`] ?? "") ? "offset missing" : undefined;
}

// isWhole says whether a trip can be asked for.
export const isWhole = (trip: TripState) => trip.legs.every((leg) => (leg.home || leg.place) && !timeFault(trip, leg, "arrive", false) && !timeFault(trip, leg, "depart", false))
  && !timeFault(trip, trip, "leave_home", true) && !timeFault(trip, trip, "return_home", true) && Object.values(trip.paid).every((paid) => !Number.isNaN(paid));
