// The results of many employees, on the screen and as files.
import { useEffect } from "preact/hooks";
import type { Cell } from "../files/csv.ts";
import { saveRows } from "../files/save.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { amountOnly, plain } from "../language/format.ts";
import { count, known, quoted, t } from "../language/words.ts";
import { blank } from "../reading/cell.ts";
import type { Table } from "../reading/table.ts";
import { announce } from "../ui/announce.ts";
import { fileTotals, outcome, told, written, type OutColumn, type Outcome, type Person } from "./people.ts";

const listed = 100; // rows that are shown; all are in the download

export const Progress = ({ all, done }: { all: number; done: number }) => <div class="card"><p role="status">{t("loading")}</p><progress max={all} value={done} aria-label={t("loading")} /></div>;

// Refused lists people without a result, and why.
export const Refused = ({ people, title }: { people: Person[]; title: string }) => (
  <div class="card"><h2>{title}</h2><div class="scroll" tabIndex={0} role="region" aria-label={title}><table>
    <thead><tr><th scope="col" class="figures">{t("row")}</th><th scope="col">{t("person")}</th><th scope="col">{t("remark")}</th></tr></thead>
    <tbody>{people.slice(0, listed).map((each) => <tr key={each.row}><td class="figures">{plain(each.row)}</td><th scope="row">{each.person || "–"}</th><td class="wrong-row">{each.error}</td></tr>)}</tbody>
  </table></div></div>
);

interface ResultsProps { catalogue: Catalogue; table: Table; people: Person[]; onBack: () => void }

export function Results({ catalogue, table, people, onBack }: ResultsProps) {
  const right = people.filter((each) => each.result).length, wrong = people.filter((each) => each.error);
  const title = [count("results n", right), wrong.length > 0 && count("errors n", wrong.length)].filter(Boolean).join(", ");
  const made = outcome(people);
  const rows = () => written(table, people, made);
  useEffect(() => announce(title), [title]);
  return (
    <>
      <div class="card"><h2>{title}</h2><p class="quiet small">{t("results about")}</p>
        <div class="buttons"><button type="button" class="primary" onClick={() => void saveRows("payslips", "xlsx", rows())}>Excel</button><button type="button" onClick={() => void saveRows("payslips", "csv", rows())}>CSV</button><button type="button" onClick={onBack}>{t("back to columns")}</button></div>
        <FileTotals table={table} people={people} />
      </div>
      {wrong.length > 0 && <Refused people={wrong} title={count("errors n", wrong.length)} />}
      <Assumed catalogue={catalogue} people={people} />
      <Sheet people={people} made={made} />
    </>
  );
}

// FileTotals compares the sums that the file has with what its rows add up to.
function FileTotals({ table, people }: { table: Table; people: Person[] }) {
  return <>{fileTotals(table, people).map(({ row, label, file, rows }) => {
    const same = Math.abs(file - rows) < 0.005;
    return <p key={`${row} ${label}`} class={`file-total ${same ? "quiet" : "wrong-row"}`} role="status">{t(same ? "file total same" : "file total differs", { row: plain(row), label: quoted(label), file: amountOnly(file), rows: amountOnly(rows) })}</p>;
  })}</>;
}

// Assumed lists what the answers assume, and what was left out, each with its number of rows.
function Assumed({ catalogue, people }: { catalogue: Catalogue; people: Person[] }) {
  const by = new Map<string, number>();
  for (const { remarks, result } of people) {
    if (!result) continue;
    for (const text of [...remarks.map((one) => told([one], catalogue)), ...result.warnings.map(({ message }) => catalogue.inWords(result.country, message))]) by.set(text, (by.get(text) ?? 0) + 1);
  }
  if (!by.size) return null;
  return <div class="card"><h2>{count("assumptions", by.size)}</h2><ul class="notes">{[...by].slice(0, listed).map(([text, n]) => <li key={text}>{text} ({count("people", n)})</li>)}</ul></div>;
}

const order = ({ name }: OutColumn) => ({ gross: 0, net: 1 }[name] ?? 2); // on the screen the net pay is before the lines
const write = (value: Cell) => (typeof value === "number" ? amountOnly(value) : value ?? "");

function Sheet({ people, made: { columns, totals } }: { people: Person[]; made: Outcome }) {
  const figures = columns.map((column, i) => ({ ...column, i })).filter(({ figure }) => figure).sort((a, b) => order(a) - order(b));
  const periods = new Set(totals.map(({ period }) => period));
  const without = (each: Person) => <td colSpan={figures.length + 1} class={each.error ? "wrong-row" : "quiet"}>{each.error ?? t(each.kind === "total" ? "total of file" : "note of file")}</td>;
  return (
    <div class="card"><h2>{t("results")}</h2><div class="scroll" tabIndex={0} role="region" aria-label={t("results")}><table class="sheet">
      <thead><tr><th scope="col">{t("person")}</th><th scope="col" class="figures">{t("row")}</th><th scope="col">{t("column.currency")}</th>{figures.map(({ label, i }) => <th key={i} scope="col" class="figures">{label}</th>)}</tr></thead>
      <tbody>{people.slice(0, listed).map((each) => {
        const { result } = each;
        return (
          <tr key={each.row} class={each.kind === "person" ? "" : "quiet"}><th scope="row">{each.person || each.cells.find((cell) => !blank(cell))}</th><td class="figures">{plain(each.row)}</td>
            {result ? <><td>{result.currency}</td>{figures.map(({ of, i }) => <td key={i} class="figures">{write(of(result))}</td>)}</> : without(each)}</tr>
        );
      })}</tbody>
      <tfoot>{totals.map(({ currency, period, count: n, values }) => <tr key={`${currency} ${period}`} class="strong"><th scope="row">{t("totals")}{periods.size > 1 && `, ${known("period", period)}`}</th><td>{count("people", n)}</td><td>{currency}</td>{figures.map(({ i }) => <td key={i} class="figures">{write(values[i])}</td>)}</tr>)}</tfoot>
    </table></div>
    {people.length > listed && <p class="quiet small">{count("more rows", people.length - listed)}</p>}</div>
  );
}
