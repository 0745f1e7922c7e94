// What if: one thing of a payslip changed, and what that does to it.
import "../base.ts";
import { useState } from "preact/hooks";
import { ask, Failure } from "../api/client.ts";
import type { Compared, Row, Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { check } from "../forms/check.ts";
import { placed } from "../forms/faults.ts";
import type { Field } from "../forms/field.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { difference, money } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { asked, request, type Scenario } from "../scenario/scenario.ts";
import { orNothing } from "../scenario/words.ts";
import { announce } from "../ui/announce.ts";
import { CostNote, Loading, Notice } from "../ui/Notice.tsx";

const raise = "gross"; // the change that is no circumstance: more pay
const bonus = "bonus"; // paid once: the year shows what becomes of it

type Outcome = { state: "none" | "asked" } | { state: "there"; answer: Compared; pair: Scenario[] } | { state: "refused"; failure: Failure };

export default function WhatIf({ catalogue, scenario }: { catalogue: Catalogue; scenario: Scenario }) {
  const all = catalogue.profile(scenario.country);
  const fields = all.filter((field) => !["several", "records"].includes(field.kind) && asked(field, scenario, all));
  const [what, setWhat] = useState(raise);
  const [value, setValue] = useState<Value | undefined>();
  const [missing, setMissing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({ state: "none" });
  const changed = fields.find((each) => each.name === what);
  const paid = what === raise || what === bonus;
  const field: Field = changed
    ? { ...changed, label: t("instead of", { label: changed.label, value: orNothing(changed, scenario.profile[what] ?? changed.fallback) }), help: "" }
    : { name: raise, label: what === bonus ? t("bonus") : t("raise by", { period: known("per", scenario.period) }), kind: "number", type: "number", schema: {}, help: "", currency: catalogue.country(scenario.country).currency };
  const words = (text: string) => catalogue.inWords(scenario.country, text.replace(/^\S+ \d+: /, ""));

  async function show(event?: Event) {
    event?.preventDefault();
    setMissing(paid && !value);
    if (check(field, value) || (paid && !value)) return;
    if (what === bonus) {
      remembered.year = { scenario, changes: [], bonus: value as number };
      location.hash = "#/year";
      return;
    }
    const other = paid ? { ...scenario, amount: Math.round(((scenario.amount ?? 0) + (value as number)) * 100) / 100 } : { ...scenario, profile: { ...scenario.profile, [what]: value } };
    setOutcome({ state: "asked" });
    try {
      const answer = await ask("compare", { scenarios: [scenario, other].map((each) => request(catalogue, each)) });
      setOutcome({ state: "there", answer, pair: [scenario, other] });
      announce(`${t("net")}: ${difference((answer.rows[1]?.net ?? 0) - (answer.rows[0]?.net ?? 0), (amount) => money(amount, answer.rows[0]?.currency ?? ""))}`);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      setOutcome({ state: "refused", failure });
    }
  }
  const failure = outcome.state === "refused" ? outcome.failure : undefined;
  const told = placed(failure, (path) => (path.includes(what) ? what : undefined), words);
  return (
    <>
      <form class="whatif" noValidate autocomplete="off" onSubmit={(event) => void show(event)}>
        <div class="grid two">
          <FieldRow field={choiceField("change", t("what changes"), [{ value: raise, label: t("raise") }, { value: bonus, label: t("change.bonus") }, ...fields.map(({ name, label }) => ({ value: name, label }))])}
            value={what} onChange={(next) => { setWhat(String(next)); setValue(scenario.profile[String(next)]); setMissing(false); setOutcome({ state: "none" }); }} />
          <FieldRow key={what} field={field} value={value} affix={paid ? field.currency ?? "" : ""} fault={told.faults[what] ?? (missing ? t("field missing") : undefined)} onChange={(next) => { setValue(next); setMissing(false); setOutcome({ state: "none" }); }} />
        </div>
        <CostNote />
        <div class="buttons"><button type="submit" class="primary">{t(what === bonus ? "show in year" : "show difference")}</button></div>
      </form>
      {outcome.state === "asked" && <Loading />}
      {failure && <Notice failure={failure} again={() => void show()} rest={told.rest} words={words} />}
      {outcome.state === "there" && <Difference rows={outcome.answer.rows} pair={outcome.pair} />}
    </>
  );
}

const rows = [["gross", "gross"], ["income tax", "income_tax"], ["social contributions", "social_contributions"], ["net", "net"], ["employer cost", "employer_cost"]] as const;

function Difference({ rows: [now, then], pair }: { rows: Row[]; pair: Scenario[] }) {
  if (!now || !then) return null;
  const cash = (amount: number) => money(amount, now.currency);
  const row = (label: string, a: number, b: number, strong = false) => <tr key={label} class={strong ? "strong" : ""}><th scope="row">{label}</th><td class="figures">{cash(a)}</td><td class="figures">{cash(b)}</td><td class="figures">{difference(b - a, cash)}</td></tr>;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("difference")}><table class="matrix">
        <thead><tr><td />{(["now", "then", "difference"] as const).map((name) => <th key={name} scope="col" class="figures">{t(name)}</th>)}</tr></thead>
        <tbody>{rows.map(([word, name]) => row(`${t(word)} ${known("per", now.period)}`, now[name], then[name], name === "net"))}{row(t("net a year row"), now.annual_net, then.annual_net)}</tbody>
      </table></div>
      <div class="buttons"><button type="button" onClick={() => { remembered.compare = pair; location.hash = "#/compare"; }}>{t("add to comparison")}</button></div>
    </>
  );
}
