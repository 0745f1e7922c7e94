// The columns that a table may have, for each country: pay and person by the words below, the
// fields of a country by what the service calls them in every language and by what the rules
// say they are also called.
import { choiceOf, dateOf, wholeOf, yesOf, type Choice } from "./cell.ts";
import { amountOf, numberOf, type Cell, type Mark } from "./number.ts";
import { inYear, spanOf, type Span } from "./span.ts";

// Marks are the decimal marks of a table: the one to go by, and that of a column where it is
// plain to see.
export interface Marks { table: Mark; column?: Mark | undefined; scale?: number } // scale is what a unit of the column is worth

export interface Column {
  name: string;
  label: string;
  names: string[]; // a head that is one of these names the column
  alike: string[]; // a head that is one of these, or resembles one, may be it
  profile: boolean;
  money: boolean;
  yearly: boolean; // an amount of the year
  listed: boolean; // its cells are choices
  usable: boolean; // a table can hold it
  bounded?(value: unknown): boolean; // within what the field allows
  field?: Field;
  // read gives the value of a cell, null where the cell says that there is none, undefined
  // where it is no value of the column.
  read(cell: Cell, marks: Marks): unknown;
}

// What schema.js describes of a field.
export interface Schema {
  minimum?: number; maximum?: number; maxLength?: number; multipleOf?: number; format?: string; enum?: unknown[]; items?: Schema;
  "x-also-called"?: string[]; "x-values-called"?: Record<string, string[]>; "x-choices"?: Record<string, string>; "x-filled-in-by-year"?: boolean; "x-asked-with"?: Record<string, string[]>[];
}
export interface Field {
  name: string; label: string; kind: string; type?: string; schema: Schema; nullable?: boolean;
  fallback?: unknown;
  choices?: { value: unknown; label: string; short: string }[];
  kinds?: { kind: string; label: string }[];
}

export interface Country {
  code: string;
  currency: string;
  periods: Span[];
  years: { value: number; written: string }[];
  doubtfulAbove?: number | undefined;
  fields: Field[];
  elsewhere: Field[][]; // the same fields in other languages
}

// Words are those of the page.
export interface Words { person: string; country: string; year: string; period: string; gross: string; net: string; periods: Record<string, string> }

const listed = (text: string) => text.split(",").map((each) => each.trim());

// What people call the columns that every country has.
const usual = {
  person: "person, name, full name, vorname, nachname, familienname, first name, last name, forename, surname, employee, employee name, employee no, employee number, employee id, staff no, staff number, payroll no, payroll number, payroll id, works number, works no, mitarbeiter, mitarbeiterin, mitarbeiter/in, mitarbeiternummer, mitarbeitername, arbeitnehmer, beschäftigte, personalnummer, personal-nr, personalnr, pers.-nr, persnr, pnr, personnel number, id, no, nr, lfd. nr, naam, voornaam, voorletters, tussenvoegsel, achternaam, medewerker, medewerkernummer, werknemer, werknemersnummer, personeelsnummer, namn, förnamn, efternamn, anställd, anställningsnummer, anställningsnr, anst.nr, anstnr, navn, fornavn, etternavn, ansatt, ansattnummer, ansattnr, ansatt nr",
  country: "country, land, staat, payroll country, country of work, work country, einsatzland, beschäftigungsland, arbeitsland, werkland, arbetsland, arbeidsland",
  year: "year, tax year, jahr, steuerjahr, kalenderjahr, abrechnungsjahr, jaar, belastingjaar, loonjaar, år, inkomstår, inntektsår",
  period: "period, pay period, pay frequency, frequency, pay interval, payment frequency, salary period, salary interval, salary frequency, gehaltsintervall, lohnintervall, vergütungsintervall, gehaltszeitraum, salarisperiode, betaalperiode, zeitraum, abrechnungszeitraum, lohnzeitraum, zahlungsweise, zahlungsrhythmus, intervall, periode, tijdvak, loontijdvak, verloningsperiode, löneperiod, utbetalningsintervall, lønnsperiode",
  gross: "gross, gross pay, gross salary, gross wage, gross wages, gross earnings, total gross, total gross pay, taxable gross pay, taxable pay, taxable gross, salary, basic salary, base salary, basic pay, base pay, pay, wage, wages, earnings, brutto, bruttogehalt, bruttolohn, bruttobezug, bruttobezüge, bruttoentgelt, bruttoverdienst, bruttoarbeitslohn, bruttovergütung, bruttoeinkommen, gesamtbrutto, gesamtbruttobezüge, steuerbrutto, st.-brutto, st brutto, laufendes brutto, monatsbrutto, jahresbrutto, gehalt brutto, lohn brutto, brutto gehalt, brutto lohn, monatsgehalt, monatslohn, grundgehalt, grundlohn, gehalt, lohn, entgelt, vergütung, festgehalt, bezüge, bruto, brutoloon, bruto loon, brutosalaris, bruto salaris, basissalaris, bruto basissalaris, basisloon, salaris, loon, maandloon, maandsalaris, bruto maandsalaris, bruto jaarsalaris, bruttolön, bruttoinkomst, lön, grundlön, fast lön, månadslön, bruttolønn, brutto lønn, bruttoinntekt, lønn, fastlønn, fast lønn, grunnlønn, månedslønn, årslønn, årslön",
  net: "net, net pay, net salary, net wage, take home pay, take-home pay, netto, nettogehalt, nettolohn, nettobezug, nettoentgelt, wunschnetto, nettowunsch, zielnetto, gewünschtes netto, target net, desired net pay, gewenst nettoloon, önskad nettolön, ønsket nettolønn, auszahlungsbetrag, nettoloon, netto loon, nettosalaris, netto salaris, nettolön, nettolønn, nettoutbetaling",
};

