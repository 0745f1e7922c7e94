// A payslip on the screen and on paper: the answer, the lines, what to know of them, and ways to
// take them away.
import { useState } from "preact/hooks";
import type { Remedy } from "../api/types.ts";
import { curl, payslipLink } from "../files/links.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import type { Row } from "../forms/check.ts";
import { briefly, money, today } from "../language/format.ts";
import { firstSentence, ownTerm, t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { circumstances, title } from "../scenario/words.ts";
import { request } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { Later } from "../ui/Later.tsx";
import { TakeAway } from "../ui/TakeAway.tsx";
import type { Explanation } from "../reasons/Reasons.tsx";
import { Assumptions } from "./Assumptions.tsx";
import { openerOf } from "./Figure.tsx";
import { Headline } from "./Headline.tsx";
import { Lines, rowsOf } from "./Lines.tsx";
import { Notes } from "./Notes.tsx";
import type { Found } from "./Payslip.tsx";
import { Remedies } from "./Remedies.tsx";
import { taxableTerms } from "./taxable.ts";

const Reasons = Later(() => import("../reasons/Reasons.tsx"));

interface SlipProps { catalogue: Catalogue; found: Found; words: (text: string) => string; onTake: (remedy: Remedy) => void }

export function Slip({ catalogue, found, words, onTake }: SlipProps) {
  const { scenario, explained, instead } = found;
  const [explanation, setExplanation] = useState<Explanation>();
  const answer = { ...found.answer, lines: found.answer.lines.map((line) => ({ ...line, label: ownTerm(line.label), source: ownTerm(line.source) })) };
  const opener = openerOf(answer, explained, setExplanation);
  const { heading } = title(catalogue, scenario);
  const cash = (amount: number) => money(amount, answer.currency);
  return (
    <>
      <div class="printed">
        <h1>{t("payslip")} – {heading}</h1><p>{t("printed on", { date: today() })}</p>
        <table class="itinerary"><tbody>{circumstances(catalogue, scenario).map(([label, value]) => <tr key={label}><th scope="row">{label}</th><td>{value}</td></tr>)}</tbody></table>
      </div>
      <Headline answer={answer} opener={opener}>
        {instead && <div class="hint-line instead" role="status">{firstSentence(words(instead.why))[0]} {t("answered with", { label: words(instead.remedy.label) })}<Remedies remedies={[instead.remedy, ...instead.others]} words={words} onTake={onTake} /></div>}
        {answer.difference !== undefined && answer.difference > 0 && <p class="hint-line">{t("off target", { target: cash(answer.target_net ?? 0), difference: cash(answer.difference) })}</p>}
        <Assumptions warnings={answer.warnings} words={words} onTake={onTake} />
      </Headline>
      <div class="card">
        <h2>{t("payslip")}</h2>
        <Taxable {...{ catalogue, found }} />
        <Lines answer={answer} opener={opener} />
        <div class="buttons unprinted follow">
          <button type="button" onClick={() => whatIf(found)}>{t("what if")}</button>
          <button type="button" onClick={() => toComparison(catalogue, found)}>{t("add to comparison")}</button>
          <a class="button" href="#/curve" onClick={() => { remembered.curve = undefined; }}>{t("show curve")}</a>
        </div>
        <TakeAway name={`payslip-${answer.country}-${answer.tax_year}`} rows={() => rowsOf(answer)} json={() => found.answer}
          curl={() => curl(scenario.known === "net" ? "gross" : "net", request(catalogue, scenario))} link={() => payslipLink(catalogue, scenario)} />
      </div>
      <Notes answer={answer} words={words} />
      {explanation && <Reasons {...explanation} onClose={() => setExplanation(undefined)} />}
    </>
  );
}

// Taxable says in one line how gross pay becomes the pay that is taxed.
function Taxable({ catalogue, found: { answer, scenario } }: { catalogue: Catalogue; found: Found }) {
  const list = catalogue.profile(scenario.country).find(({ kind }) => kind === "records");
  const found = taxableTerms(answer, (list && scenario.profile[list.name] as Row[] | undefined) ?? []);
  if (!found) return null;
  const cash = (amount: number) => briefly(amount, answer.currency);
  const name = (row: Row) => (typeof row.name === "string" ? row.name : list?.kinds?.find(({ kind }) => kind === row.kind)?.label ?? "");
  const sum = [cash(answer.gross), ...found.terms.map(({ sign, row, amount }) => `${sign > 0 ? "+" : "−"} ${cash(amount)} ${name(row)}`)].join(" ");
  return <p class="taxable">{t("taxable", { sum, total: cash(found.total) })}</p>;
}

const fromGross = ({ answer, scenario }: Found) => ({ ...scenario, known: "gross" as const, amount: answer.gross });

// whatIf compares the scenario with itself, and asks what changes in the second.
function whatIf(found: Found) {
  remembered.compare = [fromGross(found), fromGross(found)];
  location.hash = "#/compare?change=2";
}

// toComparison puts the scenario beside those to compare, in place of the first where there are
// too many, and shows them.
function toComparison(catalogue: Catalogue, found: Found) {
  const most = catalogue.input("compare").properties?.scenarios?.maxItems ?? 8;
  remembered.compare = [...(remembered.compare ?? []).slice(1 - most), fromGross(found)];
  announce(t("added to comparison"));
  location.hash = "#/compare";
}
