// The lines of a payslip, once each: a bar shows what each takes, the table what and why.
import type { Line, Slip } from "../api/types.ts";
import type { Cell } from "../files/csv.ts";
import { amountOnly, money, percent } from "../language/format.ts";
import { said, t, type Word } from "../language/words.ts";
import type { Opener } from "./Figure.tsx";
import { Opening } from "./Headline.tsx";

// rowsOf is the payslip as a table of texts and numbers.
export const rowsOf = (answer: Slip): Cell[][] => [
  [t("item"), t("paid by"), t("base"), t("rate"), `${t("amount")} (${answer.currency})`, t("rule"), t("source")],
  [t("gross"), "", "", "", answer.gross, "", ""],
  ...answer.lines.map((line): Cell[] => [line.label, said(`payer.${line.payer}`), line.base, line.rate, line.amount, line.rule, line.source]),
  ...([["deductions", answer.employee_deductions], ["net", answer.net], ["employer cost", answer.employer_cost], ["net a year row", answer.annual.net]] as const).map(([name, amount]): Cell[] => [t(name), "", "", "", amount, "", ""]),
];

export function Lines({ answer, opener }: { answer: Slip; opener: Opener }) {
  const keys = [...new Set(answer.lines.map((line) => line.key))];
  // A colour is of one kind of line, whoever pays it.
  const colour = (line: Line) => `part-${1 + (keys.indexOf(line.key) % 8)}`;
  const of = (payer: Line["payer"]) => answer.lines.filter((line) => line.payer === payer);
  const side = (payer: Line["payer"], word: Word) => (of(payer).length > 0 &&
    <tbody>
      <tr class="side"><th scope="colgroup" colSpan={3}>{t(word)}</th><td class="figures"><Opening {...opener.whole(payer, t(word))} /></td></tr>
      {of(payer).map((line) => <LineRow key={line.key + line.label} line={line} colour={colour(line)} opener={opener} />)}
    </tbody>
  );
  const total = (word: Word, amount: number, extra = "") => <tbody><tr class="total"><th scope="row" colSpan={3}>{extra && <span class={`dot ${extra}`} aria-hidden="true" />}{t(word)}</th><td class="figures">{amountOnly(amount)}</td></tr></tbody>;
  return (
    <>
      <Bar answer={answer} colour={colour} />
      <p class="quiet small unprinted">{t("explain hint")}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("payslip")}>
        <table class="lines broad">
          <thead><tr>{(["item", "base", "rate", "amount"] as const).map((name, i) => <th key={name} scope="col" class={i ? "figures" : ""}>{t(name)}{i === 3 && ` (${answer.currency})`}</th>)}</tr></thead>
          {total("gross", answer.gross)}
          {side("employee", "from the employee")}
          {total("net", answer.net, "part-0")}
          {side("employer", "from the employer")}
          {total("employer cost", answer.employer_cost)}
        </table>
      </div>
    </>
  );
}

function LineRow({ line, colour, opener }: { line: Line; colour: string; opener: Opener }) {
  return (
    <tr>
      <th scope="row"><details class="because">
        <summary><span class={`dot ${colour}`} aria-hidden="true" />{line.label}</summary>
        <span class="rule">{line.rule}</span><span class="source">{line.source}</span>
        <a class="small unprinted" href="#/rules" onClick={(event) => { event.preventDefault(); void opener.rule(line); }}>{t("rule of line")}</a>
      </details></th>
      <td class="figures">{line.base !== null && <Opening {...opener.part(line, "base", amountOnly(line.base))} />}</td>
      <td class="figures">{line.rate !== null && <Opening {...opener.part(line, "rate", percent(line.rate))} />}</td>
      <td class="figures"><Opening {...opener.amount(line)} /></td>
    </tr>
  );
}

// Bar shows what the employer pays: what is left of the gross, what is taken from it, and what
// comes on top. The table says the same in figures.
function Bar({ answer, colour }: { answer: Slip; colour: (line: Line) => string }) {
  const parts = [{ label: t("net"), amount: answer.net, part: "part-0" }, ...(["employee", "employer"] as const).flatMap((payer) => answer.lines.filter((line) => line.payer === payer).map((line) => ({ label: line.label, amount: line.amount, part: colour(line) })))];
  return (
    <figure class="bar"><figcaption class="unseen">{t("where it goes")}</figcaption>
      <div class="strip" aria-hidden="true">{parts.filter(({ amount }) => amount > 0).map(({ label, amount, part }, i) => <span key={i} class={part} title={`${label} ${money(amount, answer.currency)}`} style={{ flexGrow: amount }} />)}</div>
    </figure>
  );
}
