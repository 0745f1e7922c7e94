// The table of results of many employees, and the table to fill in.
import { count, known, ownTerm, quoted, t } from "./i18n.js";
import { flat } from "./reading/text.ts";

// template is a table to fill in, in the words of the page, with an example.
export function template(catalogue, code) {
  const country = catalogue.country(code);
  const example = [[t("person"), t("person example")], [t("country"), country.name], [t("year"), catalogue.taxYear(code, country.years.at(-1))], [t("gross"), catalogue.amount("gross").example],
    ...catalogue.profile(code).filter(({ kind }) => kind !== "records").map((field) => [field.label, ""])];
  return [example.map(([label]) => label), example.map(([, value]) => value)];
}

const cents = (amount) => Math.round(amount * 100);

// outcome is the table of results: the file's own columns, every line of the payslips,
// their sums, and what was refused or assumed. total is a row for each currency.
export function outcome(table, people) {
  const lines = { employee: new Map(), employer: new Map() };
  for (const { result } of people) for (const line of result?.lines ?? []) if (!lines[line.payer].has(line.key)) lines[line.payer].set(line.key, ownTerm(line.label));
  const sum = (result, payer, key) => { const own = result.lines.filter((line) => line.payer === payer && line.key === key); return own.length ? own.reduce((all, line) => all + cents(line.amount), 0) / 100 : undefined; };
  const column = (label, of, figure = false, name = "") => ({ label, of, figure, name });
  const line = (payer, mark) => [...lines[payer]].map(([key, label]) => column(`${label}${mark}`, (result) => sum(result, payer, key), true));
  const figure = (name) => column(t(`column.${name}`), (result) => (name === "annual_net" ? result.annual.net : result[name]), true, name);
  const columns = [
    ...["country", "tax_year", "period", "currency"].map((name) => column(t(`column.${name}`), (result) => (name === "period" ? t(`period.${result.period}`) : result[name]), false, name)),
    figure("gross"), ...line("employee", ""), figure("employee_deductions"), figure("net"), ...line("employer", ` – ${t("payer.employer")}`), figure("employer_contributions"), figure("employer_cost"), figure("annual_net"),
  ];
  const currencies = [...new Set(people.map((each) => each.result?.currency).filter(Boolean))];
  const totals = currencies.map((currency) => {
    const own = people.filter((each) => each.result?.currency === currency);
    return { currency, count: own.length, values: columns.map(({ of, figure: adds, name }) => (adds ? own.reduce((all, each) => all + cents(of(each.result) ?? 0), 0) / 100 : name === "currency" ? currency : "")) };
  });
  return { columns, totals };
}

// written is the outcome as rows of texts and numbers.
export function written(table, people, { columns, totals }) {
  const head = [t("row"), ...table.head.map((head, i) => head || t("column n", { n: i + 1 })), ...columns.map(({ label }) => label), t("remark")];
  const remark = (each) => each.error ?? (each.kind === "total" ? t("total of file") : each.kind === "note" ? t("note of file") : [each.remark, ...(each.result?.warnings ?? []).map(({ message }) => message)].filter(Boolean).join(" "));
  return [head,
    ...people.map((each) => [each.row, ...each.cells, ...columns.map(({ of }) => (each.result ? of(each.result) : "")), remark(each)]),
    ...totals.map(({ count: n, values }) => [t("totals"), ...table.head.map((_, i) => (i === 0 ? count("people", n) : "")), ...values, ""])];
}

// told writes what is wrong with a row, or to know of it; names are those of countries.
export const told = (faults, catalogue) => faults.map(({ text, values }) => t(text, {
  ...values, ...(values.country && { country: catalogue.country(values.country)?.name ?? values.country }),
  ...(values.period && { period: known("per", values.period) }), ...(values.to && { to: known("per", values.to) }),
})).join(" ");

// worded says what the service found wrong with a row, the column by its name in the
// file, and what to do.
export function worded(table, catalogue, { request }, faults) {
  return faults.map(({ field, message }) => {
    const text = catalogue.inWords(request.country, message);
    return field && table.holds(field) && !flat(text).includes(flat(table.called(field))) ? `${quoted(table.called(field))}: ${text}` : text;
  }).join(" ");
}
