// What a table of employees leaves open, which has to be asked of the person before any of it
// is computed.
import { blank } from "./cell.ts";
import { isPersonal, isResult, recognised, resembling, same, telling } from "./head.ts";
import { Meaning } from "./meaning.ts";
import type { Cell } from "./number.ts";
import { totals, type Row } from "./sheet.ts";
import { converted, inYear, spanOf, type Span } from "./span.ts";
import { plainly } from "./text.ts";
import type { Column } from "./vocabulary.ts";

export type Question =
  | { kind: "pay"; columns: number[] } // which column holds the pay
  | { kind: "country"; currencies: string[]; terms: string[]; countries: string[] }
  | { kind: "period"; why: "yearly" | "unclear" | "unsupported" | "small"; said: Span | undefined; example: string; label: string; country: string }
  | { kind: "stray"; rows: number[]; example: string; said: Span; as: Span } // amounts that look like those of another period than the rest
  | { kind: "column"; at: number; column: Column; countries: string[] } // an unused column that may be a field
  | { kind: "unread"; at: number; column: Column; example: string } // a field's name above cells that are none of its values
  | { kind: "needs"; columns: number[]; field: Column; values: unknown[] } // columns that count beside another field only
  | { kind: "rival"; pay: number; columns: number[]; row: number }; // further columns that may be the pay, and differ

// Asking is a table with what a person has to answer, and has answered.
export class Asking extends Meaning {
  // What a person answered: what goes with columns, by the name of the field, the periods of
  // single rows, by their place in the body, and which questions are settled.
  protected readonly fixed = new Map<string, { columns: number[]; value: unknown }>();
  protected readonly strayed = new Map<number, Span>();
  protected readonly answered = new Set<string>();

  // fix sets the field that columns count beside, for the rows that have one of them.
  fix(columns: number[], name: string, value: unknown): void {
    this.fixed.set(name, { columns, value });
  }

  // answer settles a question as it stands.
  answer(question: Question): void {
    this.answered.add(idOf(question));
  }

  // take says for what period single rows are paid.
  take(rows: number[], span: Span): void {
    for (const row of rows) this.strayed.set(row, span);
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
}

// idOf names a question for its answer.
const idOf = (question: Question): string => ("at" in question ? `${question.kind} ${question.at}` : question.kind);
