// The answer in large figures: net and gross by the month, the week or the year.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Slip } from "../api/types.ts";
import { money, percent } from "../language/format.ts";
import { known, t, type Word } from "../language/words.ts";
import { remembered } from "../memory.ts";
import type { Opened, Opener } from "./Figure.tsx";

const inYear: Record<string, number> = { month: 12, week: 52, year: 1 };

// amounts are those of the answer for a length of time: its own period's, or the
// year's shared out evenly.
function amounts(answer: Slip, span: string): Record<"net" | "gross" | "deductions" | "employer cost", number> {
  if (span === answer.period) return { net: answer.net, gross: answer.gross, deductions: answer.employee_deductions, "employer cost": answer.employer_cost };
  const { net, gross, employer_cost: cost } = answer.annual;
  const part = (amount: number) => Math.round((amount * 100) / (inYear[span] ?? 1)) / 100;
  return { net: part(net), gross: part(gross), deductions: part(gross - net), "employer cost": part(cost) };
}

interface HeadlineProps { answer: Slip; opener: Opener; children?: ComponentChildren }

export function Headline({ answer, opener, children }: HeadlineProps) {
  const group = useId();
  const spans = [...new Set<string>([answer.period, "week", "month", "year"])].sort((a, b) => (inYear[b] ?? 99) - (inYear[a] ?? 99));
  const [chosen, setChosen] = useState(remembered.span);
  const span = chosen && spans.includes(chosen) ? chosen : answer.period;
  const own = span === answer.period;
  const of = amounts(answer, span);
  const hero = answer.target_net === undefined ? "net" : "gross", other = hero === "net" ? "gross" : "net";
  const figure = (name: keyof typeof of) => (own ? <Opening {...opener.headline(name)} /> : <span class="figures">{money(of[name], answer.currency)}</span>);
  const rate = own ? <Opening {...opener.headline("deduction rate")} /> : percent(Math.round(((of.gross - of.net) / of.gross) * 1e4) / 100);
  const fact = (name: Word, shown: ComponentChildren) => <div><dt>{t(name)}</dt><dd>{shown}</dd></div>;
  return (
    <div class="card headline">
      <fieldset class="sides thirds unprinted"><legend class="unseen">{t("span")}</legend>{spans.map((each) => (
        <label key={each}><input type="radio" name={group} value={each} checked={span === each} onChange={() => { remembered.span = each; setChosen(each); }} /><span>{known("period", each)}</span></label>
      ))}</fieldset>
      <div class="amounts">
        <div class="net"><p class="eyebrow">{t(hero)} {known("per", span)}</p><p class="big">{figure(hero)}</p></div>
        <div><p class="eyebrow">{t(other)} {known("per", span)}</p><p class="large">{figure(other)}</p></div>
        <dl class="facts">{fact("deductions", figure("deductions"))}{fact("deduction rate", rate)}{fact("employer cost", figure("employer cost"))}</dl>
        {!own && span !== "year" && <p class="quiet small">{t("on average", { n: inYear[span] ?? 1 })}</p>}
      </div>
      {children}
    </div>
  );
}

// Opening is a figure that opens its reasons.
export const Opening = ({ shown, label, open }: Opened) => <button type="button" class="figure" aria-label={t("why", { amount: shown, label })} onClick={open}>{shown}</button>;
