// A year, payday by payday: what is paid in each month, with a bonus, a raise or other
// circumstances from a month on.
import "../base.ts";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api/client.ts";
import { patched } from "../api/failure.ts";
import type { Remedy } from "../api/types.ts";
import { follow, stateIn } from "../files/links.ts";
import { focusField, ofScenario, placed } from "../forms/faults.ts";
import { ScenarioForm } from "../forms/ScenarioForm.tsx";
import { money } from "../language/format.ts";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { Peek } from "../payslip/Peek.tsx";
import { Remedies } from "../payslip/Remedies.tsx";
import { faulty, initial, legible, scenarioOf, type Body, type Scenario } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { pauseAfter, useAnswer } from "../ui/answer.ts";
import { BrokenLink, CostNote, Loading, Notice, Reset } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { begin, bodyOf, entered, isFilled, isUnpayable, namer, withScenario, type YearSketch, type YearState } from "./plan.ts";
import { PlanDialog, type Planned } from "./PlanDialog.tsx";
import { Plans } from "./Plans.tsx";
import { YearResult } from "./YearResult.tsx";

export default function YearView({ catalogue, query }: ViewProps) {
  const [sent] = useState(() => stateIn<YearSketch>(query));
  const [first] = useState<YearSketch>(() => sent.state ?? remembered.year ?? {});
  const [entry, setEntry] = useState(() => ({ value: begin(catalogue, first, remembered.scenario ?? initial(catalogue)), finished: true }));
  const [, setLearnt] = useState(0);
  const [planned, setPlanned] = useState<Planned>();
  const state = entry.value, { scenario } = state;
  const body = bodyOf(catalogue, state);
  const missing = !(Number(scenario.amount) > 0) && !Number.isNaN(scenario.amount);
  const id = missing || faulty(catalogue, scenario) ? null : JSON.stringify(body);
  const { answer: found, failure, stale, settled, again } = useAnswer(id, entry, pauseAfter(entry), async () => ({ answer: await ask("year", body), state, body }));
  const change = (next: Partial<YearState>, finished = true) => setEntry({ value: { ...state, ...next }, finished });
  const enter = (next: Scenario, finished: boolean) => setEntry({ value: withScenario(state, next), finished });
  const take = (remedy: Remedy) => enter({ ...scenarioOf(catalogue, patched(body, remedy.set) as Body), known: "gross" }, true);
  const words = (text: string) => catalogue.inWords(scenario.country, text);
  const told = placed(stale ? undefined : failure, ofScenario(catalogue, scenario.country), words);
  const answer = found && found.state.scenario.country === scenario.country && found.state.scenario.period === scenario.period ? found.answer : undefined;
  const named = namer(scenario.period, answer);
  useEffect(() => {
    const whole = { ...state, scenario: legible(scenario) };
    remembered.year = whole;
    const { kept: _, ...shown } = whole;
    follow("year", shown);
  }, [state]);
  useEffect(() => {
    if (!found) return;
    if (catalogue.learn(found.answer)) setLearnt((n) => n + 1);
    announce(t("result", { net: money(found.answer.totals.net, found.answer.currency) }));
  }, [found]);
  const reset = () => { remembered.year = undefined as never; setEntry({ value: begin(catalogue, {}, initial(catalogue)), finished: true }); };
  return (
    <>
      <h1>{t("year title")}</h1>
      <p class="lead">{t("year lead")}</p>
      <BrokenLink broken={sent.broken} />
      <div class="split">
        <section class="card inputs" aria-label={t("your pay")}>
          <ScenarioForm catalogue={catalogue} scenario={scenario} placed={told} missing={missing && settled} onChange={enter} sides={false} date={false} skip={isFilled} without={["year", "day"].filter(isUnpayable)} />
          <Plans catalogue={catalogue} state={state} answer={answer} named={named} onPlan={setPlanned} onChange={change} />
          <CostNote />
          <Reset onReset={reset} />
        </section>
        <section class={`result ${stale ? "stale" : ""}`} inert={stale} aria-label={t("year")}>
          {failure && <Notice failure={failure} again={again} words={words} rest={told.rest} marked={told.first ? { label: catalogue.profile(scenario.country).find(({ name }) => name === told.first)?.label ?? t("gross"), focus: () => focusField(told.first ?? "") } : undefined}><Remedies remedies={failure.remedies} words={words} onTake={take} /></Notice>}
          {found ? <YearResult catalogue={catalogue} {...found} words={words} onPlan={setPlanned} onTake={take} /> : !failure && <Loading />}
        </section>
      </div>
      <Peek answer={found && { net: found.answer.totals.net, gross: found.answer.totals.gross, currency: found.answer.currency }} stale={stale} />
      {planned && answer && <PlanDialog key={`${planned.kind} ${planned.number}`} catalogue={catalogue} scenario={scenario} planned={planned} numbers={answer.paydays.map(({ number }) => number)} named={named}
        onPlan={setPlanned} onClose={() => setPlanned(undefined)} onDone={(made) => { change({ changes: entered(state.changes, made) }); setPlanned(undefined); }} />}
    </>
  );
}
