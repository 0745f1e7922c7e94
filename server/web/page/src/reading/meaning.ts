// What the columns of a table of employees mean, for each country of its rows.
import { blank } from "./cell.ts";
import { isPersonal, recognised } from "./head.ts";
import { currenciesIn, markOf, numberOf, thousand, twofold, type Cell, type Mark } from "./number.ts";
import { headOf, type Row } from "./sheet.ts";
import { spansIn, type Span } from "./span.ts";
import { plainly } from "./text.ts";
import type { Column, Country, Marks } from "./vocabulary.ts";

// Place is a country with the columns that a table may have for it.
export interface Place { country: Country; columns: Column[] }

export const sides = ["gross", "net"]; // a row gives one of them, and is asked for the other
const halves = 2; // a field counts where more than half of the cells are values of it

// Meaning is a table whose columns are understood, as far as they can be.
export class Meaning {
  readonly headRow: number;
  readonly head: string[];
  readonly body: Row[];
  readonly mark: Mark;
  // What a person decided: the meaning of a column ("" for none), and the period.
  readonly chosen = new Map<number, string>();
  period: Span | undefined;
  protected meanings = new Map<string, (Column | undefined)[]>();

  constructor(readonly places: Map<string, Place>, rows: Row[], readonly country: string, usual: { mark: Mark; period: Span }) {
    this.usualPeriod = usual.period;
    this.headRow = headOf(rows, (cell) => this.everyPlace().map(({ columns }) => recognised(String(cell), columns)[0]).find(Boolean)?.name);
    this.head = Array.from(rows[this.headRow] ?? [], (cell) => String(cell ?? "").trim());
    this.body = rows.slice(this.headRow + 1);
    const width = Math.max(0, ...this.body.map((row) => row.length), this.head.length);
    while (this.head.length < width) this.head.push("");
    this.mark = markOf(this.body.flat()) ?? usual.mark;
    this.recognise();
  }
  protected readonly usualPeriod: Span;

  protected place = (code: string): Place => this.places.get(code)!;

  // everyPlace lists the countries, the chosen one first.
  protected everyPlace(): Place[] {
    return [this.place(this.country), ...[...this.places.values()].filter(({ country }) => country.code !== this.country)];
  }

  protected column = (name: string, code = this.country): Column | undefined => this.place(code).columns.find((each) => each.name === name);

  protected marks = (at: number): Marks => ({ table: this.mark, column: markOf(this.body.map((row) => row[at])), scale: this.inThousands(at) ? 1000 : 1 });

  // inThousands says whether a column holds thousands: its head says so, and no cell is too large
  // for it.
  protected inThousands(at: number): boolean {
    const most = 2000; // thousands that somebody earns
    return thousand.test(this.head[at] ?? "") && this.cellsOf(at).every((cell) => !(numberOf(cell, this.mark) >= most) && !/k\s*$/i.test(String(cell)));
  }

  protected cellsOf = (at: number, rows: Row[] = this.body): Cell[] => rows.map((row) => row[at]).filter((cell) => !blank(cell));

  // countryAt is the column that names the country of each row; -1 without one.
  protected get countryAt(): number {
    const country = this.column("country")!;
    const hand = [...this.chosen].find(([, name]) => name === "country");
    if (hand) return hand[0];
    return this.head.findIndex((head, at) => head !== "" && !this.chosen.has(at) && recognised(head, [country]).length > 0 && this.mostly(at, country));
  }

  // countryOf is the country that a row names, or the chosen one; undefined where its name is
  // none that can be computed.
  countryOf(row: Row): string | undefined {
    const at = this.countryAt;
    return at < 0 || blank(row[at]) ? this.country : this.column("country")!.read(row[at], this.marks(at)) as string | undefined;
  }

  // inUse lists the countries of the rows, or the chosen one, each with its rows.
  inUse(): Map<string, Row[]> {
    const by = new Map<string, Row[]>();
    for (const row of this.body) {
      const code = row.every(blank) ? undefined : this.countryOf(row);
      if (code) by.set(code, [...(by.get(code) ?? []), row]);
    }
    return by.size ? by : new Map([[this.country, this.body]]);
  }

  // mostly says whether most cells of a column, or all there are, are values of a field.
  protected mostly(at: number, column: Column, rows = this.body): boolean {
    const cells = this.cellsOf(at, rows);
    const marks = this.marks(at);
    return cells.length === 0 || cells.filter((cell) => { const value = column.read(cell, marks); return value === undefined ? column.money && twofold(cell) : column.bounded?.(value) ?? true; }).length * halves > cells.length;
  }

  // recognise finds what each column means for each country: a name counts once, those of
  // persons apart, and a field only where most of its cells are values of it.
  recognise(): void {
    this.meanings = new Map([...this.inUse()].map(([code, rows]) => [code, this.meaningsFor(code, rows)]));
  }

