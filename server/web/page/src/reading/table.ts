// A table of employees: what each row asks of the service. meaning.ts says what its columns mean,
// questions.ts what has to be asked of the person.
import { blank } from "./cell.ts";
import type { Place } from "./meaning.ts";
import { twofold, type Cell, type Mark } from "./number.ts";
import { Asking } from "./questions.ts";
import { kindOf, type Kind, type Row } from "./sheet.ts";
import { converted, spanOf, type Span } from "./span.ts";

export type { Place } from "./meaning.ts";
export type { Question } from "./questions.ts";

// Fault names a text of the page and its values: what is wrong with a row, or to know of it.
export interface Fault { text: string; values: Record<string, string> }

export interface Person {
  row: number; kind: Kind; cells: Cell[]; person: string;
  request: Record<string, unknown>;
  faults: Fault[]; // why it is not asked
  remarks: Fault[];
}

export class Table extends Asking {
  // people reads the rows.
  people(): Person[] {
    const list: Person[] = [];
    let amounts: number[] = [];
    this.body.forEach((cells, i) => {
      const code = this.countryOf(cells) ?? this.country;
      const meaning = this.meanings.get(code) ?? [];
      const names = meaning.flatMap((column, at) => (column?.name === "person" && !blank(cells[at]) ? [String(cells[at]).trim()] : []));
      const at = this.payAt(code).find((each) => !blank(cells[each]));
      const pay = at === undefined ? undefined : meaning[at]!.read(cells[at], this.marks(at)) as number | undefined;
      const kind = kindOf(cells, { head: this.head, named: names.length > 0, pay, amounts });
      if (kind === "blank" || kind === "head") return;
      if (kind === "total") amounts = [];
      else if (pay !== undefined) amounts.push(pay);
      const row: Person = { row: this.headRow + i + 2, kind, cells: Array.from(this.head, (_, each) => cells[each] ?? ""), person: names.slice(0, 3).join(" "), request: {}, faults: [], remarks: [] };
      list.push(row);
      if (kind === "person") this.ask(row, cells, this.strayed.get(i));
    });
    return list;
  }

  // ask fills in what a row asks of the service, or what is wrong with it; stray is the period of
  // its amount where that is another than the column's.
  private ask(to: Person, cells: Row, stray: Span | undefined): void {
    const fault = (text: string, at: number, more: Record<string, string> = {}) => to.faults.push({ text, values: { label: this.head[at]!, text: String(cells[at]), ...more } });
    const code = this.countryOf(cells);
    if (!code) return void fault("cell unread", this.countryAt);
    const place = this.place(code), own = this.meanings.get(code) ?? [];
    const values: Record<string, unknown> = {}, profile: Record<string, unknown> = {};
    this.head.forEach((head, at) => {
      const column = own[at];
      if (blank(cells[at])) return;
      if (!column) {
        const elsewhere = this.meaningOf(at);
        if (elsewhere && this.chosen.get(at) !== "" && !["person", "country"].includes(elsewhere.name)) to.remarks.push({ text: "not of country", values: { label: head, country: place.country.code } });
        return;
      }
      if (column.name === "person" || column.name === "country") return;
      const value = column.read(cells[at], this.marks(at));
      if (value === undefined) return void fault(column.money && twofold(cells[at]) ? "amount twofold" : "cell unread", at);
      if (column.money) this.checkCurrency(cells, at, place, fault);
      if (value === null) return;
      for (const [name, fixed] of this.fixed) if (fixed.columns.includes(at) && value !== 0 && value !== false) profile[name] ??= fixed.value;
      (column.profile ? profile : values)[column.name] = column.yearly && spanOf(head) === "month" ? (value as number) * 12 : value;
    });
    if (values.gross !== undefined) delete values.net; // the file's own net pay is shown beside ours
    else if (values.net === undefined && !to.faults.length) to.faults.push({ text: "cell gross", values: { label: this.called("gross", code) } });
    const { gross, net, period: said, ...rest } = values;
    const paid = this.paidFor(to, said as Span | undefined, (gross ?? net) as number | undefined, place, stray);
    to.request = { country: code, ...rest, ...paid && { period: paid.period, [gross !== undefined ? "gross" : "net"]: paid.amount } };
    if (Object.keys(profile).length) to.request[code.toLowerCase()] = profile;
  }

  // paidFor is an amount as the country computes it, for the row's period where the country has
  // it: of a year where the country has no such payslip, a twelfth.
  private paidFor(to: Person, row: Span | undefined, amount: number | undefined, { country }: Place, stray: Span | undefined): { period: Span; amount: number } | undefined {
    if (amount === undefined) return undefined;
    const said = stray ?? this.amountSpan(country.code, row);
    const wanted = row && country.periods.includes(row) ? row : said;
    if (country.periods.includes(wanted) && wanted === said) return { period: said, amount };
    const usual = country.periods.includes(this.usualPeriod) ? this.usualPeriod : country.periods[0]!;
    const target = country.periods.includes(wanted) ? wanted : usual;
    const made = converted(amount, said, target);
    if (made === undefined) return void to.faults.push({ text: "period unknown", values: { period: said, country: country.code } });
    to.remarks.push({ text: "period converted", values: { period: said, to: target, country: country.code } });
    return { period: target, amount: made };
  }

  private checkCurrency(cells: Row, at: number, { country }: Place, fault: (text: string, at: number, more: Record<string, string>) => void): void {
    const found = this.currencyOf(cells, at);
    if (found.length && !found.includes(country.currency) && !this.answered.has("country")) fault("other currency", at, { currency: found[0]!, country: country.code, own: country.currency });
  }

  // readAs are examples of amounts that could be read in two ways, with what they are read as.
  readAs(): { text: string; value: number }[] {
    const code = [...this.meanings.keys()][0]!;
    const found: { text: string; value: number }[] = [];
    for (const at of this.payAt(code)) {
      for (const cell of this.cellsOf(at)) {
        const value = twofold(cell) || this.inThousands(at) ? this.column("gross")!.read(cell, this.marks(at)) : undefined;
        if (value !== undefined && found.length < 2) found.push({ text: String(cell), value: value as number });
      }
    }
    return found;
  }
}

// tableOf reads the first of some sheets that has pay, else the first that has a head.
export function tableOf(places: Map<string, Place>, sheets: { rows: Row[] }[], country: string, usual: { mark: Mark; period: Span }): Table | undefined {
  const tables = sheets.map((sheet) => new Table(places, sheet.rows, country, usual));
  return tables.find((each) => each.paid && each.body.length) ?? tables.find((each) => each.headRow >= 0 && each.body.length);
}
