// The curves of an answer: the plots, their thresholds in words, and the same as a table.
import { useEffect, useRef } from "preact/hooks";
import type { Curve, CurvePoint } from "../api/types.ts";
import { curl, link } from "../files/links.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { amountOnly, money, percent } from "../language/format.ts";
import { known, ownTerm, t } from "../language/words.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { title } from "../scenario/words.ts";
import { TakeAway } from "../ui/TakeAway.tsx";
import { thresholdsOf, type Marked } from "./points.ts";

const listed = 25; // rows of the table, at least
const columns = [["gross", "gross"], ["net", "net"], ["deductions", "employee_deductions"], ["employer cost", "employer_cost"], ["marginal rate", "marginal_rate"]] as const;

interface DrawingProps { catalogue: Catalogue; answers: Curve[]; bodies: object[]; state: { scenarios: Scenario[] } }

export function Drawing({ catalogue, answers, bodies, state }: DrawingProps) {
  const { scenarios } = state;
  const all = thresholdsOf(answers);
  const names = scenarios.map((scenario) => { const { heading, settings } = title(catalogue, scenario); return [heading, settings.join(" · ") || t("defaults")].join(" · "); });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end: (() => void) | undefined, current = true;
    void import("./plot.ts").then(({ chart }) => { if (current && place.current) end = chart(place.current, answers, all); });
    return () => { current = false; end?.(); };
  }, [answers]);
  const [first, second] = [...new Set(answers.map((answer) => answer.currency))];
  const notes = [...new Set(answers.flatMap((answer) => answer.notes))];
  return (
    <>
      <div class="card"><h2>{t("curve axis")} {known("per", answers[0]?.period ?? "")}</h2>
        <div class="plot" ref={place} role="img" aria-label={t("curve picture", { names: names.join("; ") })} />
        {second && <p class="quiet small">{t("two currencies", { a: first, b: second })}</p>}
        <Thresholds all={all} headings={answers.length > 1 ? scenarios.map((scenario) => title(catalogue, scenario).heading) : []} />
        {notes.map((note) => <p key={note} class="quiet small">{catalogue.inWords(scenarios[0]?.country ?? "", note)}</p>)}
        <TakeAway name="curve" link={() => link("curve", state)} json={() => answers} curl={() => bodies.map((body) => curl("curve", body)).join("\n\n")}
          rows={() => [[t("curve"), ...columns.map(([word, name]) => (name === "marginal_rate" ? `${t(word)} (%)` : t(word)))], ...answers.flatMap((answer, i) => answer.points.map((point) => [names[i], ...columns.map(([, name]) => point[name])]))]} />
      </div>
      <details class="card"><summary>{t("as a table")}</summary>{answers.map((answer, i) => <Table key={i} answer={answer} name={names[i] ?? ""} />)}</details>
    </>
  );
}

function Thresholds({ all, headings }: { all: Marked[]; headings: string[] }) {
  if (!all.length) return <p class="quiet small">{t("no thresholds")}</p>;
  return <ol class="thresholds">{all.map((each) => (
    <li key={`${each.key} ${each.gross}`}><span>{each.label}</span><span class="figures">{money(each.gross, each.currency)}</span>
      {headings.length > 0 && <span class="quiet small"> {each.of.map((i) => `${i + 1}. ${headings[i]}`).join(", ")}</span>}
      <span class="quiet small source">{ownTerm(each.source)}</span></li>
  ))}</ol>;
}

function Table({ answer, name }: { answer: Curve; name: string }) {
  const step = Math.max(1, Math.round(answer.points.length / listed));
  const cell = (value: number | null, show: (value: number) => string) => <td class="figures">{value === null ? "–" : show(value)}</td>;
  const row = (point: CurvePoint) => <tr key={point.gross}><th scope="row" class="figures">{amountOnly(point.gross)}</th>{cell(point.net, amountOnly)}{cell(point.employee_deductions, amountOnly)}{cell(point.employer_cost, amountOnly)}{cell(point.marginal_rate, percent)}</tr>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}><table><caption>{name}</caption>
      <thead><tr>{columns.map(([word]) => <th key={word} scope="col" class="figures">{t(word)}</th>)}</tr></thead>
      <tbody>{answer.points.filter((_, i) => i % step === 0 || i === answer.points.length - 1).map(row)}</tbody>
    </table></div>
  );
}
