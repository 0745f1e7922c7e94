// A bar for each payday: what is left of its pay, and what is taken from it. Each leads to a
// change there; the table says the same in figures.
import type { Year } from "../api/types.ts";
import { briefly, money } from "../language/format.ts";
import { t } from "../language/words.ts";

const valued = 16; // paydays beside which values have room

export function Chart({ answer, named, onPlan }: { answer: Year; named: (number: number, length?: "long" | "short") => string; onPlan: (number: number) => void }) {
  const most = Math.max(...answer.paydays.map((each) => Math.max(each.net, 0) + Math.max(each.employee_deductions, 0)), 0.01);
  const height = (amount: number) => ({ height: `${(Math.max(0, amount) / most) * 100}%` });
  const cash = (amount: number) => money(amount, answer.currency);
  const few = answer.paydays.length <= valued;
  return (
    <figure class="bar unprinted">
      <div class="bars" aria-hidden="true">{answer.paydays.map(({ number, net, employee_deductions: taken }) => (
        <div key={number} title={`${named(number)}: ${t("net")} ${cash(net)}, ${t("deductions")} ${cash(taken)}`} onClick={() => onPlan(number)}>
          {few && <b>{briefly(Math.round(net), answer.currency)}</b>}
          <div class="stack"><span class="part-1" style={height(taken)} /><span class="part-0" style={height(net)} /></div>
          <small>{named(number, "short")}</small>
        </div>
      ))}</div>
      <figcaption class="legend-line quiet small"><span class="dot part-0" aria-hidden="true" />{t("net")} <span class="dot part-1" aria-hidden="true" />{t("deductions")}</figcaption>
    </figure>
  );
}