  protected meaningsFor(code: string, rows: Row[]): (Column | undefined)[] {
    const { columns } = this.place(code);
    const found: (Column | undefined)[] = [];
    const taken = new Set([...this.chosen.values()]);
    this.head.forEach((head, at) => {
      const hand = this.chosen.get(at);
      if (hand !== undefined) { found[at] = this.column(hand, code); return; }
      found[at] = head === "" || isPersonal(head) ? undefined : recognised(head, columns).find((column) => (column.name === "person" || !taken.has(column.name)) && (this.mostly(at, column, this.cellsOf(at, rows).length ? rows : this.body) || (column.name === "gross" && this.mostly(at, column))));
      if (found[at] && found[at].name !== "person") taken.add(found[at].name);
    });
    if (![...this.chosen.values()].includes("gross")) this.preferPay(found, columns, rows);
    // Net pay that an export shows beside the gross pay is no pay that somebody wants.
    const [gross, net] = sides.map((side) => found.findIndex((column) => column?.name === side)) as [number, number];
    if (gross >= 0 && net >= 0 && !this.chosen.has(net) && !this.body.some((row) => blank(row[gross]) && !blank(row[net]))) found[net] = undefined;
    return found;
  }

  // preferPay takes, of several columns of pay, one that the rows fill, that says gross and whose
  // period there is.
  protected preferPay(found: (Column | undefined)[], columns: Column[], rows: Row[]): void {
    const first = found.findIndex((column) => column?.name === "gross");
    if (first < 0) return;
    const gross = found[first]!;
    const score = (at: number) => (this.cellsOf(at, rows).length > 0 ? 8 : 0) + (/brut|gross/i.test(this.head[at]!) ? 2 : 0) + (/gesamt|total/i.test(this.head[at]!) ? 1 : 0) - (spansIn(this.head[at]!).some((span) => span === "hour" || span === "day") ? 4 : 0);
    const all = this.head.flatMap((head, at) => (at === first || (!this.chosen.has(at) && head && found[at] === undefined && recognised(head, columns).includes(gross) && this.cellsOf(at).length > 0 && this.mostly(at, gross)) ? [at] : []));
    const best = all.reduce((a, b) => (score(b) > score(a) ? b : a), first);
    found[first] = undefined;
    found[best] = gross;
  }

  // choose sets what a column means by hand: "" for nothing.
  choose(at: number, name: string): void {
    for (const [other, before] of this.chosen) if (before === name && name !== "" && name !== "person") this.chosen.delete(other);
    this.chosen.set(at, name);
    this.recognise();
  }

  // meaningOf is what a column is taken for, by any of the countries in use.
  meaningOf(at: number): Column | undefined {
    return [...this.meanings.values()].map((found) => found[at]).find(Boolean);
  }

  // fields are what a column can be said to mean by hand.
  fields(): [string, string][] {
    const all = new Map<string, string>();
    for (const code of this.meanings.keys()) for (const column of this.place(code).columns) if (column.usable && !all.has(column.name)) all.set(column.name, column.label);
    return [...all];
  }

  // called is how the file calls a field, else the page.
  called(name: string, code = this.country): string {
    const at = this.head.findIndex((_, i) => this.meaningOf(i)?.name === name);
    return at >= 0 ? this.head[at]! : this.column(name, code)?.label ?? name;
  }

  // holds says whether a column is taken for a field.
  holds = (name: string): boolean => this.head.some((_, at) => this.meaningOf(at)?.name === name);

  get paid(): boolean {
    return sides.some((side) => this.holds(side));
  }

  protected payAt = (code: string): number[] => sides.map((side) => (this.meanings.get(code) ?? []).findIndex((column) => column?.name === side)).filter((at) => at >= 0);

  // said is the period that heads or cells of the pay name; "unclear" where they name several.
  protected said(code: string): Span | "unclear" | undefined {
    for (const at of this.payAt(code)) {
      const found = spansIn(this.head[at]!);
      if (found.length > 1) return "unclear";
      if (found[0]) return found[0];
      const spans = new Set(this.cellsOf(at).flatMap((cell) => (typeof cell === "string" ? spansIn(cell.replace(/[\d.,]+/g, " ")) : [])));
      if (spans.size > 1) return "unclear";
      if (spans.size) return [...spans][0];
    }
    return undefined;
  }

  // span is the period of the amounts where no row says it: by hand, by the head, or the usual.
  span(code: string): Span {
    const said = this.said(code);
    return this.period ?? (said === "unclear" ? undefined : said) ?? this.usualPeriod;
  }

  // amountSpan is the period of a row's amount: by hand, by the head, by the row, or the usual.
  // A yearly salary that is paid by the month stands under "Annual salary" beside "monthly".
  protected amountSpan(code: string, row: Span | undefined): Span {
    const said = this.said(code);
    return this.period ?? (said === "unclear" ? undefined : said) ?? row ?? this.usualPeriod;
  }

  // currencyOf is the currency of an amount: by its cell, by a column of currencies, by its head.
  protected currencyOf(cells: Row, at: number): string[] {
    const own = typeof cells[at] === "string" ? currenciesIn(cells[at], true) : [];
    if (own.length) return own;
    const column = this.head.findIndex((head) => /^(currency|wahrung|valuta|munteenheid|waehrung)\b/.test(plainly(head)));
    const named = column >= 0 && !blank(cells[column]) ? currenciesIn(String(cells[column]), true) : [];
    return named.length ? named : currenciesIn(this.head[at]!);
  }
}
