// The answer for a year: its sums, a chart, a table by payday, and what to know of it.
import { useState } from "preact/hooks";
import type { Remedy, Year } from "../api/types.ts";
import { curl, link } from "../files/links.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { amountOnly, money, percent } from "../language/format.ts";
import { ownTerm, said, t, type Word } from "../language/words.ts";
import { Assumptions } from "../payslip/Assumptions.tsx";
import { NoteList } from "../payslip/Notes.tsx";
import type { Body } from "../scenario/scenario.ts";
import { title } from "../scenario/words.ts";
import { TakeAway } from "../ui/TakeAway.tsx";
import { Chart } from "./Chart.tsx";
import { columnsOf } from "./columns.ts";
import { effectOf, isAt, namer, saidOf, type YearState } from "./plan.ts";
import type { Planned } from "./PlanDialog.tsx";

interface ResultProps { catalogue: Catalogue; answer: Year; state: YearState; body: Body; words: (text: string) => string; onPlan: (planned: Planned) => void; onTake: (remedy: Remedy) => void }

export function YearResult(props: ResultProps) {
  const { catalogue, answer, state, body, words, onPlan, onTake } = props;
  const named = namer(state.scenario.period, answer);
  const { totals } = answer;
  const cash = (amount: number) => money(amount, answer.currency);
  const { heading, settings } = title(catalogue, state.scenario);
  const file = [...totals.lines].sort((a, b) => Number(a.payer === "employer") - Number(b.payer === "employer"));
  const facts: [Word, string][] = [["average net", cash(answer.average_net)], ["deductions", cash(totals.employee_deductions)], ["deduction rate", totals.deduction_rate === null ? "–" : percent(totals.deduction_rate)], ["employer cost", cash(totals.employer_cost)]];
  const { kept: _, ...shown } = state;
  return (
    <>
      <div class="printed"><h1>{t("year")} – {heading}</h1><p>{[...settings, ...state.changes.map((change) => saidOf(catalogue, state.scenario, change, named))].join(" · ")}</p></div>
      <div class="card headline">
        <div class="amounts">
          <div class="net"><p class="eyebrow">{t("net of year", { year: answer.tax_year })}</p><p class="big">{cash(totals.net)}</p></div>
          <div><p class="eyebrow">{t("gross of year")}</p><p class="large">{cash(totals.gross)}</p></div>
          <dl class="facts">{facts.map(([name, value]) => <div key={name}><dt>{t(name)}</dt><dd class="figures">{value}</dd></div>)}</dl>
        </div>
        <Assumptions warnings={answer.warnings} words={words} onTake={onTake} />
      </div>
      <div class="card"><h2>{t("month by month")}</h2><p class="quiet small unprinted">{t("year hint")}</p>
        <Chart answer={answer} named={named} onPlan={(number) => onPlan({ number })} />
        <Paydays {...props} named={named} />
        <TakeAway name={`year-${answer.country}-${answer.tax_year}`} json={() => answer} curl={() => curl("year", body)} link={() => link("year", shown)}
          rows={() => [[t("payday"), t("gross"), ...file.map((line) => `${ownTerm(line.label)} – ${said(`payer.${line.payer}`)}`), t("net"), t("employer cost")],
            ...[...answer.paydays.map((payday) => [named(payday.number), payday] as const), [t("totals"), totals] as const].map(([label, of]) => [label, of.gross, ...file.map((line) => of.lines.find((each) => each.key === line.key && each.payer === line.payer)?.amount ?? ""), of.net, of.employer_cost])]} />
      </div>
      <YearNotes answer={answer} words={words} named={named} />
    </>
  );
}

// Paydays is the table; the employer's columns are folded.
function Paydays({ catalogue, answer, state, onPlan, named }: ResultProps & { named: (number: number) => string }) {
  const [open, setOpen] = useState(false);
  const columns = columnsOf(answer).filter(({ employer }) => open || !employer);
  return (
    <>
      <div class="buttons unprinted"><button type="button" class="quiet-button" aria-expanded={open} onClick={() => setOpen(!open)}>{t("employer columns")}</button></div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("month by month")}><table class="paydays sheet">
        <thead><tr><th scope="col">{t("payday")}</th>{columns.map(({ name, label, title: whole }) => <th key={name} scope="col" class="figures" title={whole}>{label}</th>)}</tr></thead>
        <tbody>{answer.paydays.map((payday) => {
          const changes = state.changes.filter(isAt(payday.number));
          return (
            <tr key={payday.number} class={changes.length ? "changed" : ""}>
              <th scope="row"><button type="button" class="figure" aria-label={t("change in", { month: named(payday.number) })} onClick={() => onPlan({ number: payday.number })}>{named(payday.number)}</button>
                {changes.map((change) => <span key={effectOf(catalogue, state.scenario, change)} class="rule">{effectOf(catalogue, state.scenario, change)}</span>)}</th>
              {columns.map(({ name, of }) => <td key={name} class={`figures ${name === "net" ? "strong" : ""}`}>{amountOnly(of(payday))}</td>)}
            </tr>
          );
        })}</tbody>
        <tfoot><tr><th scope="row">{t("totals")}</th>{columns.map(({ name, of }) => <td key={name} class="figures">{amountOnly(of(answer.totals))}</td>)}</tr></tfoot>
      </table></div>
    </>
  );
}

// YearNotes are the notes of the year, then those of single paydays with the months that each is of.
function YearNotes({ answer, words, named }: { answer: Year; words: (text: string) => string; named: (number: number) => string }) {
  const assumed = new Set(answer.warnings.map(({ message }) => message));
  const by = Map.groupBy(answer.paydays.flatMap(({ number, notes }) => (notes ?? []).map((note) => ({ number, note }))), ({ note }) => note);
  const months = (all: { number: number }[]) => (all.length > 2 ? t("from to", { from: named(all[0]?.number ?? 1), to: named(all.at(-1)?.number ?? 1) }) : all.map(({ number }) => named(number)).join(", "));
  const notes = [...answer.notes.filter((note) => !assumed.has(note)), ...[...by].map(([note, all]) => (note.startsWith(`${months(all)}: `) ? note : `${months(all)}: ${note}`))];
  return <div class="card"><h2>{t("notes")}</h2><NoteList notes={[...notes.map(words), answer.disclaimer]} /></div>;
}