// What people call columns that change a payslip and that a table cannot hold, by the kind of
// component that they are.
const components: Record<string, string> = {
  company_car: "company car, car benefit, dienstwagen, firmenwagen, kfz, kfz-gestellung, pkw, geldwerter vorteil, bijtelling, bijtelling auto, auto van de zaak, leaseauto, tjänstebil, bilförmån, firmabil, bilfordel",
  pension: "bav, b.a.v., betriebliche altersvorsorge, entgeltumwandlung, direktversicherung, pensionskasse, pensionspremie, pensioenpremie, tjänstepension, löneväxling, tjenestepensjon, pensjonstrekk",
  capital_forming: "vwl, vl, vermögenswirksame leistungen", tax_free: "jobticket, job ticket, deutschlandticket, reiskostenvergoeding, traktamente",
  net_deduction: "pfändung, attachment, attachment of earnings, loonbeslag, löneutmätning, utleggstrekk", salary_sacrifice: "jobrad, dienstrad, cycle to work, fietsplan",
};

// Names of further pay, which is seldom part of the column of the gross.
const furtherPay = "bonus, one-off pay, commission, overtime, einmalzahlung, einmalbezug, sonderzahlung, prämie, provision, tantieme, überstunden, weihnachtsgeld, urlaubsgeld, 13. gehalt, 13. monatsgehalt, vakantiegeld, dertiende maand, eindejaarsuitkering, provisie, engångsbelopp, semestertillägg, övertid, feriepenger, overtid, holiday pay, allowance, zulage, zuschlag, toeslag, tillägg, tillegg";

// ways are the words for pay periods in cells.
const ways: Partial<Record<Span, string>> = {
  year: "year, yearly, annual, annually, per annum, p.a., jahr, jährlich, im jahr, jaar, jaarlijks, år, årlig, årsvis, anual, al año",
  month: "month, monthly, monat, monatlich, im monat, maand, maandelijks, månad, månadsvis, måned, månedlig, mensual, al mes, m",
  week: "week, weekly, woche, wöchentlich, wekelijks, vecka, uke, ukentlig, semanal, w",
  half_month: "half month, half-monthly, semimonthly, semi-monthly, twice a month, halber monat, halbmonatlich, halve maand, quincena, quincenal",
  fortnight: "fortnight, fortnightly, two weeks, every two weeks, biweekly, bi-weekly, catorcenal, zwei wochen, zweiwöchentlich, 14-täglich",
  four_weeks: "four weeks, 4 weeks, four-weekly, 4 weekly, every four weeks, lunar, vier wochen, vierwöchentlich, vierwekelijks, 4 weken",
  day: "day, daily, tag, täglich, dag, dagelijks",
};

const number = (cell: Cell, { table }: Marks) => { const value = numberOf(cell, table); return Number.isNaN(value) ? undefined : value; };
const amount = (cell: Cell, { column, scale = 1 }: Marks) => { const value = amountOf(withoutWords(cell), column); return Number.isNaN(value) ? undefined : Math.round(value * scale * 100) / 100; };

// withoutWords is a cell without the pay period behind its amount, such as p.a. or / month.
function withoutWords(cell: Cell): Cell {
  if (typeof cell !== "string") return cell;
  const [, front, words] = /^(.*\d\S*?(?:\s*[Tk]?(?:\p{Sc}|[A-Z]{3}|kr\.?))?)\s*[/|]?\s*(\p{L}[\p{L}\s./-]*)$/u.exec(cell.trim()) ?? [];
  return front && words && spanOf(words) ? front : cell;
}

// columnsOf lists the columns of a country; every is all countries, with their names.
export function columnsOf(country: Country, every: Choice[], words: Words): Column[] {
  const plain = { alike: [], profile: false, money: false, yearly: false, listed: false, usable: true };
  const own: Column[] = [
    { ...plain, name: "person", label: words.person, names: [], read: (cell) => String(cell).trim() },
    { ...plain, name: "country", label: words.country, names: [], listed: true, read: (cell) => choiceOf(cell, every) },
    { ...plain, name: "year", label: words.year, names: [], read: (cell) => country.years.find(({ value, written }) => [String(value), written].includes(String(cell).trim()))?.value ?? yearIn(cell) },
    { ...plain, name: "period", label: words.period, names: [], listed: true, read: (cell) => periodOf(cell, country, words) },
    { ...plain, name: "gross", label: words.gross, names: [], money: true, read: amount },
    { ...plain, name: "net", label: words.net, names: [], money: true, read: amount },
  ];
  for (const column of own) column.names = [column.name, column.label, ...listed(usual[column.name as keyof typeof usual])];
  return [...own, ...country.fields.flatMap((field) => fieldColumns(field, country))];
}

