// Figures that open the parts of what they show; those are made of the answer with its reasons.
import type { Explained, Line, Slip } from "../api/types.ts";
import { money, percent } from "../language/format.ts";
import { t, type Word } from "../language/words.ts";
import { address } from "../rules/files.ts";
import type { Explanation, Part } from "../reasons/Reasons.tsx";

export interface Opened { label: string; shown: string; open: () => void }
export type HeadlineFigure = "net" | "gross" | "deductions" | "deduction rate" | "employer cost";

export interface Opener {
  headline: (name: HeadlineFigure) => Opened;
  amount: (line: Line) => Opened;
  part: (line: Line, name: "base" | "rate", shown: string) => Opened;
  whole: (payer: Line["payer"], label: string) => Opened;
  rule: (line: Line) => Promise<void>; // leads to the line's amount in the rule files
}

// openerOf makes the figures of an answer, whose lines have the labels of the page; show is
// told of the explanation that one asks for.
export function openerOf(answer: Slip, explained: () => Promise<Explained>, show: (explanation: Explanation) => void): Opener {
  const { lines } = answer;
  const cash = (amount: number) => money(amount, answer.currency);
  const of = (payer: Line["payer"]) => lines.filter((line) => line.payer === payer);
  const reasonsOf = (full: Explained, line: Line) => full.reasons.lines[lines.indexOf(line)];
  const part = (full: Explained) => (line: Line): Part => ({ label: line.label, value: cash(line.amount), rule: line.rule, source: line.source, node: reasonsOf(full, line)?.amount });
  const opened = (label: string, shown: string, parts: (full: Explained) => Part[], summary?: string): Opened => ({
    label, shown, open: () => void explained().then((full) => show({ answer: full, label, value: shown, summary, parts: parts(full) })),
  });
  const why = (label: string, amount: number, own: Line[], summary?: string) => opened(label, cash(amount), (full) => own.map(part(full)), summary);
  const sum = (whole: Word, left: number, sign: string, right: number) => `${t(whole)} = ${cash(left)} ${sign} ${cash(right)}`;
  const headline: Record<HeadlineFigure, () => Opened> = {
    net: () => why(t("net"), answer.net, of("employee"), sum("net", answer.gross, "−", answer.employee_deductions)),
    gross: () => why(t("gross"), answer.gross, [], t("gross is sent")),
    deductions: () => why(t("deductions"), answer.employee_deductions, of("employee")),
    "deduction rate": () => {
      const rate = percent(answer.deduction_rate ?? 0);
      return opened(t("deduction rate"), rate, (full) => of("employee").map(part(full)), `${cash(answer.employee_deductions)} ÷ ${cash(answer.gross)} = ${rate}`);
    },
    "employer cost": () => why(t("employer cost"), answer.employer_cost, of("employer"), sum("employer cost", answer.gross, "+", answer.employer_contributions)),
  };
  return {
    headline: (name) => headline[name](),
    amount: (line) => why(line.label, line.amount, [line]),
    whole: (payer, label) => why(label, payer === "employee" ? answer.employee_deductions : answer.employer_contributions, of(payer)),
    part: (line, name, shown) => {
      const label = `${line.label}, ${t(name)}`;
      return opened(label, shown, (full) => {
        const node = reasonsOf(full, line)?.[name];
        return node ? [{ label, value: shown, source: line.source, node }] : [];
      });
    },
    rule: async (line) => {
      const full = await explained();
      const node = full.reasons.nodes[(reasonsOf(full, line)?.amount ?? 0) - 1];
      if (node?.position) location.hash = address(node.position);
    },
  };
}
