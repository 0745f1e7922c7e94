// The form of one scenario: what matters first, the rest under "More".
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Value } from "../api/types.ts";
import { money } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { asked, complete, type Scenario, type Side, type Sketch } from "../scenario/scenario.ts";
import type { Catalogue } from "./catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { fresh, type Row } from "./check.ts";
import { chipsOf, shortcuts } from "./chips.ts";
import { focusField, type Placed } from "./faults.ts";
import type { Choice, Field } from "./field.ts";
import { FieldRow } from "./FieldRow.tsx";
import { More } from "./More.tsx";

const inYear: Record<string, number> = { year: 1, month: 12, half_month: 24, four_weeks: 13, fortnight: 26, week: 52 }; // periods that divide it
const first = 4; // fields of the profile that are asked for at once

export interface ScenarioFormProps {
  catalogue: Catalogue; scenario: Scenario; placed?: Placed; missing?: boolean; // the amount is missing
  onChange: (scenario: Scenario, finished: boolean) => void;
  amount?: boolean; // whether it is asked for
  sides?: boolean; // whether net pay may be what is known
  date?: boolean; // whether the day of payment may be asked for
  other?: (side: Side) => number | undefined; // what the last answer says of the other side
  without?: string[]; // periods that are not offered
  skip?: (field: Field) => boolean;
  onSubmit?: () => void; children?: ComponentChildren; // what stands at the end of the form, such as its button
}

// choiceField is a field of a few values that always has one.
export const choiceField = (name: string, label: string, choices: { value: Choice["value"]; label: string }[]): Field =>
  ({ name, label, help: "", kind: "choice", required: true, schema: {}, choices: choices.map((each) => ({ ...each, short: each.label })) });

