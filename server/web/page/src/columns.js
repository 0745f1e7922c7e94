// What the columns of a table of employees mean: pay and person by the words of the page,
// the fields of a country by what the service calls them in every language and by what
// the rules say they are also called.
import { ask } from "./api.js";
import { choiceOf, dateOf, numberOf, plainly, wholeOf, yesOf } from "./cells.js";
import { known, languageNames, t } from "./i18n.js";

const languages = Object.keys(languageNames);

// What people call the columns that every country has.
const usual = {
  person: "person, name, full name, vorname, nachname, familienname, first name, last name, forename, surname, employee, employee name, employee no, employee number, employee id, staff no, payroll no, payroll number, works number, mitarbeiter, mitarbeiterin, mitarbeiter/in, arbeitnehmer, beschäftigte, personalnummer, personal-nr, personalnr, pers.-nr, persnr, pnr, personnel number, id, no, nr, lfd. nr, naam, voornaam, achternaam, medewerker, werknemer, personeelsnummer, namn, navn, anställd, ansatt",
  country: "country, land, staat, payroll country, country of work, einsatzland",
  year: "year, tax year, jahr, steuerjahr, kalenderjahr, abrechnungsjahr, jaar, belastingjaar, år",
  period: "period, pay period, pay frequency, frequency, pay interval, zeitraum, abrechnungszeitraum, lohnzeitraum, zahlungsweise, intervall, periode, tijdvak, loontijdvak",
  gross: "gross, gross pay, gross salary, gross wage, gross wages, salary, basic salary, base salary, basic pay, pay, wage, wages, brutto, bruttogehalt, bruttolohn, bruttobezug, bruttobezüge, bruttoentgelt, bruttoverdienst, bruttoarbeitslohn, gesamtbrutto, steuerbrutto, monatsbrutto, gehalt brutto, lohn brutto, brutto gehalt, brutto lohn, monatsgehalt, monatslohn, grundgehalt, gehalt, lohn, entgelt, bezüge, bruto, brutoloon, bruto loon, brutosalaris, bruto salaris, salaris, loon, maandloon, maandsalaris, bruttolön, lön, månadslön, bruttolønn, lønn, månedslønn",
  net: "net, net pay, net salary, net wage, take home pay, take-home pay, netto, nettogehalt, nettolohn, nettobezug, nettoentgelt, wunschnetto, auszahlungsbetrag, nettoloon, netto loon, nettosalaris, netto salaris, nettolön, nettolønn",
};

// Words of a head that say how long its pay is for, or nothing of what it is.
const spans = {
  year: /\b(jahres?(?=brutto|gehalt|lohn|entgelt|einkommen)|jaar(?=loon|salaris)|ars(?=lon)|(im jahr|pro jahr|jahrlich|je jahr|p a|pa|a year|per year|per annum|annual|yearly|annually|per jaar)\b)/,
  month: /\b(im monat|pro monat|monatlich|mtl|je monat|p m|a month|per month|monthly|per maand|manads)\b/,
  week: /\b(pro woche|wochentlich|a week|per week|weekly)\b/,
};
const filler = /\b(in|im|eur|euro|gbp|sek|nok|kr|betrag|amount|bedrag|aktuell|current|laut vertrag|vertraglich|contract)\b/g;

// ways are the words for pay periods in cells.
const ways = {
  year: "year, yearly, annual, annually, per annum, p.a., jahr, jährlich, im jahr, jaar, jaarlijks, år",
  month: "month, monthly, monat, monatlich, im monat, maand, maandelijks, månad, måned, m",
  week: "week, weekly, woche, wöchentlich, wekelijks, vecka, uke, w",
  fortnight: "fortnight, fortnightly, two weeks, every two weeks, zwei wochen, zweiwöchentlich, 14-täglich",
  four_weeks: "four weeks, 4 weeks, four-weekly, 4 weekly, every four weeks, lunar, vier wochen, vierwöchentlich, vierwekelijks, 4 weken",
  day: "day, daily, tag, täglich, dag, dagelijks",
};

const listed = (text) => text.split(",").map((each) => each.trim());

// spanOf is the period that a head says its pay is for, if it says one.
export const spanOf = (head) => Object.keys(spans).find((period) => spans[period].test(plainly(head)));

