// What is computed of the points of a curve: bounds, steps, marginal rates, thresholds.
import type { Curve, CurvePoint, Threshold } from "../api/types.ts";

const points = 300; // about as many
const steps = 50; // of the marginal rate over a span

// usualSpan is where people earn who earn about an amount.
export function usualSpan(amount: number | undefined): { from: number; to: number } {
  const rounded = (value: number) => { const digit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1); return Math.round(value / digit) * digit; };
  const middle = amount && amount > 0 ? amount : 5000;
  return { from: Math.max(1, rounded(middle / 2)), to: Math.max(2, rounded(middle * 2)) };
}

// pointsOf is how many points make steps of a round amount, where the bounds allow it.
export function pointsOf({ from, to }: { from: number; to: number }): number {
  const round = [1, 2, 2.5, 5, 10].flatMap((digit) => [0.1, 1, 10, 100, 1000].map((power) => digit * power)).sort((a, b) => a - b);
  const step = round.find((each) => each >= (to - from) / points && Number.isInteger((to - from) / each));
  return step && (to - from) / step > points / 3 ? Math.round((to - from) / step) + 1 : points;
}

// marginalRates are what was deducted of the gross pay added over wide steps, so that no rounding
// shows: a rate at the end of each, nothing where a figure is missing on the way. No step reaches
// over a threshold, at which the rate jumps.
export function marginalRates(all: CurvePoint[], thresholds: { gross: number }[]): Map<number, number | null> {
  const width = Math.max(1, Math.round(all.length / steps));
  const cuts = thresholds.map(({ gross }) => gross);
  const rates = new Map<number, number | null>();
  let begin = 0;
  for (let i = 1; i < all.length; i++) {
    const from = all[begin], to = all[i], next = all[i + 1];
    if (!from || !to) continue;
    const before = all[i - 1];
    if (before && cuts.some((cut) => before.gross < cut && cut < to.gross)) { begin = i; continue; }
    const ends = !next || i - begin >= width || cuts.some((cut) => to.gross <= cut && cut < next.gross);
    if (!ends) continue;
    const whole = all.slice(begin, i + 1).every((point) => point.net !== null);
    rates.set(to.gross, whole ? (100 * ((to.employee_deductions ?? 0) - (from.employee_deductions ?? 0))) / (to.gross - from.gross) : null);
    begin = i;
  }
  return rates;
}

export type Marked = Threshold & { currency: string; of: number[] };

// thresholdsOf lists the thresholds of all curves, the lowest first, each with the curves that it
// is of.
export function thresholdsOf(answers: Curve[]): Marked[] {
  const all = new Map<string, Marked>();
  for (const [i, answer] of answers.entries()) {
    for (const each of answer.thresholds) {
      const id = `${each.key} ${each.gross} ${answer.currency}`;
      const marked = all.get(id) ?? { ...each, currency: answer.currency, of: [] };
      marked.of.push(i);
      all.set(id, marked);
    }
  }
  return [...all.values()].sort((a, b) => a.gross - b.gross);
}
