// Trips as the rows of a table.
import { t } from "../language/words.ts";
import { dateOf } from "../reading/cell.ts";
import type { Cell } from "../reading/number.ts";
import { flat } from "../reading/text.ts";

export interface TripRow { row: number; person: string; place: string; arrive: string; depart: string; body: Record<string, unknown>; error?: string }

type Name = "person" | "country" | "place" | "state" | "arrive" | "depart" | "arrive time" | "depart time";

// What people call the columns of such a table.
const called: Record<Name, string> = {
  person: "person, name, employee, traveller, traveler, mitarbeiter, mitarbeiterin, reisender, medewerker, werknemer, anställd, ansatt, empleado, nombre",
  country: "country, land, país", state: "state, bundesstaat, staat, delstat, estado",
  place: "place, city, town, destination, location, ort, stadt, reiseziel, ziel, plaats, bestemming, stad, plats, resmål, sted, by, reisemål, ciudad, lugar, destino",
  arrive: "arrival, arrive, arrived, start, begin, from, start date, ankunft, beginn, von, reisebeginn, aankomst, van, begin, ankomst, från, fra, llegada, desde, inicio",
  depart: "departure, depart, departed, end, to, until, end date, abreise, ende, bis, reiseende, vertrek, tot, einde, avresa, till, slut, avreise, til, slutt, salida, hasta, fin",
  "arrive time": "arrival time, start time, ankunftszeit, uhrzeit ankunft, beginn uhrzeit, aankomsttijd, ankomsttid, hora de llegada",
  "depart time": "departure time, end time, abreisezeit, uhrzeit abreise, ende uhrzeit, vertrektijd, avresetid, avreisetid, hora de salida",
};
const names = Object.entries(called).map(([name, words]) => [name as Name, new Set(words.split(",").map((word) => flat(word.trim())))] as const);
const meaning = (cell: Cell) => names.find(([, words]) => words.has(flat(String(cell ?? ""))))?.[0];

// timeOf reads a date and time such as 11.05.2026 14:00; a day alone has the time of another cell.
function timeOf(cell: Cell, clock: Cell): string | undefined {
  const text = String(cell ?? "").trim();
  const [, day = text, hour, minute = "00"] = /^(.*?)[T\s,]+(\d{1,2})[:.](\d{2})(?::\d{2})?(?:\s*Uhr)?$/.exec(text) ?? [];
  const date = dateOf(day);
  const [, later, past = "00"] = /(\d{1,2})[:.h](\d{2})/.exec(String(clock ?? "")) ?? [];
  const [h, m] = hour !== undefined ? [hour, minute] : [later, past];
  return date && h !== undefined ? `${date}T${h.padStart(2, "0")}:${m}` : undefined;
}

// readTrips reads a table of trips for some rules; nothing where it lacks a place or the times.
export function readTrips(rows: Cell[][], regime: string): TripRow[] | undefined {
  const at = rows.findIndex((row) => ["place", "arrive", "depart"].every((name) => row.some((cell) => meaning(cell) === name)) || ["country", "arrive", "depart"].every((name) => row.some((cell) => meaning(cell) === name)));
  if (at < 0) return undefined;
  const where = new Map((rows[at] ?? []).flatMap((cell, i) => { const name = meaning(cell); return name ? [[name, i] as const] : []; }).reverse());
  const read = rows.slice(at + 1).map((row, i): TripRow => {
    const cell = (name: Name): Cell => { const column = where.get(name); return column === undefined ? undefined : row[column]; };
    const text = (name: Name) => String(cell(name) ?? "").trim();
    const arrive = timeOf(cell("arrive"), cell("arrive time")), depart = timeOf(cell("depart"), cell("depart time"));
    const place = [text("place"), text("state"), text("country")].filter(Boolean).join(", ");
    const leg = { ...(text("country") && { country: text("country") }), ...(text("place") && { city: text("place") }), ...(text("state") && { state: text("state") }), arrive, depart };
    const error = !place ? t("place missing") : !arrive || !depart ? t("time missing") : undefined;
    return { row: at + i + 2, person: text("person"), place, arrive: arrive?.replace("T", " ") ?? text("arrive"), depart: depart?.replace("T", " ") ?? text("depart"), body: { regime, legs: [leg] }, ...(error && { error }) };
  });
  return read.filter(({ place, arrive, depart }) => place || arrive || depart);
}
