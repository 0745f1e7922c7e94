// What others provided on a trip: meals and nights, day by day, and what the traveller paid for
// such a meal.
import { day, dayOfTrip } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { daysOf, providedOf, type TripState } from "./trip.ts";

interface ProvidedProps { trip: TripState; meals: string[]; currency: string; faults: Record<string, string>; onChange: (next: Partial<TripState>) => void }

export function Provided({ trip, meals, currency, faults, onChange }: ProvidedProps) {
  const days = daysOf(trip);
  if (!days.length) return <p class="quiet small">{t("meals later")}</p>;
  const has = (date: string, meal: string) => Boolean(trip.meals[date]?.includes(meal));
  const tick = (dates: string[], meal: string, on: boolean) => onChange({ meals: { ...trip.meals, ...Object.fromEntries(dates.map((date) => [date, meals.filter((each) => (each === meal ? on : has(date, each)))])) } });
  const box = (label: string, checked: boolean, change: (on: boolean) => void) => <td><input type="checkbox" aria-label={label} checked={checked} onChange={(event) => change(event.currentTarget.checked)} /></td>;
  const paid = providedOf(trip, meals);
  return (
    <div class="grid">
      <div class="scroll" tabIndex={0} role="region" aria-label={t("provided")}><table class="meals">
        <thead>
          <tr><th scope="col">{known("period", "day")}</th>{meals.map((meal) => <th key={meal} scope="col">{known("meal", meal)}</th>)}<th scope="col">{t("night")}</th></tr>
          <tr><th scope="row">{t("every day")}</th>{meals.map((meal) => box(`${t("every day")}: ${known("meal", meal)}`, days.every((date) => has(date, meal)), (on) => tick(days, meal, on)))}<td /></tr>
        </thead>
        <tbody>{days.map((date, i) => (
          <tr key={date}><th scope="row">{dayOfTrip(date)}</th>{meals.map((meal) => box(`${known("meal", meal)}, ${day(date)}`, has(date, meal), (on) => tick([date], meal, on)))}
            {i < days.length - 1 ? box(`${t("night")}, ${day(date)}`, trip.lodging.includes(date), (on) => onChange({ lodging: on ? [...trip.lodging, date].sort() : trip.lodging.filter((each) => each !== date) })) : <td />}</tr>
        ))}</tbody>
      </table></div>
      {paid.length > 0 && <><p class="small quiet">{t("paid for meals")}</p><div class="payments">{paid.map(({ date, meal, id }) => (
        <FieldRow key={id} affix={currency} field={{ name: id, label: `${known("meal", meal)}, ${day(date)}`, kind: "number", type: "number", help: "", schema: { minimum: 0 }, placeholder: "0", currency }} value={trip.paid[id]} fault={faults[id]}
          onChange={(value) => onChange({ paid: { ...trip.paid, [id]: value as number | undefined } })} />
      ))}</div></>}
    </div>
  );
}
