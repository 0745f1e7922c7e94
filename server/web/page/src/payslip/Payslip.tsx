// The payslip of one scenario, drawn anew while someone types.
import { useEffect, useState } from "preact/hooks";
import { ask, Failure } from "../api/client.ts";
import { patched } from "../api/failure.ts";
import type { Explained, Remedy, Slip as Answer } from "../api/types.ts";
import { payslipHash, payslipIn } from "../files/links.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { isBonus } from "../forms/chips.ts";
import { focusField, ofScenario, placed } from "../forms/faults.ts";
import { ScenarioForm } from "../forms/ScenarioForm.tsx";
import { money } from "../language/format.ts";
import { known, quoted, t } from "../language/words.ts";
import { forget, remembered } from "../memory.ts";
import { faulty, initial, legible, request, scenarioOf, type Body, type Scenario } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { pauseAfter, useAnswer, type Entry } from "../ui/answer.ts";
import { BrokenLink, CostNote, Notice, Reset } from "../ui/Notice.tsx";
import { Peek } from "./Peek.tsx";
import { Remedies } from "./Remedies.tsx";
import { Slip } from "./Slip.tsx";
import type { ViewProps } from "../views.ts";

// Found is an answer with its request, and with the way to its reasons. instead is the remedy
// by which it was computed, where what was entered is refused.
export interface Found { answer: Answer; scenario: Scenario; explained: () => Promise<Explained>; instead?: { remedy: Remedy; why: string; others: Remedy[] } }

export default function Payslip({ catalogue, query }: ViewProps) {
  const [sent] = useState(() => payslipIn(catalogue, query));
  const [, setLearnt] = useState(0);
  const [entry, setEntry] = useState<Entry<Scenario>>(() => ({ value: sent.state ?? remembered.scenario ?? initial(catalogue), finished: true }));
  const scenario = entry.value;
  const body = request(catalogue, scenario);
  const missing = !(Number(scenario.amount) > 0) && !Number.isNaN(scenario.amount);
  const id = missing || faulty(catalogue, scenario) ? null : JSON.stringify(body);
  const { answer: found, failure, stale, settled, again } = useAnswer(id, entry, pauseAfter(entry), () => answerOf(catalogue, scenario, body));
  const change = (value: Scenario, finished: boolean) => setEntry({ value, finished });
  const take = (remedy: Remedy) => change(scenarioOf(catalogue, patched(body, remedy.set) as Body), true);
  const words = (text: string) => catalogue.inWords(scenario.country, text);
  const shown = placed(stale ? undefined : failure, ofScenario(catalogue, scenario.country), words);
  const once = addToGross(catalogue, scenario);
  const refused = once && shown.first && isBonus(shown.first) ? once.remedies : [];
  useEffect(() => {
    remembered.scenario = legible(scenario);
    history.replaceState(null, "", payslipHash(catalogue, legible(scenario)));
  }, [scenario]);
  useEffect(() => {
    if (!found) return;
    if (catalogue.learn(found.answer)) setLearnt((n) => n + 1);
    announce(t("result", { net: money(found.answer.net, found.answer.currency) }));
  }, [found]);
  const reset = () => { forget(); change(initial(catalogue), true); };
  return (
    <>
      <h1 class="unseen">{t("payslip")}</h1>
      <BrokenLink broken={sent.broken} />
      <div class="split">
        <section class="card inputs" aria-label={t("your pay")}>
          <ScenarioForm catalogue={catalogue} scenario={scenario} placed={shown} missing={missing && settled} onChange={change} other={(side) => (stale ? undefined : found?.answer[side])} />
          <CostNote />
          <Reset onReset={reset} />
        </section>
        <section class={`result ${stale ? "stale" : ""}`} inert={stale} aria-label={t("results")}>
          {failure && <Notice failure={failure} again={again} words={words} rest={shown.rest} marked={mark(catalogue, scenario, shown.first)}><Remedies remedies={[...failure.remedies, ...refused]} words={words} onTake={take} /></Notice>}
          {once && found && <div class="card slim" role="status">{t("part of gross", { label: quoted(once.label) })}<Remedies remedies={once.remedies} words={words} onTake={take} /></div>}
          {found && <Slip catalogue={catalogue} found={found} onTake={take} words={words} />}
        </section>
      </div>
      <Peek answer={found?.answer} stale={stale} />
    </>
  );
}

// addToGross offers to add what is paid once, which the rules count within the gross, where it
// is most of that.
function addToGross(catalogue: Catalogue, { country, period, profile, known: side, amount = 0 }: Scenario): { label: string; remedies: Remedy[] } | undefined {
  const field = catalogue.profile(country).find(({ name }) => isBonus(name) && typeof profile[name] === "number");
  const once = Number(field && profile[field.name]);
  if (!field || side !== "gross" || !(once * 2 > amount)) return undefined;
  const gross = Math.round((amount + once) * 100) / 100;
  return { label: field.label, remedies: [{ label: `${t("gross for", { period: known("per", period) })}: ${money(gross, catalogue.country(country).currency)}`, set: { gross } }] };
}

// mark leads to the field where a failure is told.
function mark(catalogue: Catalogue, scenario: Scenario, name: string | undefined) {
  if (name === undefined) return undefined;
  const label = catalogue.profile(scenario.country).find((field) => field.name === name)?.label
    ?? (name === scenario.known ? t(`${scenario.known} for`, { period: "" }).trim() : t(name === "pay_date" ? "pay date" : name as "year"));
  return { label, focus: () => focusField(name === "gross" || name === "net" ? scenario.known : name) };
}

// answerOf asks for net pay with its reasons, or for the gross of a net, whose reasons cost
// another call and so wait until somebody wants them. Where no profile as entered is
// supported, the first that would be is computed, and said to be.
async function answerOf(catalogue: Catalogue, scenario: Scenario, body: Body, remedied = false): Promise<Found> {
  if (scenario.known === "gross") {
    try {
      const answer = await ask("explain", body);
      return { answer, scenario, explained: () => Promise.resolve(answer) };
    } catch (failure) {
      const [remedy, ...others] = failure instanceof Failure && failure.code === "unsupported_profile" && !remedied ? failure.remedies : [];
      if (!remedy) throw failure;
      const mended = patched(body, remedy.set) as Body;
      const found = await answerOf(catalogue, scenarioOf(catalogue, mended), mended, true).catch(() => { throw failure; });
      return { ...found, instead: { remedy, others, why: (failure as Failure).message } };
    }
  }
  const answer = await ask("gross", body);
  const found = { ...scenario, known: "gross" as const, amount: answer.gross };
  return { answer, scenario, explained: () => ask("explain", request(catalogue, found)) };
}
