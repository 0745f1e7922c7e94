// A change of the year, in a dialog: at which payday, and what.
import { useRef, useState } from "preact/hooks";
import type { Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { check, complete } from "../forms/check.ts";
import type { Field } from "../forms/field.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { known, said, t } from "../language/words.ts";
import { asked, type Scenario } from "../scenario/scenario.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { isFilled, type YearChange } from "./plan.ts";

export type PlanKind = "bonus" | "raise" | "circumstance";
// Planned is a change that is being entered; without a number its payday is asked for first, without
// a kind what changes.
export interface Planned { kind?: PlanKind; number?: number }

interface PlanProps {
  catalogue: Catalogue; scenario: Scenario; planned: Planned; numbers: number[]; named: (number: number) => string;
  onPlan: (planned: Planned) => void; onDone: (change: YearChange) => void; onClose: () => void;
}

export function PlanDialog(props: PlanProps) {
  const { planned, numbers, named, onPlan, onClose } = props;
  if (planned.number !== undefined || !planned.kind) return <ChangeDialog {...props} number={planned.number ?? 1} />;
  return (
    <Dialog title={t(`which.${planned.kind}`)} onClose={onClose}>
      <div class="month-picks">{numbers.map((number) => <button key={number} type="button" onClick={() => onPlan({ ...planned, number })}>{named(number)}</button>)}</div>
    </Dialog>
  );
}

// nothing is the value of a field that is left empty.
const nothing = ({ kind, fallback }: Field): Value => fallback ?? (kind === "records" ? [] : null);

function ChangeDialog({ catalogue, scenario, planned, number, named, onDone, onClose }: PlanProps & { number: number }) {
  const all = catalogue.profile(scenario.country);
  const fields = all.filter((field) => !isFilled(field) && asked(field, scenario, all));
  const [kind, setKind] = useState<PlanKind>(planned.kind ?? "bonus");
  const [only, setOnly] = useState<"from" | "in">("from");
  const [which, setWhich] = useState(fields[0]?.name ?? "");
  const [value, setValue] = useState<Value>();
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const month = named(number);
  const circumstance = fields.find(({ name }) => name === which);
  const amount = (label: string): Field => ({ name: "amount", label, kind: "number", type: "number", help: "", schema: { exclusiveMinimum: 0 }, currency: catalogue.country(scenario.country).currency });
  const field = kind === "circumstance" && circumstance ? { ...circumstance, help: "" } : amount(kind === "bonus" ? t("bonus amount", { month }) : t("new gross", { period: known("per", scenario.period) }));
  const save = (event: Event) => {
    event.preventDefault();
    const lacks = kind !== "circumstance" && value === undefined;
    setMissing(lacks);
    if (lacks || check(field, value)) return form.current?.querySelector<HTMLElement>(`[data-name="${field.name}"] input`)?.focus();
    const given = field.kind === "records" && Array.isArray(value) ? complete(field, value as { kind: string }[]) : value;
    const change = kind === "bonus" ? { one_off: value as number } : kind === "raise" ? { gross: value as number } : { profile: { [which]: given ?? nothing(field) } };
    onDone({ ...(kind === "bonus" ? { in: number } : { [only]: number }), ...change });
  };
  const pickKind = (next: PlanKind) => { setKind(next); setValue(undefined); setMissing(false); };
  return (
    <Dialog title={said(`plan.${kind}`, { month })} onClose={onClose}>
      <form class="scenario" ref={form} noValidate autocomplete="off" onSubmit={save}>
        {!planned.kind && <FieldRow field={choiceField("change", t("what changes"), (["bonus", "raise", "circumstance"] as const).map((each) => ({ value: each, label: t(`change.${each}`) })))} value={kind} onChange={(next) => pickKind(next as PlanKind)} />}
        <div class="grid">
          {kind === "circumstance" && <FieldRow field={choiceField("field", t("circumstance"), fields.map(({ name, label }) => ({ value: name, label })))} value={which} onChange={(next) => {
            const name = String(next);
            setWhich(name);
            setValue(fields.find((each) => each.name === name)?.kind === "records" ? scenario.profile[name] : undefined);
          }} />}
          <FieldRow key={`${kind} ${which}`} field={field} value={value} affix={kind === "circumstance" ? "" : field.currency ?? ""} fault={missing ? t("field missing") : undefined} onChange={(next) => { setValue(next); setMissing(false); }} />
          {kind !== "bonus" && <FieldRow field={choiceField("only", t("how long"), [{ value: "from", label: t("from then on") }, { value: "in", label: t("only then") }])} value={only} onChange={(next) => setOnly(next as "from" | "in")} />}
        </div>
        <div class="buttons end"><button type="submit" class="primary">{t("apply")}</button></div>
      </form>
    </Dialog>
  );
}
