// What changes in the year, and from when to when it is worked.
import type { Year } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { t } from "../language/words.ts";
import { Icon, IconButton } from "../ui/icons.tsx";
import { numbersOf, saidOf, type YearState } from "./plan.ts";
import type { Planned } from "./PlanDialog.tsx";

interface PlansProps { catalogue: Catalogue; state: YearState; answer: Year | undefined; named: (number: number) => string; onPlan: (planned: Planned) => void; onChange: (next: Partial<YearState>) => void }

export function Plans({ catalogue, state, answer, named, onPlan, onChange }: PlansProps) {
  const { changes, scenario } = state;
  const numbers = numbersOf(scenario.period, answer);
  const bound = (name: "first" | "last") => (
    <FieldRow field={choiceField(name, t(name === "first" ? "employed from" : "employed to"), numbers.map((value) => ({ value, label: named(value) })))} value={state[name] ?? (name === "first" ? 1 : numbers.length)} onChange={(value) => onChange({ [name]: value as number })} />
  );
  return (
    <div class="profile grid">
      <p class="label">{t("changes of the year")}</p>
      {changes.length ? <ul class="changes">{changes.map((change, i) => (
        <li key={saidOf(catalogue, scenario, change, named)}><span>{saidOf(catalogue, scenario, change, named)}</span>
          <IconButton name="close" label={`${t("remove")}: ${saidOf(catalogue, scenario, change, named)}`} title={t("remove")} onClick={() => onChange({ changes: changes.filter((_, at) => at !== i) })} /></li>
      ))}</ul> : <p class="quiet small">{t("no changes")}</p>}
      <div class="buttons">{(["bonus", "raise", "circumstance"] as const).map((kind) => <button key={kind} type="button" disabled={!answer} onClick={() => onPlan({ kind })}><Icon name="plus" />{t(`change.${kind}`)}</button>)}</div>
      {answer && <div class="grid two">{bound("first")}{bound("last")}</div>}
    </div>
  );
}
