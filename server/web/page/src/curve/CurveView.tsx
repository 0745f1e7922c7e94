// Net pay over gross pay: one or two scenarios, with the thresholds between.
import "../base.ts";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api/client.ts";
import type { Value } from "../api/types.ts";
import { follow, stateIn } from "../files/links.ts";
import { check } from "../forms/check.ts";
import { focusField, placed } from "../forms/faults.ts";
import type { Field } from "../forms/field.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { EditScenario, Summary, Tools } from "../scenario/EditScenario.tsx";
import { complete, initial, request, type Scenario, type Sketch } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { pauseAfter, useAnswer, type Entry } from "../ui/answer.ts";
import { Icon } from "../ui/icons.tsx";
import { BrokenLink, CostNote, Loading, Notice, Reset } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { Drawing } from "./Drawing.tsx";
import { pointsOf, usualSpan } from "./points.ts";

const most = 2;
type Bound = "from" | "to";
interface CurveState { scenarios: Scenario[]; from: number | undefined; to: number | undefined }

export default function CurveView({ catalogue, query }: ViewProps) {
  const [sent] = useState(() => stateIn<{ scenarios?: Sketch[]; from?: number; to?: number }>(query));
  const begin = (given: NonNullable<typeof sent.state>): Entry<CurveState> => {
    const scenarios = (given.scenarios?.length ? given.scenarios : [remembered.scenario ?? initial(catalogue)]).slice(0, most).map((each) => complete(catalogue, each));
    return { value: { scenarios, ...usualSpan(scenarios[0]?.amount), ...(given.from && { from: given.from }), ...(given.to && { to: given.to }) }, finished: true };
  };
  const [entry, setEntry] = useState(() => begin(sent.state ?? remembered.curve ?? {}));
  const [edited, setEdited] = useState<number>();
  const state = entry.value;
  const { scenarios } = state;
  const schema = catalogue.input("curve");
  const field = (name: Bound): Field => ({ name, label: t(`curve ${name}`), kind: "number", type: "number", schema: schema.properties?.[name] ?? {}, help: "", currency: catalogue.country(scenarios[0]?.country ?? "").currency });
  const wrong = (["from", "to"] as const).some((name) => state[name] === undefined || check(field(name), state[name]) !== "");
  const span = { from: state.from ?? 0, to: state.to ?? 0 };
  const bodies = scenarios.map((scenario) => ({ ...request(catalogue, scenario, false), ...span, points: pointsOf(span) }));
  const id = wrong ? null : JSON.stringify(bodies);
  const { answer: found, failure, stale, settled, again } = useAnswer(id, entry, pauseAfter(entry, 400), async () => ({ answers: await Promise.all(bodies.map((body) => ask("curve", body))), bodies, state }));
  useEffect(() => {
    if (Number.isNaN(state.from) || Number.isNaN(state.to)) return;
    remembered.curve = { scenarios: state.scenarios, ...(state.from && { from: state.from }), ...(state.to && { to: state.to }) };
    follow("curve", state);
  }, [state]);
  useEffect(() => { if (found) announce(t("curve drawn")); }, [found]);
  const change = (next: Partial<CurveState>, finished = true) => setEntry({ value: { ...state, ...next }, finished });
  const put = (at: number, ...next: Scenario[]) => change({ scenarios: [...scenarios.slice(0, at), ...next, ...scenarios.slice(at + 1)] });
  const words = (text: string) => catalogue.inWords(scenarios[0]?.country ?? "", text);
  const told = placed(stale ? undefined : failure, ([name]) => (name === "from" || name === "to" ? name : undefined), words);
  const bound = (name: Bound) => (
    <FieldRow field={field(name)} value={state[name]} affix={field(name).currency ?? ""} fault={told.faults[name] ?? (state[name] === undefined && settled ? t("amount missing") : undefined)} onChange={(value: Value | undefined, finished) => change({ [name]: value as number | undefined }, finished)} />
  );
  return (
    <>
      <h1>{t("curve")}</h1>
      <p class="lead">{t("curve lead")}</p>
      <CostNote />
      <BrokenLink broken={sent.broken} />
      <ol class="cards two-up">
        {scenarios.map((scenario, i) => <li key={i} class={`card slim curve-${i}`}><div class="card-head"><div><Summary catalogue={catalogue} scenario={scenario} /></div><Tools index={i} onChange={() => setEdited(i)} onRemove={scenarios.length > 1 ? () => put(i) : undefined} /></div></li>)}
        {scenarios.length < most && <li class="add"><button type="button" onClick={() => setEdited(scenarios.length)}><Icon name="plus" />{t("add curve")}</button></li>}
      </ol>
      <form class="card slim" noValidate onSubmit={(event) => { event.preventDefault(); change({}); }}><div class="grid two spans">{bound("from")}{bound("to")}</div><Reset onReset={() => setEntry(begin({}))} /></form>
      <div class={`result ${stale ? "stale" : ""}`} inert={stale}>
        {failure && <Notice failure={failure} again={again} words={words} rest={told.rest} marked={told.first ? { label: t(`curve ${told.first as Bound}`), focus: () => focusField(told.first ?? "") } : undefined} />}
        {found ? <Drawing catalogue={catalogue} {...found} /> : !failure && <Loading />}
      </div>
      {edited !== undefined && <EditScenario catalogue={catalogue} title={t(edited < scenarios.length ? "change scenario n" : "add curve", { n: edited + 1 })} scenario={scenarios[edited] ?? scenarios[0] ?? initial(catalogue)} amount={false} onClose={() => setEdited(undefined)} onDone={(scenario) => put(edited, scenario)} />}
    </>
  );
}
