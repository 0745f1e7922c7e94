// A table of employees: what its columns mean, what each row asks of the service, and what
// has to be asked of the person before any of it is computed.
import { blank } from "./cell.ts";
import { isPersonal, isResult, recognised, resembling, same, telling } from "./head.ts";
import { currenciesIn, markOf, numberOf, thousand, twofold, type Cell, type Mark } from "./number.ts";
import { headOf, kindOf, totals, type Kind, type Row } from "./sheet.ts";
import { converted, inYear, spanOf, spansIn, type Span } from "./span.ts";
import { plainly } from "./text.ts";
import type { Column, Country, Marks } from "./vocabulary.ts";

// Place is a country with the columns that a table may have for it.
export interface Place { country: Country; columns: Column[] }

// Fault names a text of the page and its values: what is wrong with a row, or to know of it.
export interface Fault { text: string; values: Record<string, string> }

export interface Person {
  row: number; kind: Kind; cells: Cell[]; person: string;
  request: Record<string, unknown>;
  faults: Fault[]; // why it is not asked
  remarks: Fault[];
}

export type Question =
  | { kind: "pay"; columns: number[] } // which column holds the pay
  | { kind: "country"; currencies: string[]; terms: string[]; countries: string[] }
  | { kind: "period"; why: "yearly" | "unclear" | "unsupported" | "small"; said: Span | undefined; example: string; label: string; country: string }
  | { kind: "stray"; rows: number[]; example: string; said: Span; as: Span } // amounts that look like those of another period than the rest
  | { kind: "column"; at: number; column: Column; countries: string[] } // an unused column that may be a field
  | { kind: "unread"; at: number; column: Column; example: string } // a field's name above cells that are none of its values
  | { kind: "needs"; columns: number[]; field: Column; values: unknown[] } // columns that count beside another field only
  | { kind: "rival"; pay: number; columns: number[]; row: number }; // further columns that may be the pay, and differ

const sides = ["gross", "net"]; // a row gives one of them, and is asked for the other
const halves = 2; // a field counts where more than half of the cells are values of it

export class Table {
  readonly headRow: number;
  readonly head: string[];
  readonly body: Row[];
  readonly mark: Mark;
  // What a person decided: the meaning of a column ("" for none), the period, and which
  // questions are answered.
  readonly chosen = new Map<number, string>();
  period: Span | undefined;
  private readonly fixed = new Map<string, { columns: number[]; value: unknown }>(); // what goes with columns, by the name of the field
  private readonly strayed = new Map<number, Span>(); // the periods of single rows, by their place in the body
  private readonly answered = new Set<string>();
  private meanings = new Map<string, (Column | undefined)[]>();

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
  private readonly usualPeriod: Span;

  private place = (code: string): Place => this.places.get(code)!;

  // everyPlace lists the countries, the chosen one first.
  private everyPlace(): Place[] {
    return [this.place(this.country), ...[...this.places.values()].filter(({ country }) => country.code !== this.country)];
  }

  private column = (name: string, code = this.country): Column | undefined => this.place(code).columns.find((each) => each.name === name);

  private marks = (at: number): Marks => ({ table: this.mark, column: markOf(this.body.map((row) => row[at])), scale: this.inThousands(at) ? 1000 : 1 });

  // inThousands says whether a column holds thousands: its head says so, and no cell is too large
  // for it.
  private inThousands(at: number): boolean {
    const most = 2000; // thousands that somebody earns
    return thousand.test(this.head[at] ?? "") && this.cellsOf(at).every((cell) => !(numberOf(cell, this.mark) >= most) && !/k\s*$/i.test(String(cell)));
  }

  private cellsOf = (at: number, rows: Row[] = this.body): Cell[] => rows.map((row) => row[at]).filter((cell) => !blank(cell));

