// Up to eight scenarios side by side. They are in the address, without a key.
import "../base.ts";
import { useEffect, useState } from "preact/hooks";
import { patched } from "../api/failure.ts";
import type { Remedy } from "../api/types.ts";
import { follow, stateIn } from "../files/links.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { EditScenario } from "../scenario/EditScenario.tsx";
import { complete, initial, scenarioOf, type Body, type Scenario, type Sketch } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { useAnswer } from "../ui/answer.ts";
import { Icon } from "../ui/icons.tsx";
import { BrokenLink, CostNote, Loading, Notice } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { compare, type Wrong } from "./ask.ts";
import { Cards } from "./Cards.tsx";
import { couplesOf } from "./couple.ts";
import { CoupleButton, CoupleTable } from "./Couple.tsx";
import { LineByLine, SideBySide } from "./Tables.tsx";
import { Gathered } from "./Gathered.tsx";

export default function Compare({ catalogue, query }: ViewProps) {
  const most = catalogue.input("compare").properties?.scenarios?.maxItems ?? 8;
  const [sent] = useState(() => stateIn<Sketch[]>(query));
  const [scenarios, setScenarios] = useState<Scenario[]>(() => (Array.isArray(sent.state) ? sent.state : remembered.compare ?? []).slice(0, most).map((each) => ({ ...complete(catalogue, each), known: "gross" })));
  const [edited, setEdited] = useState(query.has("change") ? Number(query.get("change")) - 1 : undefined);
  const id = scenarios.length ? JSON.stringify(scenarios) : null;
  const { answer: found, failure, stale, again } = useAnswer(id, scenarios, 0, () => compare(catalogue, scenarios));
  useEffect(() => {
    remembered.compare = scenarios;
    follow("compare", scenarios.length ? scenarios : undefined);
  }, [scenarios]);
  useEffect(() => { if (found) announce(t("compared", { n: found.answer?.rows.length ?? 0 })); }, [found]);
  const start = (): Scenario => ({ ...(scenarios.at(-1) ?? remembered.scenario ?? initial(catalogue)), known: "gross" });
  const put = (at: number, ...next: Scenario[]) => setScenarios([...scenarios.slice(0, at), ...next, ...scenarios.slice(at + 1)]);
  const take = ({ body, of }: Wrong, remedy: Remedy) => {
    const mended = patched(body, remedy.set) as { scenarios: Body[] };
    setScenarios(scenarios.map((each, i) => { const next = mended.scenarios[of.indexOf(i)]; return of.includes(i) && next ? scenarioOf(catalogue, next) : each; }));
  };
  const empty = !scenarios.length;
  const couple = <CoupleButton catalogue={catalogue} start={{ ...start(), ...scenarios[0] }} onDone={(made) => setScenarios(made.slice(0, most))} />;
  const each = <OneOfEach catalogue={catalogue} begin={start()} onDone={(made) => setScenarios(made.slice(0, most))} />;
  const current = !stale && found && found.scenarios.length === scenarios.length ? found : undefined;
  const own = current?.of.flatMap((i) => scenarios[i] ?? []) ?? [];
  const couples = current?.answer && couplesOf(catalogue, current.answer.rows, own);
  const table = current?.answer && <SideBySide catalogue={catalogue} found={current} answer={current.answer} />;
  return (
    <>
      <h1>{t("compare")}</h1>
      <p class="lead">{t("compare lead")}</p>
      <CostNote />
      <BrokenLink broken={sent.broken} />
      {empty ? <div class="card empty"><p class="lead">{t("compare empty")}</p><div class="buttons"><button type="button" class="primary" onClick={() => setEdited(0)}><Icon name="plus" />{t("add scenario")}</button>{couple}</div>{each}</div>
        : <div class={stale ? "stale" : ""} inert={stale}>
          {failure && <Notice failure={failure} again={again} />}
          {!found && !failure && <Loading />}
          {couples && <CoupleTable {...couples} />}
          <Cards catalogue={catalogue} scenarios={scenarios} found={current} most={most} onEdit={setEdited} onTake={take}
            onRemove={(i) => put(i)} onCopy={(i) => { const one = scenarios[i]; if (one) put(i, one, structuredClone(one)); }} />
          <div class="card slim unprinted">{each}<div class="buttons follow">{couple}<button type="button" class="quiet-button" onClick={() => setScenarios([])}>{t("reset")}</button></div></div>
          {current?.answer && <>{couples ? <details class="card"><summary>{t("each scenario")}</summary>{table}</details> : table}<LineByLine key={id} found={current} /><Gathered catalogue={catalogue} answer={current.answer} of={current.of} /></>}
        </div>}
      {edited !== undefined && <EditScenario catalogue={catalogue} title={t(edited < scenarios.length ? "change scenario n" : "add scenario", { n: edited + 1 })} scenario={scenarios[edited] ?? start()} sides={false} onClose={() => setEdited(undefined)} onDone={(scenario) => put(edited, scenario)} />}
    </>
  );
}

// OneOfEach makes of a scenario one for each choice of a field.
function OneOfEach({ catalogue, begin, onDone }: { catalogue: ViewProps["catalogue"]; begin: Scenario; onDone: (scenarios: Scenario[]) => void }) {
  const fields = catalogue.profile(begin.country).filter((field) => field.kind === "choice");
  const choices = [{ value: "", label: "–" }, ...fields.map((field) => ({ value: field.name, label: field.label }))];
  return <FieldRow field={choiceField("each", t("one of each"), choices)} value="" onChange={(name) => {
    const field = fields.find((each) => each.name === name);
    if (field) onDone((field.choices ?? []).map(({ value }) => complete(catalogue, { ...begin, profile: { ...begin.profile, [field.name]: value } })));
  }} />;
}
