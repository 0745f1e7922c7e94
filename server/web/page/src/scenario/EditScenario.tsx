// A row of scenarios that can be added, changed and removed.
import { useRef, useState } from "preact/hooks";
import type { Catalogue } from "../forms/catalogue.ts";
import { focusField } from "../forms/faults.ts";
import { ScenarioForm } from "../forms/ScenarioForm.tsx";
import { t } from "../language/words.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { IconButton, type IconName } from "../ui/icons.tsx";
import { faulty, type Scenario } from "./scenario.ts";
import { title as titleOf } from "./words.ts";

interface EditProps { catalogue: Catalogue; title: string; scenario: Scenario; amount?: boolean; sides?: boolean; onDone: (scenario: Scenario) => void; onClose: () => void }

// EditScenario changes a scenario in a dialog; onDone is told of the result once.
export function EditScenario({ catalogue, title, scenario: given, amount = true, sides = true, onDone, onClose }: EditProps) {
  const [scenario, setScenario] = useState(given);
  const [missing, setMissing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const apply = () => {
    const lacks = amount && !(Number(scenario.amount) > 0);
    setMissing(lacks);
    if (lacks) return focusField(scenario.known, place.current ?? document);
    if (faulty(catalogue, scenario, amount)) return place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    onClose();
    onDone(scenario);
  };
  return (
    <Dialog title={title} onClose={onClose}><div ref={place}>
      <ScenarioForm catalogue={catalogue} scenario={scenario} amount={amount} sides={sides} missing={missing} onChange={(next) => { setScenario(next); setMissing(false); }} onSubmit={apply}>
        <div class="buttons end"><button type="submit" class="primary">{t("apply")}</button></div>
      </ScenarioForm>
    </div></Dialog>
  );
}

// Summary says in words what a scenario is.
export function Summary({ catalogue, scenario }: { catalogue: Catalogue; scenario: Scenario }) {
  const { heading, settings } = titleOf(catalogue, scenario);
  return <><strong>{heading}</strong><span class="quiet small">{settings.length ? settings.join(" · ") : t("defaults")}</span></>;
}

// Tools are the buttons that change, copy and remove a scenario.
export function Tools({ index, onChange, onCopy, onRemove }: { index: number; onChange: () => void; onCopy?: (() => void) | undefined; onRemove?: (() => void) | undefined }) {
  const button = (word: "change" | "duplicate" | "remove", name: IconName, act: (() => void) | undefined) => act && <IconButton name={name} label={`${t(word)}: ${t("scenario n", { n: index + 1 })}`} title={t(word)} onClick={act} />;
  return <div class="scenario-tools">{button("change", "pencil", onChange)}{button("duplicate", "copy", onCopy)}{button("remove", "close", onRemove)}</div>;
}
