// How gross pay becomes the pay that is taxed: 5,000 + 720 car − 200 pension.
import type { Slip } from "../api/types.ts";
import type { Row } from "../forms/check.ts";

export interface Term { sign: 1 | -1; row: Row; amount: number }

const cents = (amount: number) => Math.round(amount * 100);

// taxableTerms are the components that lead from gross to taxable pay. There are none where the
// base of the tax is gross pay, or where more than one way leads to it, or no way.
export function taxableTerms(answer: Slip, rows: Row[]): { total: number; terms: Term[] } | undefined {
  const total = answer.lines.find((line) => line.key === "income_tax" && line.payer === "employee")?.base;
  const counted = rows.filter((row): row is Row & { amount: number } => typeof row.amount === "number");
  if (total === undefined || total === null || total === answer.gross || !counted.length || counted.length > 8) return undefined;
  let ways: Term[][] = [[]];
  for (const row of counted) ways = ways.flatMap((way) => [way, ...([1, -1] as const).map((sign) => [...way, { sign, row, amount: row.amount }])]);
  const fitting = ways.filter((way) => way.reduce((sum, { sign, amount }) => sum + sign * cents(amount), cents(answer.gross)) === cents(total));
  const [only] = fitting;
  return only && fitting.length === 1 ? { total, terms: only } : undefined;
}