const yearIn = (cell: Cell) => { const text = String(cell).trim(); return /^\d{4}$/.test(text) ? Number(text) : undefined; };

// periodOf reads the pay period of a row, one that the country has not too where it divides
// the year.
function periodOf(cell: Cell, country: Country, words: Words): unknown {
  const all = [...new Set<Span>([...country.periods, ...(Object.keys(inYear) as Span[])])];
  return choiceOf(cell, all.map((value) => ({ value, names: [words.periods[value] ?? value, ...listed(ways[value] ?? "")].filter(Boolean) }))) ?? spanOf(String(cell));
}

// fieldColumns are the columns of a field; those of a list of components tell that a table
// cannot hold them.
function fieldColumns(field: Field, country: Country): Column[] {
  const everywhere = country.elsewhere.map((fields) => fields.find(({ name }) => name === field.name)).filter((each) => each !== undefined);
  const base = { name: field.name, label: field.label, profile: true, yearly: false, money: false, listed: false, usable: true };
  if (field.kinds) {
    return field.kinds.map((kind) => ({ ...base, label: kind.label, usable: false, names: [], alike: [kind.label, ...listed(components[kind.kind] ?? components[kind.kind === "benefit_in_kind" ? "company_car" : ""] ?? ""), ...everywhere.flatMap((each) => each.kinds?.filter((other) => other.kind === kind.kind).map(({ label }) => label) ?? [])], read: () => undefined }));
  }
  const { schema } = field;
  const called = schema["x-values-called"] ?? schema.items?.["x-values-called"] ?? {};
  const choices = field.choices?.map(({ value, label, short }) => ({ value, names: [label, short, ...(called[String(value)] ?? []), ...everywhere.flatMap((each) => [each.choices?.find((choice) => choice.value === value)?.label, each.schema["x-choices"]?.[String(value)]])].filter((each) => each !== undefined) }));
  const labels = [field.name, field.label, ...everywhere.map(({ label }) => label)];
  const also = schema["x-also-called"] ?? [];
  // What follows from other paydays, or is part of the gross, is taken by its own name only: a
  // column "Bonus" seldom says which part of the gross it is.
  const apart = Boolean(schema["x-filled-in-by-year"]);
  const money = field.kind === "number" && field.type !== "integer" && schema.multipleOf === undefined;
  const further = apart && money && also.some((name) => listed(furtherPay).includes(name.toLowerCase()));
  const read = readerOf(field, choices ?? [], called, money);
  const bounded = (value: unknown) => typeof value !== "number" || !((schema.minimum !== undefined && value < schema.minimum) || (schema.maximum !== undefined && value > schema.maximum));
  return [{
    ...base, field, bounded, names: apart ? labels : [...labels, ...also], alike: further ? [...also, ...listed(furtherPay)] : [],
    money, yearly: money && labels.some((label) => spanOf(label) === "year"), listed: field.kind !== "number" && field.kind !== "text",
    read: (cell, marks) => read(cell, marks) ?? (/^[-–—]+$/.test(String(cell).trim()) || (field.kind !== "check" && yesOf(cell) === false) ? null : undefined),
  }];
}

// readerOf reads the cells of a field of the profile.
function readerOf(field: Field, choices: Choice[], called: Record<string, string[]>, money: boolean): (cell: Cell, marks: Marks) => unknown {
  const { schema } = field;
  const named = Object.entries(called).map(([value, names]) => ({ value: field.type === "boolean" ? value === "true" : Number(value), names }));
  const meant = (cell: Cell) => choiceOf(cell, named) ?? (named.length === 1 && yesOf(cell) ? named[0]!.value : undefined);
  switch (field.kind) {
    case "check": case "maybe": return (cell) => yesOf(cell) ?? choiceOf(cell, named);
    case "choice": return (cell, { table }) => choiceOf(cell, choices) ?? (field.type === "integer" ? choices.find(({ value }) => value === wholeOf(cell, schema, table))?.value : schema.enum || String(cell).trim().length > (schema.maxLength ?? Infinity) ? undefined : String(cell).trim());
    case "several": return (cell) => {
      const list = String(cell).split(/[+;,|/&]/).map((each) => choiceOf(each, choices));
      return list.includes(undefined) ? undefined : list;
    };
    case "number": return (cell, marks) => {
      if (field.type !== "integer") return (money ? amount : number)(cell, marks) ?? meant(cell);
      const value = wholeOf(cell, schema, marks.table);
      return Number.isNaN(value) ? meant(cell) : value;
    };
    default: return (cell) => (schema.format === "date" ? dateOf(cell) : String(cell).trim());
  }
}
