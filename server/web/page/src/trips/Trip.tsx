// A trip: where and when, what was provided, and what it gives day by day.
import "../base.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../api/client.ts";
import type { Regime, Warning } from "../api/types.ts";
import { follow, link, stateIn } from "../files/links.ts";
import { placed } from "../forms/faults.ts";
import { fieldOf } from "../forms/field.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { announce } from "../ui/announce.ts";
import { pauseAfter, useAnswer } from "../ui/answer.ts";
import { Icon } from "../ui/icons.tsx";
import { BrokenLink, CostNote, Notice } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { Allowances } from "./Allowances.tsx";
import { Further, furtherNames } from "./Further.tsx";
import { LegRow } from "./LegRow.tsx";
import { ManyTrips } from "./ManyTrips.tsx";
import { Moment } from "./Moment.tsx";
import { regimeChoices } from "./places.ts";
import { Provided } from "./Provided.tsx";
import { Regimes } from "./Regimes.tsx";
import { bodyOf, following, isWhole, mealsOf, type Leg, type TripState } from "./trip.ts";

export default function Trip(props: ViewProps) {
  return <Regimes>{(regimes) => <Planned {...props} regimes={regimes} />}</Regimes>;
}

const empty = (regimes: Regime[]): TripState => ({ regime: regimes[0]?.id ?? "", legs: [{}], meals: {}, paid: {}, lodging: [], overnight: true });