// essence is a head without what says nothing of its meaning.
const essence = (head) => {
  let text = plainly(head).replace(/\s?%/g, "");
  for (const span of Object.values(spans)) text = text.replace(new RegExp(span, "g"), " ");
  return text.replace(filler, " ").replace(/\s+/g, " ").trim();
};

// vocabulary lists for each country what a row may hold of it: name, label, names,
// and read, which gives the value of a cell or undefined where it is none.
export async function vocabulary(catalogue) {
  const inLanguages = (await Promise.all(languages.map((language) => ask("description", { language })))).map((document) => catalogue.within(document));
  const codes = catalogue.scenario.properties.country.enum;
  const called = (code) => languages.map((each) => new Intl.DisplayNames([each], { type: "region" }).of(code));
  const countries = catalogue.countries.map((each) => ({ value: each.country, names: [each.name, ...called(each.country), ...codes.filter((code) => called(code)[0] === called(each.country)[0])] }));
  return new Map(catalogue.countries.map((country) => [country.country, columnsOf(catalogue, country, countries, inLanguages)]));
}

function columnsOf(catalogue, country, countries, inLanguages) {
  const code = country.country;
  const number = (cell, decimal) => { const value = numberOf(cell, decimal); return Number.isNaN(value) ? undefined : value; };
  const own = {
    person: { label: t("person"), read: (cell) => String(cell).trim() },
    country: { label: t("country"), read: (cell) => choiceOf(cell, countries) },
    year: { label: t("year"), read: (cell) => country.years.find((year) => [String(year), catalogue.taxYear(code, year)].includes(String(cell).trim())) ?? number(cell, ".") },
    period: { label: t("period"), read: (cell) => choiceOf(cell, country.periods.map((value) => ({ value, names: [known("period", value), ...listed(ways[value] ?? "")] }))) },
    gross: { label: t("gross"), read: number },
    net: { label: t("net wanted"), read: number },
  };
  // What follows from other paydays, or is part of the gross, is taken by its own name
  // only: a column "Bonus" seldom says which part of the gross it is.
  const fields = catalogue.profile(code).filter(({ kind }) => kind !== "records").map((field) => {
    const everywhere = inLanguages.map((each) => each.profile(code).find(({ name }) => name === field.name)).filter(Boolean);
    const called = field.schema["x-values-called"] ?? field.schema.items?.["x-values-called"] ?? {};
    const choices = field.choices?.map(({ value, label, short }) => ({ value, names: [label, short, ...(called[value] ?? []), ...everywhere.flatMap((each) => [each.choices?.find((choice) => choice.value === value)?.label, each.schema["x-choices"]?.[value]])].filter(Boolean) }));
    return { name: field.name, label: field.label, profile: true, names: [field.name, field.label, ...everywhere.map((each) => each.label), ...((!field.schema["x-filled-in-by-year"] && field.schema["x-also-called"]) || [])], read: readerOf(field, choices, called, number) };
  });
  return [...Object.entries(own).map(([name, column]) => ({ name, names: [name, column.label, ...listed(usual[name])], ...column })), ...fields];
}

// readerOf reads the cells of a field of the profile.
function readerOf(field, choices, called, number) {
  switch (field.kind) {
    case "check": case "maybe": return (cell) => yesOf(cell) ?? choiceOf(cell, [true, false].map((value) => ({ value, names: called[value] ?? [] })));
    case "choice": return (cell, decimal) => choiceOf(cell, choices) ?? (field.type === "integer" ? choices.find(({ value }) => value === wholeOf(cell, field.schema, decimal))?.value : field.schema.enum || String(cell).trim().length > field.schema.maxLength ? undefined : String(cell).trim());
    case "several": return (cell) => { const list = String(cell).split(/[+;,|/&]/).map((each) => choiceOf(each, choices)); return list.includes(undefined) ? undefined : list; };
    case "number": return field.type === "integer" ? (cell, decimal) => { const value = wholeOf(cell, field.schema, decimal); return Number.isNaN(value) ? undefined : value; } : number;
    default: return (cell) => (field.schema.format === "date" ? dateOf(cell) : String(cell).trim());
  }
}

// recognised gives the column that a head names, if it is one of those.
export function recognised(head, columns) {
  const whole = plainly(head), meant = essence(head);
  return columns.find((column) => column.names.some((name) => plainly(name) === whole)) ?? (meant ? columns.find((column) => column.names.some((name) => essence(name) === meant)) : undefined);
}
