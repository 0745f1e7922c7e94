// The figures of a year, beside those of another.
import type { Parameter, Parameters } from "../api/types.ts";
import { money, percent, plain } from "../language/format.ts";
import { calendarName, known, ownTerm, t } from "../language/words.ts";

type State = "" | "same" | "added" | "altered" | "gone";
interface Row { figure: Parameter; old: Parameter | undefined; state: State }

// written writes a value in its unit.
function written(value: number, unit: string): string {
  const [, currency, per] = /^([A-Z]{3})(?: \w+)?(?:\/(.*))?$/.exec(unit) ?? [];
  if (currency) return money(value, currency) + (per ? ` ${known("per", per)}` : "");
  return unit === "%" ? percent(value) : `${plain(value)} ${unit === "1" ? "" : calendarName(unit) ?? known("unit", unit)}`.trim();
}

// change says by how much a figure is more or less than before.
function change({ value, unit }: Parameter, before: Parameter): string {
  const more = Number(value) - Number(before.value);
  return unit !== before.unit || Number.isNaN(more) ? t("changed") : (more > 0 ? "+" : "") + written(Number(more.toPrecision(12)), unit);
}

function rowsOf(now: Parameters, before: Parameters | undefined): Row[] {
  const old = new Map(before?.parameters.map((each) => [each.key, each]));
  const rows = now.parameters.map((figure): Row => {
    const was = old.get(figure.key);
    return { figure, old: was, state: !before ? "" : !was ? "added" : was.value === figure.value ? "same" : "altered" };
  });
  const gone = (before?.parameters ?? []).filter((each) => !now.parameters.some((other) => other.key === each.key)).map((figure): Row => ({ figure, old: figure, state: "gone" }));
  return [...rows, ...gone];
}

export function Figures({ now, before, word }: { now: Parameters; before: Parameters | undefined; word: string }) {
  const rows = rowsOf(now, before);
  const found = rows.filter(({ figure: { label, key, source } }) => `${label} ${key} ${source}`.toLowerCase().includes(word.toLowerCase()));
  const changes = rows.filter(({ state }) => !["", "same"].includes(state)).length;
  const heads = [now.tax_year, ...(before ? [before.tax_year, t("difference")] : [])];
  return (
    <div class="card"><h2>{t("figures")} {now.tax_year}</h2>
      {before && <p class="quiet">{t("changes", { n: changes, all: now.parameters.length, year: before.tax_year })}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label={t("figures")}><table class="parameters">
        <thead><tr><th scope="col">{t("figure of the law")}</th>{heads.map((name) => <th key={name} scope="col" class="figures">{name}</th>)}</tr></thead>
        <tbody>{found.map((row) => <FigureRow key={row.state === "gone" ? `-${row.figure.key}` : row.figure.key} {...row} />)}</tbody>
      </table></div>
      {!found.length && <p class="quiet">{t("none found")}</p>}
    </div>
  );
}

function FigureRow({ figure, old, state }: Row) {
  const value = written(Number(figure.value), figure.unit);
  return (
    <tr class={["", "same"].includes(state) ? "" : "changed"}>
      <th scope="row">{figure.label}<span class="source">{ownTerm(figure.source)}</span><span class="quiet small keyed"><code>{figure.key}</code></span></th>
      <td class="figures">{state === "gone" ? "–" : value}</td>
      {state && <><td class="figures">{state === "same" ? <span class="quiet">{t("same")}</span> : state === "added" ? "–" : old && written(Number(old.value), old.unit)}</td>
        <td class="figures">{state === "altered" && old ? change(figure, old) : state === "added" || state === "gone" ? t(state) : ""}</td></>}
    </tr>
  );
}