function Planned({ catalogue, query, regimes }: ViewProps & { regimes: Regime[] }) {
  const schema = catalogue.input("trip").properties ?? {};
  const meal = catalogue.resolve(catalogue.resolve(schema.meals_provided?.items ?? {}).properties?.meals?.items ?? {});
  const meals = (meal.enum ?? []).map(String);
  const legSchema = catalogue.resolve(schema.legs?.items ?? {}).properties ?? {};
  const [sent] = useState(() => stateIn<Partial<TripState>>(query));
  const [entry, setEntry] = useState(() => ({ value: { ...empty(regimes), ...(sent.state ?? remembered.trip) }, finished: true }));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const trip = entry.value;
  const regime = regimes.find(({ id }) => id === trip.regime) ?? regimes[0]!;
  const wanted = { trip: furtherNames(catalogue, schema, trip.regime), leg: furtherNames(catalogue, legSchema, trip.regime) };
  const body = bodyOf(trip, meals, wanted);
  const id = isWhole(trip) ? JSON.stringify(body) : null;
  const { answer: found, failure, stale, again } = useAnswer(id, entry, entry.finished ? 0 : Math.max(600, pauseAfter(entry)), async () => ({ answer: await ask("trip", body), trip: structuredClone(trip), body }));
  const change = (next: Partial<TripState>, finished = false) => setEntry({ value: { ...trip, ...next }, finished });
  const changeLeg = (at: number, leg: Leg) => change({ legs: trip.legs.map((each, i) => (i === at ? leg : each)) });
  useEffect(() => {
    remembered.trip = trip;
    follow("trip", trip);
  }, [trip]);
  useEffect(() => { if (found) announce(t("trip priced")); }, [found]);
  const price = (event: Event) => {
    event.preventDefault();
    setTried(true);
    const unfinished = form.current?.querySelector<HTMLElement>("input[type=datetime-local]:invalid");
    if (id === null || unfinished) {
      requestAnimationFrame(() => (unfinished ?? form.current?.querySelector<HTMLElement>("[aria-invalid=true]"))?.focus());
      return;
    }
    change({ priced: true }, true);
  };
  const words = (text: string) => catalogue.ofTrip(text);
  const paidAt = mealsOf(trip, meals).at;
  const told = placed(stale ? undefined : failure, (path) => nameOfPath(path, trip, paidAt), words);
  const apply = ({ field }: Warning) => {
    const property = fieldOf(field ?? "", catalogue.resolve(schema[field ?? ""] ?? {}));
    return field && wanted.trip.includes(field) && property.kind === "check" && !trip.further?.[field] ? { label: property.label, take: () => change({ further: { ...trip.further, [field]: true } }, true) } : undefined;
  };
  const common = { catalogue, trip, regime, faults: told.faults, tried };
  return (
    <>
      <h1>{t("trip")}</h1>
      <p class="lead">{t("trip lead")}</p>
      <BrokenLink broken={sent.broken} />
      <div class="split">
        <form class="card inputs scenario" ref={form} noValidate autocomplete="off" onSubmit={price}>
          <FieldRow field={choiceField("regime", t("regime"), regimeChoices(regimes))} value={trip.regime} onChange={(next) => change({ regime: String(next), legs: trip.legs.map(({ place: _, ...leg }) => leg) })} />
          <div class="legs">{trip.legs.map((leg, i) => (
            <LegRow key={i} {...common} leg={leg} index={i} properties={legSchema} offered={told.faults[`leg-${i}-place`] ? failure?.candidates : undefined} onChange={(next) => changeLeg(i, next)}
              onCopy={() => change({ legs: [...trip.legs.slice(0, i + 1), following(leg), ...trip.legs.slice(i + 1)] })} onRemove={trip.legs.length > 1 ? () => change({ legs: trip.legs.filter((_, at) => at !== i) }) : undefined} />
          ))}</div>
          <button type="button" onClick={() => change({ legs: [...trip.legs, nextLeg(trip.legs.at(-1))] })}><Icon name="plus" />{t("add leg")}</button>
          <fieldset class="profile"><legend>{t("whole trip")}</legend><div class="grid">
            <div class="grid times">{(["leave_home", "return_home"] as const).map((key) => <Moment key={key} trip={trip} owner={trip} name={key} label={t(key === "leave_home" ? "leave home" : "return home")} optional tried={tried} fault={told.faults[key]} onChange={(next) => change(next)} />)}</div>
            <FieldRow field={{ name: "overnight", label: t("overnight"), help: schema.overnight?.description ?? "", kind: "check", fallback: true, schema: {} }} value={trip.overnight} onChange={(value) => change({ overnight: value !== false })} />
            <FieldRow field={{ name: "offsets", label: t("with offsets"), help: legSchema.arrive?.description ?? "", kind: "check", fallback: false, schema: {} }} value={trip.offsets} onChange={(value) => change({ offsets: value === true })} />
            <Further catalogue={catalogue} properties={schema} regime={trip.regime} entered={trip.further ?? {}} faults={told.faults} onChange={(further) => change({ further })} />
          </div></fieldset>
          <fieldset class="profile"><legend>{t("provided")}</legend><Provided trip={trip} meals={meals} currency={regime.currency ?? ""} faults={told.faults} onChange={change} /></fieldset>
          <div class="buttons"><button type="submit" class="primary">{t("price")}</button><button type="button" class="quiet-button" onClick={() => { setTried(false); setEntry({ value: empty(regimes), finished: true }); }}>{t("reset")}</button></div>
          <CostNote />
        </form>
        <div>
          {stale && found && <p class="card slim" role="status">{t("trip changed")}</p>}
          <section class={`result ${stale && (found || failure) ? "stale" : ""}`} inert={Boolean(stale && (found || failure))} aria-label={t("trip statement")}>
            {failure && <Notice failure={failure} again={again} words={words} rest={told.rest} marked={told.first ? { label: t("place"), focus: () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus() } : undefined} />}
            {found && <Allowances {...found} regime={regimes.find(({ id: one }) => one === found.answer.regime)?.name ?? ""} words={words} apply={apply} link={() => link("trip", { ...trip, priced: true })} />}
            {!found && !failure && <div class="card empty"><p class="lead">{t("trip empty")}</p></div>}
          </section>
          <ManyTrips regime={regime} />
        </div>
      </div>
    </>
  );
}

// nextLeg begins when the last one ends.
const nextLeg = (last: Leg | undefined): Leg => ({ ...(last?.depart && { arrive: last.depart }), ...(last?.["depart offset"] && { "arrive offset": last["depart offset"] }) });

// nameOfPath names the field that a path of a request is of.
function nameOfPath([first, index, last, at, deep]: (string | number)[], trip: TripState, paidAt: Map<string, number>): string | undefined {
  if (first === "legs" && typeof index === "number" && index < trip.legs.length) return ["arrive", "depart"].includes(String(last)) ? `leg-${index}-${last}` : ["city", "country", "state", "county", "postal_code"].includes(String(last)) ? `leg-${index}-place` : `leg-${index}-${last}`;
  if (first === "meals_provided" && last === "paid") return [...paidAt].find(([, entry]) => entry === index)?.[0];
  if (typeof index === "number" && last !== undefined) return [first, index, last, at, deep].filter((each) => each !== undefined).join("-");
  return typeof first === "string" && first !== "legs" ? first : undefined;
}