export function ScenarioForm(props: ScenarioFormProps) {
  const { catalogue, scenario, placed = { faults: {}, rest: [] }, onChange, amount = true, sides = true, date = true } = props;
  const [converted, setConverted] = useState("");
  const { faults } = placed;
  const country = catalogue.country(scenario.country);
  const pick = (name: keyof Sketch, value: Value | undefined) => onChange(complete(catalogue, { ...scenario, date: undefined, [name]: value }), true);
  const choice = (name: "country" | "year" | "period", label: string, choices: { value: string | number; label: string }[], extra = "") => (
    <FieldRow field={choiceField(name, label, choices)} value={scenario[name]} fault={faults[name]} class={extra} onChange={(value) => (name === "period" ? turn(value as Scenario["period"]) : name === "country" ? go(String(value)) : pick(name, value))} />
  );
  // go turns to another country, where what was entered before is still there.
  function go(next: string) {
    const { components: _, ...carried } = scenario.profile;
    const before = remembered.profiles?.[next];
    remembered.profiles = { ...remembered.profiles, [scenario.country]: scenario.profile };
    onChange(complete(catalogue, { ...scenario, date: undefined, country: next, profile: before ? { ...before, ...carried } : scenario.profile }), true);
  }
  // turn makes of the amount of one period that of another, as far as both divide the year,
  // and says so.
  function turn(period: Scenario["period"]) {
    const from = inYear[scenario.period], to = inYear[period];
    if (!amount || !scenario.amount || !(scenario.amount > 0)) return pick("period", period);
    const now = from && to ? Math.round((scenario.amount * 100 * from) / to) / 100 : scenario.amount;
    const cash = (value: number) => money(value, country.currency);
    setConverted(t(from && to ? "converted" : "not converted", { before: cash(scenario.amount), from: known("per", scenario.period), after: cash(now), to: known("per", period) }));
    onChange(complete(catalogue, { ...scenario, date: undefined, period, amount: now }), true);
  }
  const dateField: Field = { name: "pay_date", label: t("pay date"), help: "", kind: "text", schema: { format: "date" } };
  return (
    <form class="scenario" autocomplete="off" noValidate onSubmit={(event) => { event.preventDefault(); props.onSubmit?.(); }}>
      <div class="grid two">
        {choice("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })), "wide")}
        {choice("year", t("year"), country.years.map((value) => ({ value, label: catalogue.taxYear(scenario.country, value) })))}
        {choice("period", t("period"), country.periods.filter((value) => !props.without?.includes(value)).map((value) => ({ value, label: known("period", value) })))}
        <FieldRow field={dateField} value={scenario.date} fault={faults.pay_date} hidden={!date || (!scenario.date && !catalogue.asksDate(scenario.country, scenario.year))}
          onChange={(value, finished) => onChange({ ...scenario, date: value as string | undefined }, finished)} />
      </div>
      {amount && <Pay {...props} faults={faults} sides={sides} onAmount={() => setConverted("")} />}
      {converted && amount && <p class="quiet small" role="status">{converted}</p>}
      <ProfileFields key={scenario.country} {...props} faults={faults} />
      {props.children}
    </form>
  );
}

// Pay asks for the amount, and on which side of the payslip it stands.
function Pay({ catalogue, scenario, faults, missing, sides, onChange, onAmount, other }: ScenarioFormProps & { faults: Record<string, string>; sides: boolean; onAmount: () => void }) {
  const group = useId();
  const field = { ...catalogue.amount(scenario.known, scenario.country), label: t(`${scenario.known} for`, { period: known("per", scenario.period) }) };
  return (
    <>
      {sides && <fieldset class="sides" data-name="known"><legend class="unseen">{t("known side")}</legend>{(["gross", "net"] as const).map((side) => (
        <label key={side}><input type="radio" name={group} value={side} checked={scenario.known === side} onChange={() => onChange({ ...scenario, known: side, amount: other?.(side) ?? scenario.amount }, true)} /><span>{t(`know ${side}`)}</span></label>
      ))}</fieldset>}
      <FieldRow key={scenario.known} class="amount" field={field} value={scenario.amount} affix={field.currency ?? ""} fault={faults[scenario.known] ?? (missing ? t("amount missing") : undefined)}
        onChange={(value, finished) => { onAmount(); onChange({ ...scenario, amount: value as number | undefined }, finished); }} />
    </>
  );
}

// ProfileFields asks for the circumstances: what most have first, lists last.
function ProfileFields({ catalogue, scenario, faults, onChange, skip }: ScenarioFormProps & { faults: Record<string, string> }) {
  const place = useRef<HTMLDivElement>(null);
  const all = catalogue.profile(scenario.country);
  const fields = all.filter((field) => !skip?.(field));
  const lists = fields.filter(({ kind }) => kind === "records");
  const others = fields.filter(({ kind }) => kind !== "records");
  const short = shortcuts(fields);
  const [shown, setShown] = useState<string[]>([]); // fields that a chip brought to the front
  const later = others.slice(first);
  const front = [...others.slice(0, first), ...later.filter(({ name }) => shown.includes(name))];
  const back = later.filter(({ name }) => !shown.includes(name));
  const given = back.some(({ name }) => scenario.profile[name] !== undefined); // by a link, or a remedy
  const [open, setOpen] = useState(given);
  useEffect(() => { if (given) setOpen(true); }, [given]);
  useEffect(() => { const last = shown.at(-1); if (last && place.current) focusField(last, place.current); }, [shown]);
  const marked = back.some(({ name }) => faults[name]);
  useEffect(() => { if (marked) setOpen(true); }, [marked, faults]);
  const row = (field: Field) => (
    <FieldRow key={field.name} field={field} value={scenario.profile[field.name]} fault={faults[field.name]} faults={faults} hidden={!asked(field, scenario, all)} onChange={(value, finished) => {
      const { [field.name]: _, ...rest } = scenario.profile;
      onChange({ ...scenario, profile: value === undefined ? rest : { ...rest, [field.name]: value } }, finished);
    }} />
  );
  const chip = (text: string, act: () => void) => <button key={text} type="button" class="chip" onClick={act}><Icon name="plus" />{text}</button>;
  const add = (list: Field, kind: string, name: string) => onChange({ ...scenario, profile: { ...scenario.profile, [list.name]: [...(scenario.profile[list.name] as Value[] | undefined ?? []), { kind, ...(name && { name }), [fresh]: true } as Row] } }, true);
  const chips = [
    ...lists.filter((list) => asked(list, scenario, all)).flatMap((list) => chipsOf(list).map(({ kind, name, text }) => chip(text, () => add(list, kind, name)))),
    ...short.filter(({ name }) => back.some((field) => field.name === name && asked(field, scenario, all))).map(({ text, name }) => chip(text, () => setShown([...shown, name]))),
  ];
  return (
    <div class="profile" role="group" aria-label={t("profile")} ref={place}>
      <div class="grid two">{front.map(row)}</div>
      {back.length > 0 && <More open={open} onToggle={setOpen}>{() => back.map(row)}</More>}
      {chips.length > 0 && <div class="buttons chips">{chips}</div>}
      {lists.map(row)}
    </div>
  );
}
