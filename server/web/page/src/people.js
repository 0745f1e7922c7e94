// The people of a table: which row is one, what is asked of the service for each, and
// the table of results.
import { decimalOf, plainly } from "./cells.js";
import { recognised, spanOf } from "./columns.js";
import { count, ownTerm, quoted, t } from "./i18n.js";
import { blank, headOf, kindOf } from "./table.js";

const sides = ["gross", "net"]; // a row gives one of them, and is asked for the other

// Table is one sheet, read with what is known of the columns.
export class Table {
  constructor(catalogue, words, rows, country) {
    Object.assign(this, { catalogue, words, rows, country, period: undefined });
    const known = (cell) => this.columns().map((columns) => recognised(cell, columns)).find(Boolean)?.name;
    this.headRow = headOf(rows, known);
    this.head = Array.from(rows[this.headRow] ?? [], (cell) => String(cell ?? "").trim());
    this.body = rows.slice(this.headRow + 1);
    const width = Math.max(0, ...this.body.map((row) => row.length), this.head.length);
    while (this.head.length < width) this.head.push("");
    this.decimal = decimalOf(this.body, catalogue.decimal);
    this.recognise();
  }

  // columns are those of every country, the chosen one's first.
  columns() {
    return [this.words.get(this.country), ...[...this.words].filter(([code]) => code !== this.country).map(([, columns]) => columns)];
  }

  // recognise finds what each column means: a name counts once, those of persons apart,
  // and a field of a country only where most of its cells are values of it.
  recognise() {
    this.meaning = [];
    this.head.forEach((head, i) => {
      const found = head && this.inUse().map((columns) => recognised(head, columns)).find(Boolean);
      const cells = this.body.map((row) => row[i]).filter((cell) => !blank(cell));
      const read = found && cells.filter((cell) => found.read(cell, this.decimal) !== undefined).length;
      const taken = found && found.name !== "person" && this.meaning.includes(found.name);
      this.meaning.push(found && !taken && (cells.length === 0 || read * 2 > cells.length) ? found.name : undefined);
    });
    // Net pay that an export shows beside the gross pay is no pay that somebody wants.
    const [gross, net] = sides.map((side) => this.meaning.indexOf(side));
    if (gross >= 0 && net >= 0 && !this.body.some((row) => blank(row[gross]) && !blank(row[net]))) this.meaning[net] = undefined;
  }

  // inUse are the columns of the countries that the rows name, or of the chosen one.
  inUse() {
    const country = this.words.get(this.country).find(({ name }) => name === "country");
    const at = this.head.findIndex((head) => head && recognised(head, [country]));
    const codes = at < 0 ? [] : this.body.map((row) => !blank(row[at]) && country.read(row[at])).filter(Boolean);
    return [...new Set([this.country, ...codes])].map((code) => this.words.get(code));
  }

  // fields are what a column can be said to mean by hand.
  fields() {
    const all = new Map();
    for (const column of this.inUse().flat()) if (!all.has(column.name)) all.set(column.name, column.label);
    return [...all];
  }

  // called is how the file calls a field, else the page.
  called(name, code = this.country) {
    const at = this.meaning.indexOf(name);
    return at >= 0 ? this.head[at] : this.words.get(code).find((column) => column.name === name)?.label ?? name;
  }

  get paid() {
    return sides.some((side) => this.meaning.includes(side));
  }

  // span is the period of the amounts where no row says it: by hand, by the head, or the
  // usual one.
  span(code) {
    const said = sides.map((side) => this.meaning.indexOf(side)).filter((i) => i >= 0).map((i) => spanOf(this.head[i])).find(Boolean);
    const { periods } = this.catalogue.country(code);
    return [this.period, said, this.catalogue.default("period")].find((each) => periods.includes(each)) ?? periods[0];
  }

