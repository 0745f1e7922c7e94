// The table of results of many employees, and the table to fill in.
import type { Net } from "../api/types.ts";
import type { Cell } from "../files/csv.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { count, known, ownTerm, quoted, said, t, type Word } from "../language/words.ts";
import { amountOf } from "../reading/number.ts";
import type { Fault, Person as Read, Table } from "../reading/table.ts";
import { flat } from "../reading/text.ts";

// Person is a row of a table, with its answer or why there is none.
export interface Person extends Read { remark: string; error?: string | undefined; result?: Net }

// template is a table to fill in, in the words of the page, with an example.
export function template(catalogue: Catalogue, code: string): Cell[][] {
  const country = catalogue.country(code);
  const example: [string, Cell][] = [
    [t("person"), t("person example")], [t("country"), country.name], [t("year"), catalogue.taxYear(code, country.years.at(-1) ?? 0)], [t("gross"), catalogue.amount("gross").schema.examples?.[0]],
    ...catalogue.profile(code).filter(({ kind }) => kind !== "records").map((field): [string, Cell] => [field.label, ""]),
  ];
  return [example.map(([label]) => label), example.map(([, value]) => value)];
}

const cents = (amount: number) => Math.round(amount * 100);

export interface OutColumn { label: string; name: string; figure: boolean; of: (result: Net) => Cell }
export interface Total { currency: string; period: string; count: number; values: Cell[] }
export interface Outcome { columns: OutColumn[]; totals: Total[] }

type Payer = "employee" | "employer";

// outcome is the table of results: the file's own columns, every line of the payslips, their
// sums, and what was refused or assumed. Lines of another name have a column of their own, as a
// tax of another country; a total is a row for each currency and period.
export function outcome(people: Person[]): Outcome {
  const lines: Record<Payer, Map<string, string>> = { employee: new Map(), employer: new Map() };
  for (const { result } of people) for (const line of result?.lines ?? []) lines[line.payer].set(`${line.key} ${line.label}`, ownTerm(line.label));
  const sum = (result: Net, payer: Payer, key: string) => {
    const own = result.lines.filter((line) => line.payer === payer && `${line.key} ${line.label}` === key);
    return own.length ? own.reduce((all, line) => all + cents(line.amount), 0) / 100 : undefined;
  };
  const line = (payer: Payer, mark: string) => [...lines[payer]].map(([key, label]): OutColumn => ({ label: label + mark, name: "", figure: true, of: (result) => sum(result, payer, key) }));
  const figure = (name: "gross" | "net" | "employee_deductions" | "employer_contributions" | "employer_cost", word: Word): OutColumn => ({ label: t(word), name, figure: true, of: (result) => result[name] });
  const word = (name: "country" | "tax_year" | "period" | "currency", word: Word): OutColumn => ({ label: t(word), name, figure: false, of: (result) => (name === "period" ? known("period", result.period) : result[name]) });
  const columns = [
    word("country", "country"), word("tax_year", "year"), word("period", "period"), word("currency", "column.currency"), figure("gross", "gross"), ...line("employee", ""), figure("employee_deductions", "deductions"), figure("net", "net"),
    ...line("employer", ` – ${t("payer.employer")}`), figure("employer_contributions", "column.employer_contributions"), figure("employer_cost", "employer cost"), { label: t("net a year row"), name: "annual_net", figure: true, of: (result: Net) => result.annual.net },
  ];
  const totals = [...Map.groupBy(people.flatMap(({ result }) => result ?? []), ({ currency, period }) => `${currency} ${period}`).values()].map((own) => {
    const added = ({ of, figure: adds, name }: OutColumn): Cell => (adds ? own.reduce((all, each) => all + cents(Number(of(each) ?? 0)), 0) / 100 : own[0] && (name === "currency" || name === "period") ? of(own[0]) : "");
    return { currency: own[0]?.currency ?? "", period: own[0]?.period ?? "", count: own.length, values: columns.map(added) };
  });
  return { columns, totals };
}

// written is the outcome as rows of texts and numbers.
export function written(table: Table, people: Person[], { columns, totals }: Outcome): Cell[][] {
  const head = [t("row"), ...table.head.map((text, i) => text || t("column n", { n: i + 1 })), ...columns.map(({ label }) => label), t("remark")];
  const remark = (each: Person) => each.error ?? (each.kind === "total" ? t("total of file") : each.kind === "note" ? t("note of file") : [each.remark, ...(each.result?.warnings ?? []).map(({ message }) => message)].filter(Boolean).join(" "));
  return [head,
    ...people.map((each) => [each.row, ...each.cells, ...columns.map(({ of }) => (each.result ? of(each.result) : "")), remark(each)]),
    ...totals.map(({ count: n, values }) => [t("totals"), ...table.head.map((_, i) => (i === 0 ? count("people", n) : "")), ...values, ""])];
}

// FileTotal is a sum that the file itself has, beside what the rows above add up to.
export interface FileTotal { row: number; label: string; file: number; rows: number }

// fileTotals compares the totals of the file with what its rows add up to, in the columns of pay.
export function fileTotals(table: Table, people: Person[]): FileTotal[] {
  const pay = table.head.flatMap((label, at) => (["gross", "net"].includes(table.meaningOf(at)?.name ?? "") ? [{ label, at }] : []));
  const amount = (cell: Cell) => (typeof cell === "number" ? cell : amountOf(cell, table.mark));
  return people.flatMap((total, i) => (total.kind !== "total" ? [] : pay.flatMap(({ label, at }) => {
    const file = amount(total.cells[at]);
    if (!Number.isFinite(file) || table.body.slice(0, i).length === 0) return [];
    const since = people.slice(0, i).findLastIndex(({ kind }) => kind === "total") + 1;
    const add = (rows: Person[]) => rows.filter(({ kind }) => kind === "person").reduce((sum, each) => sum + cents(Number.isFinite(amount(each.cells[at])) ? amount(each.cells[at]) : 0), 0) / 100;
    const part = add(people.slice(since, i)), whole = add(people.slice(0, i));
    return [{ row: total.row, label, file, rows: Math.abs(whole - file) < 0.005 ? whole : since > 0 && Math.abs(part - file) < 0.005 ? part : whole }];
  })));
}

// told writes what is wrong with a row, or to know of it; names are those of countries.
export const told = (faults: Fault[], catalogue: Catalogue) => faults.map(({ text, values }) => said(text, {
  ...values, ...(values.country && { country: catalogue.has(values.country) ? catalogue.country(values.country).name : values.country }),
  ...(values.period && { period: known("per", values.period) }), ...(values.to && { to: known("per", values.to) }),
})).join(" ");

export interface ServiceFault { field: string | number | undefined; message: string }

// worded says what the service found wrong with a row, the column by its name in the file.
export function worded(table: Table, catalogue: Catalogue, { request }: Person, faults: ServiceFault[]): string {
  return faults.map(({ field, message }) => {
    const text = catalogue.inWords(String(request.country), message);
    const name = String(field);
    return field !== undefined && table.holds(name) && !flat(text).includes(flat(table.called(name))) ? `${quoted(table.called(name))}: ${text}` : text;
  }).join(" ");
}
