// Many trips from a file: one row a trip, with its place, arrival and departure.
import { useState } from "preact/hooks";
import { ask, Failure } from "../api/client.ts";
import type { Regime } from "../api/types.ts";
import { saveRows } from "../files/save.ts";
import { money, plain } from "../language/format.ts";
import { count, t } from "../language/words.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { Notice } from "../ui/Notice.tsx";
import { readTrips, type TripRow } from "./rows.ts";

type Priced = TripRow & { total?: string; amount?: number; currency?: string };

export function ManyTrips({ regime }: { regime: Regime }) {
  const [rows, setRows] = useState<Priced[]>();
  const [problem, setProblem] = useState("");
  const [failure, setFailure] = useState<Failure>();
  const [done, setDone] = useState(0);
  const take = (sheets: { rows: (string | number | null | undefined)[][] }[]) => {
    const found = readTrips(sheets[0]?.rows ?? [], regime.id);
    setProblem(found ? "" : t("trips unread"));
    setRows(found);
    setDone(0);
  };
  const price = async () => {
    setFailure(undefined);
    for (const [i, row] of (rows ?? []).entries()) {
      if (row.error || row.total) continue;
      try {
        const { totals } = await ask("trip", row.body);
        const all = Object.entries(totals as unknown as Record<string, { total: number }>);
        row.total = all.map(([currency, sum]) => money(sum.total, currency)).join(" + ");
        const [only] = all;
        if (only && all.length === 1) Object.assign(row, { amount: only[1].total, currency: only[0] });
      } catch (problem) {
        if (!(problem instanceof Failure)) throw problem;
        if (!["refused", "invalid"].includes(problem.kind)) return setFailure(problem);
        row.error = problem.message || problem.faults.map(({ message }) => message).join(" ");
      }
      setDone(i + 1);
    }
  };
  const out = () => [[t("person"), t("place"), t("arrive"), t("depart"), t("trip total"), t("column.currency"), t("remark")], ...(rows ?? []).map((row) => [row.person, row.place, row.arrive, row.depart, row.amount ?? row.total ?? "", row.currency ?? "", row.error ?? ""])];
  const open = rows?.some((row) => !row.error && !row.total);
  return (
    <details class="card unprinted"><summary>{t("many trips")}</summary>
      <FileDrop about={t("many trips about")} onOpen={({ sheets }) => take(sheets)} onProblem={setProblem} />
      {problem && <p class="notice" role="alert">{problem}</p>}
      {failure && <Notice failure={failure} again={() => void price()} />}
      {rows && <>
        <div class="scroll" tabIndex={0} role="region" aria-label={t("many trips")}><table>
          <thead><tr><th scope="col" class="figures">{t("row")}</th><th scope="col">{t("person")}</th><th scope="col">{t("place")}</th><th scope="col">{t("arrive")}</th><th scope="col">{t("depart")}</th><th scope="col" class="figures">{t("trip total")}</th></tr></thead>
          <tbody>{rows.map((row) => <tr key={row.row}><td class="figures">{plain(row.row)}</td><th scope="row">{row.person || "–"}</th><td>{row.place}</td><td>{row.arrive}</td><td>{row.depart}</td><td class={row.error ? "wrong-row" : "figures"}>{row.error ?? row.total ?? ""}</td></tr>)}</tbody>
        </table></div>
        {open ? <button type="button" class="primary" onClick={() => void price()}>{count("compute rows", rows.filter((row) => !row.error).length)}</button>
          : <div class="buttons follow">{(["xlsx", "csv"] as const).map((kind) => <button key={kind} type="button" onClick={() => void saveRows(t("trip statement"), kind, out())}>{kind === "csv" ? "CSV" : "Excel"}</button>)}</div>}
        {open && done > 0 && <progress max={rows.length} value={done} aria-label={t("loading")} />}
      </>}
    </details>
  );
}