  // people reads the rows: {row, kind, cells, person, request, error}.
  people() {
    const list = [];
    let amounts = [];
    const side = (cells) => sides.map((name) => this.meaning.indexOf(name)).filter((i) => i >= 0 && !blank(cells[i])).map((i) => this.words.get(this.country).find(({ name }) => name === "gross").read(cells[i], this.decimal)).find((value) => value !== undefined);
    this.body.forEach((cells, i) => {
      const named = this.meaning.some((name, at) => name === "person" && !blank(cells[at]));
      const pay = side(cells);
      const kind = kindOf(cells, { head: this.head, named, pay, amounts });
      if (kind === "blank" || kind === "head") return;
      if (kind === "total") amounts = [];
      else if (pay !== undefined) amounts.push(pay);
      const row = { row: this.headRow + i + 2, kind, cells: Array.from(this.head, (_, at) => cells[at] ?? ""), person: this.meaning.flatMap((name, at) => (name === "person" && !blank(cells[at]) ? [String(cells[at]).trim()] : [])).slice(0, 3).join(" ") };
      list.push(kind === "person" ? Object.assign(row, this.asked(cells)) : row);
    });
    return list;
  }

  // asked is what a row asks of the service, or what is wrong with it.
  asked(cells) {
    const faults = [], values = {}, profile = {};
    const first = this.words.get(this.country);
    const countryAt = this.meaning.indexOf("country");
    const named = countryAt >= 0 && !blank(cells[countryAt]) ? first.find(({ name }) => name === "country").read(cells[countryAt]) : undefined;
    if (countryAt >= 0 && !blank(cells[countryAt]) && !named) return { request: {}, error: t("cell unread", { label: this.head[countryAt], text: cells[countryAt] }) };
    const code = named ?? this.country;
    this.meaning.forEach((name, i) => {
      if (!name || name === "person" || name === "country" || blank(cells[i])) return;
      const column = this.words.get(code).find((each) => each.name === name);
      const value = column?.read(cells[i], this.decimal);
      if (!column) faults.push(t("not of country", { label: this.head[i], country: this.catalogue.country(code).name }));
      else if (value === undefined) faults.push(t("cell unread", { label: this.head[i], text: cells[i] }));
      else (column.profile ? profile : values)[name] = value;
    });
    if (values.gross !== undefined) delete values.net; // the file's own net pay is shown beside ours
    else if (values.net === undefined && !faults.length) faults.push(t("cell gross", { label: this.called("gross") }));
    const { gross, net, ...rest } = values;
    const request = { country: code, period: this.span(code), ...rest, ...(gross !== undefined ? { gross } : { net }) };
    if (Object.keys(profile).length) request[this.catalogue.profileKey(code)] = profile;
    return { request, ...(faults.length && { error: faults.join(" ") }) };
  }
}

// tableOf reads the first of some sheets that has pay, else the first that has a head.
export function tableOf(catalogue, words, sheets, country) {
  const tables = sheets.map((sheet) => new Table(catalogue, words, sheet.rows, country));
  return tables.find((each) => each.paid) ?? tables.find((each) => each.headRow >= 0 && each.body.length);
}

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
  const remark = (each) => each.error ?? (each.kind === "total" ? t("total of file") : each.kind === "note" ? t("note of file") : each.result?.warnings.map(({ message }) => message).join(" ") ?? "");
  return [head,
    ...people.map((each) => [each.row, ...each.cells, ...columns.map(({ of }) => (each.result ? of(each.result) : "")), remark(each)]),
    ...totals.map(({ count: n, values }) => [t("totals"), ...table.head.map((_, i) => (i === 0 ? count("people", n) : "")), ...values, ""])];
}

// worded says what the service found wrong with a row, the column by its name in the
// file, and what to do.
export function worded(table, { request }, faults) {
  return faults.map(({ field, message }) => {
    const text = table.catalogue.inWords(request.country, message);
    return field && table.meaning.includes(field) && !plainly(text).includes(plainly(table.called(field))) ? `${quoted(table.called(field))}: ${text}` : text;
  }).join(" ");
}
