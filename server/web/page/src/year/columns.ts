// The columns of a year's table: what most of the pay goes to has a column of its own.
import type { Payday, Year } from "../api/types.ts";
import { ownTerm, t } from "../language/words.ts";

export type Of = Payday | Year["totals"];
export interface Column { name: string; label: string; title?: string; of: (of: Of) => number; employer: boolean }

const shown = 3; // the largest lines have a column of their own

type Payer = Year["totals"]["lines"][number]["payer"];

// sumsOf sums the lines of one payer by their kind, in cents.
function sumsOf({ lines }: Of, payer: Payer): Map<string, number> {
  const by = new Map<string, number>();
  for (const line of lines.filter((each) => each.payer === payer)) by.set(line.key, (by.get(line.key) ?? 0) + Math.round(line.amount * 100));
  return by;
}

// shortly is a label without what stands in brackets or behind a comma.
export const shortly = (label: string) => ownTerm(label).replace(/\s*[(,].*$/, "");

// columnsOf are the columns of a year: net, gross, the employee's largest lines and the rest of
// them; the employer's lines and cost are for who asks for them.
export function columnsOf({ totals }: Year): Column[] {
  const labelOf = (key: string, payer: Payer) => totals.lines.find((line) => line.key === key && line.payer === payer)?.label ?? key;
  const column = (key: string, payer: Payer): Column => ({ name: `${payer} ${key}`, label: shortly(labelOf(key, payer)), title: ownTerm(labelOf(key, payer)), employer: payer === "employer", of: (of) => (sumsOf(of, payer).get(key) ?? 0) / 100 });
  const whole = [...sumsOf(totals, "employee")].filter(([, sum]) => sum !== 0).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const large = whole.slice(0, shown).map(([key]) => key);
  const rest = whole.slice(shown).map(([key]) => key);
  const others: Column[] = rest.length ? [{ name: "others", label: t("social contributions"), employer: false, of: (of) => rest.reduce((sum, key) => sum + (sumsOf(of, "employee").get(key) ?? 0), 0) / 100 }] : [];
  const employer = [...sumsOf(totals, "employer")].filter(([, sum]) => sum !== 0).map(([key]) => column(key, "employer"));
  return [
    { name: "net", label: t("net"), employer: false, of: (of) => of.net }, { name: "gross", label: t("gross"), employer: false, of: (of) => of.gross },
    ...large.map((key) => column(key, "employee")), ...others, ...employer, { name: "employer cost", label: t("employer cost"), employer: true, of: (of) => of.employer_cost },
  ];
}
