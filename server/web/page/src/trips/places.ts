// Places that have rates, as people write them.
import { ask } from "../api/client.ts";
import type { Place as Located, Regime } from "../api/types.ts";
import { language, regionName, t } from "../language/words.ts";

// Place is one that was chosen; guessed ones are in no table.
export type Place = Partial<Omit<Located, "country">> & { country?: string; postal_code?: string; guessed?: boolean };

export const shownAtOnce = 8;
const page = 500; // as many places as one answer has

// land is the name of a place's country: the service has it in two languages, the browser in the
// others.
function land({ country, country_name: english, country_name_de: german }: Place): string | undefined {
  if (language === "en") return english;
  if (language === "de") return german ?? english;
  return country ? regionName(country) : undefined;
}

const cityOf = (place: Place) => (language === "de" ? place.city_de ?? place.city : place.city);

// nameOf writes a place as people do, from the small to the large.
export function nameOf(place: Place): string {
  if (place.postal_code && !place.city) return `${t("postal code")} ${place.postal_code}`;
  const city = cityOf(place);
  return [city, place.county && place.county !== place.city ? place.county : null, place.state, land(place)].filter(Boolean).join(", ");
}

// namesOf are the names by which somebody may type a place out.
export const namesOf = (place: Place) => [nameOf(place), place.city, place.city_de, place.postal_code, place.city ? null : place.country_name, place.city ? null : place.country_name_de]
  .flatMap((each) => (each ? [each.toLowerCase()] : []));

// asked is a place as a question names it.
export const asked = ({ country, city, state, county, postal_code }: Place = {}) =>
  Object.fromEntries(Object.entries({ country, city, state, county, postal_code }).filter(([, value]) => value)) as Record<string, string>;

// regimeChoices names regimes in short, by what stands before their colon, unless another one has
// the same there.
export function regimeChoices(regimes: Regime[]) {
  const short = ({ name }: Regime) => name.split(":")[0] ?? name;
  return regimes.map((each) => ({ value: each.id, label: regimes.filter((other) => short(other) === short(each)).length > 1 ? each.name : short(each) }));
}

export const supported = async () => (await ask("regimes")).regimes.filter((regime) => regime.status === "supported");

// unlisted is a place that the tables do not name: what the rules say of any other place holds. A
// state may stand behind a comma.
function unlisted(text: string, country: string): Place {
  const [, city = text, state] = /^(.*?)(?:,\s*(\p{L}{2}))?$/u.exec(text) ?? [];
  return { country, country_name: regionName(country, "en"), country_name_de: regionName(country, "de"), city: city.charAt(0).toUpperCase() + city.slice(1), ...(state && { state: state.toUpperCase() }), guessed: true };
}

// allIn lists all places of a regime, or of one of its countries.
async function allIn(regime: string, country?: string): Promise<Located[]> {
  const found: Located[] = [];
  for (let offset = 0, total = 1; offset < total; offset += page) {
    const answer = await ask("locations", { regime, country, limit: page, offset });
    total = answer.total;
    found.push(...answer.items);
  }
  return found;
}

export type Named = [code: string, name: string];

// countriesOf lists the countries in the tables of a regime by name.
export async function countriesOf({ id }: Regime): Promise<Named[]> {
  const found = new Map((await allIn(id)).map((place) => [place.country, land(place) ?? place.country]));
  return [...found].sort(([, a], [, b]) => a.localeCompare(b, language));
}

// statesOf lists the states in which a country has places; there are none where it has no states.
export async function statesOf({ id }: Regime, country: string): Promise<string[]> {
  return [...new Set((await allIn(id, country)).flatMap(({ state }) => state ?? []))].sort();
}

// placesIn lists the places of a country, or of one of its states.
export const placesIn = async (regime: Regime, country: string, state?: string) => (await allIn(regime.id, country)).filter((place) => !state || place.state === state);

// elsewhere finds places in the tables of other regimes: where the own ones have none, the service
// says which of theirs is closest.
async function elsewhere(own: string, q: string): Promise<Located[]> {
  for (const { id: regime } of (await supported()).filter(({ id }) => id !== own)) {
    const { items } = await ask("locations", { regime, q, limit: shownAtOnce });
    if (items.length) return items;
  }
  return [];
}

// search finds the places that a text may mean.
export async function search(regime: Regime, text: string, country: string, state: string): Promise<Place[]> {
  if (/^\d{4,}$/.test(text)) return [{ postal_code: text }];
  let found = (await ask("locations", { regime: regime.id, q: text, country, state, limit: shownAtOnce })).items;
  if (!found.length && !country) found = await elsewhere(regime.id, text);
  return found.length ? found : [unlisted(text, country || regime.country)];
}
