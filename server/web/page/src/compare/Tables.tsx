// What differs between scenarios: their sums, and every line.
import { useState } from "preact/hooks";
import { ask, Failure } from "../api/client.ts";
import type { Compared, Line, Net, Row } from "../api/types.ts";
import { curl, link } from "../files/links.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { difference, money, percent } from "../language/format.ts";
import { ownTerm, said, t, type Word } from "../language/words.ts";
import { NoteList } from "../payslip/Notes.tsx";
import { differences, title } from "../scenario/words.ts";
import { Loading, Notice } from "../ui/Notice.tsx";
import { TakeAway } from "../ui/TakeAway.tsx";
import type { Comparison } from "./ask.ts";
import { shares } from "./Cards.tsx";
import { general, inWordsOf } from "./Gathered.tsx";

type Sum = "gross" | "income_tax" | "social_contributions" | "employee_deductions" | "net" | "deduction_rate" | "employer_cost" | "annual_net";
const sums: [Word, Sum][] = [
  ["gross", "gross"], ["income tax", "income_tax"], ["social contributions", "social_contributions"], ["deductions", "employee_deductions"],
  ["net", "net"], ["deduction rate", "deduction_rate"], ["employer cost", "employer_cost"], ["net a year row", "annual_net"],
];
const described = [["country", "country"], ["year", "tax_year"], ["period", "period"], ["column.currency", "currency"]] as const;

export function SideBySide({ catalogue, found, answer }: { catalogue: Catalogue; found: Comparison; answer: Compared }) {
  const { of, scenarios, body } = found;
  const own = of.flatMap((i) => scenarios[i] ?? []);
  const differ = differences(catalogue, own);
  const [base] = answer.rows;
  const comparable = (row: Row) => base !== undefined && row !== base && row.currency === base.currency && row.period === base.period;
  const named = (at: number) => { const { heading, settings } = own[at] ? title(catalogue, own[at]) : { heading: "", settings: [] }; return [heading, ...settings].join(", "); };
  const cell = (row: Row, name: Sum) => {
    if (name === "deduction_rate") return percent(row[name] ?? 0);
    return <>{money(row[name], row.currency)}{base && comparable(row) && <span class="delta">{difference(row[name] - base[name], (amount) => money(amount, row.currency))}</span>}</>;
  };
  const colour = (name: Sum) => shares.find(([each]) => each === name)?.[1];
  return (
    <div class="card"><h2>{t("side by side")}</h2>
      {answer.rows.some(comparable) && <p class="quiet small">{t("difference to", { n: (of[0] ?? 0) + 1 })}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label={t("side by side")}><table class="matrix">
        <thead><tr><td />{answer.rows.map((_, at) => <th key={at} scope="col" class="figures">{(of[at] ?? 0) + 1}. {differ[at]?.length ? differ[at].map((each) => <span key={each} class="differs">{each}</span>) : named(at)}</th>)}</tr></thead>
        <tbody>{sums.map(([word, name]) => <tr key={name} class={name === "net" ? "strong" : ""}><th scope="row">{colour(name) && <span class={`dot ${colour(name)}`} aria-hidden="true" />}{t(word)}</th>{answer.rows.map((row, at) => <td key={at} class="figures">{cell(row, name)}</td>)}</tr>)}</tbody>
      </table></div>
      <NoteList notes={general(answer.notes).map(inWordsOf(catalogue, answer))} />
      <TakeAway name="comparison" json={() => answer} curl={() => curl("compare", body)} link={() => link("compare", scenarios)}
        rows={() => [[t("number"), t("column.label"), ...[...described, ...sums].map(([word, name]) => (name === "deduction_rate" ? `${t(word)} (%)` : t(word)))], ...answer.rows.map((row, at) => [(of[at] ?? 0) + 1, named(at), ...[...described, ...sums].map(([, name]) => row[name])])]} />
    </div>
  );
}

const idOf = (line: Line) => `${line.payer} ${line.key}`;

// LineByLine shows every line of the scenarios side by side, asked for when it is opened.
export function LineByLine({ found: { of, body } }: { found: Comparison }) {
  const [results, setResults] = useState<(Net | undefined)[] | Failure>();
  const fill = () => {
    if (Array.isArray(results)) return;
    ask("net/batch", { items: body.scenarios }).then(({ items }) => setResults(items.map((each) => each.result)), (failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure;
      setResults(failure);
    });
  };
  return (
    <details class="card" onToggle={(event) => { if (event.currentTarget.open) fill(); }}><summary>{t("line by line")}</summary>
      {!results ? <Loading /> : results instanceof Failure ? <Notice failure={results} again={fill} /> : <LinesOf results={results} of={of} />}
    </details>
  );
}

function LinesOf({ results, of }: { results: (Net | undefined)[]; of: number[] }) {
  // A line has its name in each country that has it.
  const all = Map.groupBy(results.flatMap((result) => result?.lines ?? []), idOf);
  const named = (lines: Line[]) => [...new Set(lines.map((line) => ownTerm(line.label)))].join(" / ");
  const sum = (result: Net | undefined, id: string) => {
    const own = result?.lines.filter((line) => idOf(line) === id) ?? [];
    return result && own.length ? money(own.reduce((whole, line) => whole + Math.round(line.amount * 100), 0) / 100, result.currency) : "–";
  };
  const side = (payer: string) => (
    <>
      <tr class="side"><th scope="colgroup" colSpan={results.length + 1}>{said(`from the ${payer}`)}</th></tr>
      {[...all].filter(([, lines]) => lines[0]?.payer === payer).map(([id, lines]) => <tr key={id}><th scope="row">{named(lines)}</th>{results.map((result, i) => <td key={i} class="figures">{sum(result, id)}</td>)}</tr>)}
    </>
  );
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("line by line")}><table class="matrix">
      <thead><tr><td />{of.map((i) => <th key={i} scope="col" class="figures">{t("scenario n", { n: i + 1 })}</th>)}</tr></thead>
      <tbody>{side("employee")}{side("employer")}</tbody>
    </table></div>
  );
}
