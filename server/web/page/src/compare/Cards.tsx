// The scenarios of a comparison, a card each: what one is, and what of its pay is left.
import type { Remedy, Row } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { money } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { Remedies } from "../payslip/Remedies.tsx";
import { Summary, Tools } from "../scenario/EditScenario.tsx";
import type { Scenario } from "../scenario/scenario.ts";
import { Icon } from "../ui/icons.tsx";
import { Message } from "../ui/Notice.tsx";
import type { Comparison, Wrong } from "./ask.ts";

interface CardsProps {
  catalogue: Catalogue; scenarios: Scenario[]; found: Comparison | undefined; most: number;
  onEdit: (index: number) => void; onRemove: (index: number) => void; onCopy: (index: number) => void; onTake: (wrong: Wrong, remedy: Remedy) => void;
}

export function Cards({ catalogue, scenarios, found, most, onEdit, onRemove, onCopy, onTake }: CardsProps) {
  const rowOf = (i: number) => found?.answer?.rows[found.of.indexOf(i)];
  const highest = Math.max(...(found?.answer?.rows ?? []).map((row) => row.employer_cost / Math.max(row.gross, 0.01)));
  return (
    <ol class="cards">
      {scenarios.map((scenario, i) => {
        const row = rowOf(i), wrong = found?.wrong.get(i);
        return (
          <li key={i} class={`card ${wrong ? "wrong" : ""}`}>
            <div class="card-head"><div><Summary catalogue={catalogue} scenario={scenario} /></div>
              <Tools index={i} onChange={() => onEdit(i)} onRemove={() => onRemove(i)} onCopy={scenarios.length < most ? () => onCopy(i) : undefined} /></div>
            {row ? <>
              <p class="eyebrow">{t("net")} {known("per", row.period)}</p><p class="big middle">{money(row.net, row.currency)}</p>
              <p class="quiet small of-gross">{t("of gross", { amount: money(row.gross, row.currency) })}</p>
              <Strip row={row} highest={highest} />
            </> : <p class="quiet figures">{money(scenario.amount ?? 0, catalogue.country(scenario.country).currency)}</p>}
            {wrong && <div class="error"><Message text={wrong.text} /><Remedies remedies={wrong.remedies} words={(text) => catalogue.inWords(scenario.country, text)} onTake={(remedy) => onTake(wrong, remedy)} /></div>}
          </li>
        );
      })}
      {scenarios.length < most && <li class="add"><button type="button" onClick={() => onEdit(scenarios.length)}><Icon name="plus" />{t("add scenario")}</button></li>}
    </ol>
  );
}

// shares are the parts of the employer's cost with their colours, which the table below names.
export const shares = [["net", "part-0"], ["income_tax", "part-1"], ["social_contributions", "part-3"], ["employer_cost", "part-8"]] as const;

// Strip shows how the employer's cost of one scenario is shared out, all strips on one scale: in
// parts of its gross, as currencies differ.
function Strip({ row, highest }: { row: Row; highest: number }) {
  const amount = (name: (typeof shares)[number][0]) => (name === "employer_cost" ? row.employer_cost - row.gross : row[name]);
  return <div class="strip" aria-hidden="true">{shares.map(([name, part]) => <span key={name} class={part} style={{ flex: `0 0 ${Math.max(0, (amount(name) / row.gross / highest) * 100)}%` }} />)}</div>;
}