  // countryAt is the column that names the country of each row; -1 without one.
  private get countryAt(): number {
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
  private mostly(at: number, column: Column, rows = this.body): boolean {
    const cells = this.cellsOf(at, rows);
    const marks = this.marks(at);
    return cells.length === 0 || cells.filter((cell) => { const value = column.read(cell, marks); return value === undefined ? column.money && twofold(cell) : column.bounded?.(value) ?? true; }).length * halves > cells.length;
  }

  // recognise finds what each column means for each country: a name counts once, those of
  // persons apart, and a field only where most of its cells are values of it.
  recognise(): void {
    this.meanings = new Map([...this.inUse()].map(([code, rows]) => [code, this.meaningsFor(code, rows)]));
  }

  private meaningsFor(code: string, rows: Row[]): (Column | undefined)[] {
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
  private preferPay(found: (Column | undefined)[], columns: Column[], rows: Row[]): void {
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

  // fix sets the field that columns count beside, for the rows that have one of them.
  fix(columns: number[], name: string, value: unknown): void {
    this.fixed.set(name, { columns, value });
  }

  // answer settles a question as it stands.
  answer(question: Question): void {
    this.answered.add(idOf(question));
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

  private payAt = (code: string): number[] => sides.map((side) => (this.meanings.get(code) ?? []).findIndex((column) => column?.name === side)).filter((at) => at >= 0);

  // said is the period that heads or cells of the pay name; "unclear" where they name several.
  private said(code: string): Span | "unclear" | undefined {
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
      if (column.money) this.checkCurrency(to, cells, at, place, fault);
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

  // amountSpan is the period of a row's amount: by hand, by the head, by the row, or the usual.
  // A yearly salary that is paid by the month stands under "Annual salary" beside "monthly".
  private amountSpan(code: string, row: Span | undefined): Span {
    const said = this.said(code);
    return this.period ?? (said === "unclear" ? undefined : said) ?? row ?? this.usualPeriod;
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

  // currencyOf is the currency of an amount: by its cell, by a column of currencies, by its head.
  private currencyOf(cells: Row, at: number): string[] {
    const own = typeof cells[at] === "string" ? currenciesIn(cells[at], true) : [];
    if (own.length) return own;
    const column = this.head.findIndex((head) => /^(currency|wahrung|valuta|munteenheid|waehrung)\b/.test(plainly(head)));
    const named = column >= 0 && !blank(cells[column]) ? currenciesIn(String(cells[column]), true) : [];
    return named.length ? named : currenciesIn(this.head[at]!);
  }

  private checkCurrency(to: Person, cells: Row, at: number, { country }: Place, fault: (text: string, at: number, more: Record<string, string>) => void): void {
    const found = this.currencyOf(cells, at);
    if (found.length && !found.includes(country.currency) && !this.answered.has("country")) fault("other currency", at, { currency: found[0]!, country: country.code, own: country.currency });
    void to;
  }

  // questions lists what has to be answered before anything is computed, the first first.
  questions(): Question[] {
    const foreign = this.foreign();
    if (foreign) return [foreign];
    const codes = [...this.meanings.keys()];
    if (!this.paid) return [{ kind: "pay", columns: this.head.flatMap((head, at) => (this.amountsAt(at) && (head !== "" || this.cellsOf(at).length > 1) ? [at] : [])) }];
    const periods = codes.flatMap((code) => this.doubtfulPeriod(code) ?? []).slice(0, 1);
    const all = [...periods, ...(periods.length ? [] : this.strays()), ...this.rivals(), ...this.needs(), ...this.unusedQuestions()];
    return all.filter((question) => !this.answered.has(idOf(question)));
  }

  private amountsAt(at: number): boolean {
    const gross = this.column("gross")!, cells = this.cellsOf(at);
    return cells.length > 0 && this.mostly(at, gross) && this.median(at) >= 100;
  }

  private median(at: number): number {
    const gross = this.column("gross")!, marks = this.marks(at);
    const values = this.cellsOf(at).map((cell) => gross.read(cell, marks) as number | undefined).filter((value) => value !== undefined).sort((a, b) => a - b);
    return values[values.length >> 1] ?? 0;
  }

  // foreign asks about a table whose currency or terms are those of another country than the
  // one that it would be computed for.
  private foreign(): Question | undefined {
    if (this.countryAt >= 0 || this.answered.has("country")) return undefined;
    const chosen = this.place(this.country).country;
    const pay = this.payAt(this.country);
    const marked = this.body.map((row) => pay.map((at) => this.currencyOf(row, at)).find((list) => list.length)).filter((list) => list !== undefined);
    const other = marked.filter((list) => !list.includes(chosen.currency));
    const currencies = marked.length && other.length === marked.length ? [...new Set(other.map((list) => list[0]!))] : [];
    const possible = marked[0] && other.length ? marked[0] : [];
    const mine = new Set(this.place(this.country).columns.flatMap(({ names, alike }) => [...names, ...alike]));
    const terms = new Map<string, string[]>(); // by country
    let own = 0;
    this.head.forEach((head, at) => {
      const meant = this.meaningOf(at);
      if (meant?.profile && meant.names.some((name) => telling(name) && same(head, name))) {
        own++;
        return;
      }
      if (head === "" || meant || isPersonal(head) || [...mine].some((name) => same(head, name)) || this.chosen.get(at) === "" || !this.cellsOf(at).length) return;
      for (const { country, columns } of this.places.values()) {
        const found = country.code !== this.country && recognised(head, columns.filter(({ profile, usable }) => profile && usable)).find((column) => column.names.some((name) => telling(name) && same(head, name)) && this.mostly(at, column));
        if (found) terms.set(country.code, [...(terms.get(country.code) ?? []), head]);
      }
    });
    const most = [...terms].sort((a, b) => b[1].length - a[1].length);
    const enough = most.filter(([code, list]) => {
      const shared = marked.length && !currencies.length && this.place(code).country.currency !== chosen.currency;
      return list.length >= (own > 0 || shared ? Math.max(2, own + 1) : 1);
    });
    if (!currencies.length && !enough.length) return undefined;
    const byCurrency = [...this.places.values()].filter(({ country }) => country.code !== this.country && (possible.includes(country.currency) || currencies.includes(country.currency))).map(({ country }) => country.code);
    const byTerms = (enough.length ? enough : most).map(([code]) => code);
    const countries = currencies.length && byCurrency.length ? byCurrency.sort((a, b) => Number(byTerms.includes(b)) - Number(byTerms.includes(a))) : byTerms;
    return { kind: "country", currencies, terms: [...new Set((enough[0] ?? most[0])?.[1] ?? [])], countries };
  }

  // doubtfulPeriod asks for the period where no head says it clearly, and the amounts are
  // plainly those of another one.
  private doubtfulPeriod(code: string): Question | undefined {
    if (this.period || this.answered.has("period")) return undefined;
    const at = this.payAt(code)[0];
    if (at === undefined) return undefined;
    const { country } = this.place(code);
    const said = this.said(code);
    const ask = (why: "yearly" | "unclear" | "unsupported" | "small"): Question => ({ kind: "period", why, said: said === "unclear" ? undefined : said, example: String(this.cellsOf(at)[0] ?? ""), label: this.head[at]!, country: code });
    if (said === "unclear") return ask("unclear");
    if (said && converted(1, said, "year") === undefined && !country.periods.includes(said)) return ask("unsupported");
    const yearly = country.doubtfulAbove;
    if (!yearly) return undefined;
    const paid = this.pays(code);
    const middle = paid[(paid.length - 1) >> 1];
    if (!middle) return undefined;
    const whole = middle.span === "year";
    if (this.meanings.size > 1) return undefined; // rows of several countries are asked about one by one
    if (!whole && middle.annual > (said ? yearly : yearly / 2)) return ask("yearly");
    return whole && middle.annual > 0 && middle.annual < yearly / 60 ? ask("small") : undefined;
  }

  // pays are the amounts of a country's rows, the lowest first, each with its row in the body.
  private pays(code: string): { row: number; cell: string; span: Span; annual: number; own: boolean }[] {
    const gross = this.column("gross")!, [at] = this.payAt(code), periods = (this.meanings.get(code) ?? []).findIndex((column) => column?.name === "period");
    if (at === undefined) return [];
    return (this.inUse().get(code) ?? []).flatMap((cells) => {
      const amount = blank(cells[at]) ? undefined : gross.read(cells[at], this.marks(at)) as number | undefined;
      const own = periods >= 0 && !blank(cells[periods]) ? this.column("period", code)!.read(cells[periods], this.marks(periods)) as Span | undefined : undefined;
      const span = this.amountSpan(code, own);
      const annual = amount === undefined ? undefined : converted(amount, span, "year");
      return annual === undefined || annual <= 0 ? [] : [{ row: this.body.indexOf(cells), cell: String(cells[at]), span, annual, own: own !== undefined }];
    }).sort((a, b) => a.annual - b.annual);
  }

  // strays asks about amounts that would be like the others of their country if they were of
  // another period, such as the pay of a year in a column of months; and, beside those of other
  // countries, about amounts that nobody earns.
  private strays(): Question[] {
    const found = [...this.meanings.keys()].flatMap((code) => {
      const paid = this.pays(code).filter(({ row }) => !(this.body[row] ?? []).some((cell) => totals.test(plainly(cell))));
      const middle = paid[(paid.length - 1) >> 1]?.annual ?? 0;
      const most = this.meanings.size > 1 ? this.place(code).country.doubtfulAbove ?? Infinity : Infinity;
      const like = (annual: number) => annual > middle / 3 && annual < middle * 3;
      return paid.filter((each) => !each.own && !this.strayed.has(each.row)).flatMap((each) => {
        const { span, annual } = each;
        const long = annual > most || (annual > middle * 7 && like(annual / (inYear[span] ?? 1)));
        const short = annual < most / 60 && most < Infinity || (annual < middle / 7 && like(annual * 12));
        const as: Span | undefined = span !== "year" && long ? "year" : span === "year" && short ? "month" : undefined;
        return as ? [{ ...each, as }] : [];
      });
    });
    return [...Map.groupBy(found, (each) => `${each.span} ${each.as}`).values()].flatMap((all): Question[] => {
      const sorted = all.toSorted((a, b) => a.row - b.row), [one] = sorted;
      return one ? [{ kind: "stray", rows: sorted.map(({ row }) => row), example: one.cell, said: one.span, as: one.as }] : [];
    });
  }

  // take says for what period single rows are paid.
  take(rows: number[], span: Span): void {
    for (const row of rows) this.strayed.set(row, span);
  }

  // rivals are further columns that may be the pay and differ from the one that was taken.
  private rivals(): Question[] {
    const code = [...this.meanings.keys()][0]!;
    const gross = this.column("gross", code)!;
    const pay = (this.meanings.get(code) ?? []).indexOf(gross);
    if (pay < 0) return [];
    const amountAt = (row: Row, at: number) => (blank(row[at]) ? undefined : gross.read(row[at], this.marks(at)) as number | undefined);
    const usual = this.median(pay);
    let first = Infinity;
    const columns = this.head.flatMap((head, at): number[] => {
      if (head === "" || at === pay || this.meaningOf(at) || this.chosen.has(at) || /ytd|to date|kumul|cumul|ackumul|netto?\b|\bnet\b/i.test(plainly(head)) || !this.amountsAt(at)) return [];
      if (!recognised(head, [gross]).length && resembling(head, [gross]) !== gross) return [];
      const span = spanOf(head), own = this.span(code);
      const same = (row: Row) => {
        const [a, b] = [amountAt(row, pay), amountAt(row, at)];
        const compared = b !== undefined && span ? converted(b, span, own) ?? b : b;
        return a === undefined || compared === undefined || Math.abs(a - compared) <= Math.max(0.06, a * 0.001);
      };
      const differing = this.body.findIndex((row) => !same(row));
      const similar = this.median(at) >= usual / 5 && this.median(at) <= usual * 5;
      if (differing < 0 || (!similar && !recognised(head, [gross]).length) || span === "hour" || span === "day") return [];
      first = Math.min(first, differing);
      return [at];
    });
    return columns.length ? [{ kind: "rival", pay, columns, row: this.headRow + 2 + first }] : [];
  }

  // needs are columns that count only beside a field which the table has not, and which is not
  // so by itself.
  private needs(): Question[] {
    const by = new Map<string, Question & { kind: "needs" }>();
    this.head.forEach((_, at) => {
      const column = this.meaningOf(at);
      const groups = column?.field?.schema["x-asked-with"];
      if (!column || !groups || !this.cellsOf(at).some((cell) => this.tells(cell))) return;
      const fields = [...this.meanings.keys()].map((code) => this.place(code).columns).find((columns) => columns.includes(column)) ?? [];
      const open = groups.map((group) => Object.entries(group).filter(([name, values]) => {
        const beside = fields.find((each) => each.name === name && each.field);
        return values.length > 0 && beside && !this.holds(name) && !this.fixed.has(name) && !values.includes(String(beside.field!.fallback));
      }));
      if (open.some((group) => group.length === 0)) return;
      const [name, values] = open.find((group) => group.length === 1)?.[0] ?? [];
      const field = fields.find((each) => each.name === name);
      if (!field || !values) return;
      const asked = by.get(field.name) ?? { kind: "needs", columns: [], field, values: field.field!.choices?.map(({ value }) => value).filter((value) => values.includes(String(value))) ?? values };
      asked.columns.push(at);
      by.set(field.name, asked);
    });
    return [...by.values()];
  }

  // tells says whether a cell holds more than nothing, zero or no.
  private tells = (cell: Cell): boolean => !/^[-–—0.,\s€£%]*$/.test(String(cell)) && !/^(no|none|nein|nee|nej|nei|keine?|geen|ingen)$/i.test(String(cell).trim());

  // unused lists the columns with cells that are only passed on.
  unused(): number[] {
    return this.head.flatMap((_, at) => (!this.meaningOf(at) && this.cellsOf(at).length > 0 ? [at] : []));
  }

  // unusedQuestions ask about unused columns that may be fields of a country in use.
  private unusedQuestions(): Question[] {
    const codes = [...this.meanings.keys()];
    return this.unused().flatMap((at): Question[] => {
      const head = this.head[at]!;
      const cells = this.cellsOf(at).filter(this.tells);
      if (head === "" || isPersonal(head) || this.chosen.has(at) || !cells.length || (/brutt?o|gross/i.test(head) && resembling(head, [this.column("gross")!])) || isResult(head) || recognised(head, [this.column("gross")!, this.column("net")!]).length) return [];
      for (const code of codes) {
        const { columns } = this.place(code);
        const fields = columns.filter(({ profile, name, usable, field, alike }) => profile && !(usable && this.holds(name)) && (!field?.schema["x-filled-in-by-year"] || alike.length > 0));
        const column = resembling(head, [...fields, this.column("gross")!, this.column("net")!]);
        if (!column?.profile) continue;
        const exact = [...column.names, ...column.alike].some((name) => same(head, name));
        const readable = column.usable && this.mostly(at, column);
        if (!column.usable && !exact) continue;
        if (readable || !column.usable) return [{ kind: "column", at, column, countries: codes }];
        // An export's amount of a deduction stands under the name of a choice; whose choice is a
        // yes or a list, the amount says that there is something.
        if (exact && !(column.field?.kind === "choice" && this.mostly(at, this.column("gross")!))) return [{ kind: "unread", at, column, example: String(cells[0]) }];
      }
      return [];
    });
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

// idOf names a question for its answer.
const idOf = (question: Question): string => ("at" in question ? `${question.kind} ${question.at}` : question.kind);

// tableOf reads the first of some sheets that has pay, else the first that has a head.
export function tableOf(places: Map<string, Place>, sheets: { rows: Row[] }[], country: string, usual: { mark: Mark; period: Span }): Table | undefined {
  const tables = sheets.map((sheet) => new Table(places, sheet.rows, country, usual));
  return tables.find((each) => each.paid && each.body.length) ?? tables.find((each) => each.headRow >= 0 && each.body.length);
}
