// How the page reads what people write: numbers, currencies, pay periods, heads, cells, tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const {
  amountOf, bracketed, choiceOf, converted, currenciesIn, dateOf, decoded, essence, headOf, kindOf, markOf, numberOf, rateOf, recognised, resembling, spansIn, spanOf, telling, textRows, thousand, twofold, wholeOf, yesOf,
} = await load(["cell", "head", "number", "sheet", "span", "text"].map((name) => `export * from "./src/reading/${name}.ts";`).join("\n"));

test("numbers are read as people write them", () => {
  for (const [cell, decimal, want] of [
    ["3.800,00 €", ",", 3800], ["£52,000", ".", 52000], ["3.800", ",", 3800], ["3.800", ".", 3.8], ["3,800", ".", 3800], ["3,800", ",", 3.8], ["1.234.567", ".", 1234567], ["€ 2.980,50", ".", 2980.5],
    ["4 250,50", ".", 4250.5], ["5’000.00", ".", 5000], ["3800,-", ",", 3800], ["5%", ",", 5], ["EUR 100", ".", 100], ["kr 42 000", ",", 42000], [3.125, ",", 3.125], ["\u221212,5", ",", -12.5],
    ["€4500", ".", 4500], ["4500 EUR", ".", 4500], ["4500eur", ".", 4500], ["CHF 4'500.50", ".", 4500.5], ["(1,250.00)", ".", -1250], ["65k", ".", 65000], ["62 T€", ",", 62000], ["T€ 60", ",", 60000], ["62,5 TEUR", ",", 62500], ["£48k", ".", 48000], ["540 tkr", ",", 540000], ["42 000 kr.", ",", 42000], ["12 500 SEK", ",", 12500], ["4500 Euro", ",", 4500], ["0,913", ".", 0.913],
  ]) assert.equal(numberOf(cell, decimal), want, String(cell));
  for (const cell of ["viel", "", "12a", "1,2,3", "III", "3.8.0", "12 abc", "EUR"]) assert.ok(Number.isNaN(numberOf(cell, ",")), cell);
  assert.equal(markOf(["3.800,00", "2.500"]), ",");
  assert.equal(markOf(["3,800.00", "Ada"]), ".");
  assert.equal(markOf(["3.800"]), undefined);
});

test("an amount with a single mark before three digits is thousands, in every language", () => {
  for (const [cell, mark, want] of [["4.500", undefined, 4500], ["4,500", undefined, 4500], ["£73,720", undefined, 73720], ["4.500 EUR", ",", 4500], ["0.500", undefined, 0.5], ["4500.5", undefined, 4500.5], ["12.345,60", undefined, 12345.6], [4.5, undefined, 4.5]]) assert.equal(amountOf(cell, mark), want, String(cell));
  assert.ok(Number.isNaN(amountOf("4.500", ".")), "beside 1234.50 nobody knows what 4.500 is");
  for (const [cell, want] of [["4.500", true], ["€ 4,500", true], ["0.913", false], ["4.50", false], ["4.500,00", false], ["1.234.567", false], [4.5, false]]) assert.equal(twofold(cell), want, String(cell));
  for (const [cell, want] of [["2.690", 2.69], ["2,690", 2.69], ["0,913", 0.913], ["5 %", 5]]) assert.equal(rateOf(cell), want, cell);
});

test("heads in thousands", () => {
  for (const head of ["Salary (£k)", "Brutto T€", "Jahresbrutto TEUR", "Gross £000", "Lön tkr", "Gehalt (Tsd. €)", "Salary, £'000s", "Brutto in T EUR"]) assert.match(head, thousand, head);
  for (const head of ["Salary", "Brutto €", "401k", "Gross (EUR)", "Tax code", "Kinder", "Gross pay 2000"]) assert.doesNotMatch(head, thousand, head);
  const columns = [{ name: "gross", names: ["gross", "brutto", "salary", "jahresbrutto", "lön"], alike: [] }];
  for (const head of ["Salary (£k)", "Brutto T€", "Jahresbrutto TEUR", "Gross £000", "Lön tkr"]) assert.equal(recognised(head, columns)[0]?.name, "gross", head);
});

test("currencies by sign, code and word", () => {
  for (const [text, want] of [["£73,720.00", ["GBP"]], ["Gross (EUR)", ["EUR"]], ["Lön kr/mån", ["SEK", "NOK", "DKK"]], ["CHF 5'000", ["CHF"]], ["Fr. 5000", ["CHF"]], ["$52,000", ["USD"]], ["Brutto in Euro", ["EUR"]], ["Krankenkasse", []], ["Fr.Betr. mtl.", []], ["Friday", []], ["Kredit", []], ["ALL", ["ALL"]]]) assert.deepEqual(currenciesIn(text), want, text);
  assert.deepEqual(currenciesIn("4500 eur", true), ["EUR"]);
  assert.deepEqual(currenciesIn("4500 eur"), []);
});

test("the pay period of a head, with its unit in any form and language", () => {
  const heads = {
    year: ["Gross (EUR / year)", "Brutto (jährlich)", "Jahresbrutto", "Bruttojahresgehalt", "Brutto p. a.", "Gehalt p.a.", "Bruto per jaar", "Bruto jaarsalaris", "Salaris (p/j)", "Årslön", "Lön/år", "Årslønn", "Lønn per år", "Annual salary (£)", "Salary [per annum]", "Gross yearly", "Gehalt jährl.", "Jahreslohn in EUR", "Yearly gross, GBP", "Gross/yr", "Bruttoårslön"],
    month: ["Bruttolohn [Monat]", "Månadslön", "Salary pcm", "Lön kr/mån", "Lønn pr. måned", "Gross monthly", "Gehalt mtl.", "Brutto/Monat", "Brutoloon per maand", "Bruto (p/m)", "Månedslønn", "Bruttomonatslohn", "Gross (12 months)"],
    week: ["Weekly gross", "Brutto/Woche", "Wochenlohn", "Weekloon", "Lön per vecka", "Ukelønn", "Gross p.w."], fortnight: ["Fortnightly pay", "Pay, bi-weekly", "Loon per 14 dagen", "Pay every two weeks"], four_weeks: ["Basic pay per 4 weeks", "Loon (4 weken)", "Four-weekly gross"],
    hour: ["Hourly rate", "Stundenlohn", "Uurloon", "Timlön", "Timelønn", "Pay per hour"], day: ["Daily rate", "Tagessatz", "Dagloon"], half_month: ["Semi-monthly salary"],
  };
  for (const [span, all] of Object.entries(heads)) for (const head of all) assert.deepEqual(spansIn(head), [span], head);
  for (const head of ["Gross", "Brutto", "Name", "Tax code", "Vorjahresgehalt", "Time off", "Human resources"]) assert.deepEqual(spansIn(head), [], head);
  assert.equal(spanOf("Monthly gross (annual / 12)"), undefined, "two periods are none");
  for (const [amount, from, to, want] of [[600000, "year", "month", 50000], [48100, "year", "month", 4008.33], [500, "week", "year", 26000], [12.5, "hour", "month", undefined]]) assert.equal(converted(amount, from, to), want);
});

test("heads: as written, without units, in another order, by resemblance", () => {
  const columns = [
    { name: "gross", names: ["gross", "brutto", "bruttogehalt", "steuerbrutto", "annual salary", "lön"], alike: [] },
    { name: "employee", names: ["employee pension %", "pension"], alike: [] }, { name: "employer", names: ["employer pension %"], alike: [] },
    { name: "addon", names: ["KV-Zusatzbeitrag"], alike: [] }, { name: "allowance", names: ["Freibetrag"], alike: [] }, { name: "one_off", names: ["one_off_pay"], alike: ["bonus"] }, { name: "before", names: ["tax paid to date"], alike: [] },
  ];
  for (const [head, want] of [["Gross (EUR / year)", "gross"], ["Brutto, jährlich", "gross"], ["Jahresbrutto", "gross"], ["Bruttogehalt (laut Vertrag)", "gross"], ["Lön kr/mån", "gross"], ["Pension (employer) %", "employer"], ["Pension (EE)", "employee"], ["Bonus", undefined], ["Gross YTD", undefined], ["Brutto (kumuliert)", undefined]]) assert.equal(recognised(head, columns)[0]?.name, want, head);
  for (const [head, want] of [["St-Brutto", "gross"], ["KV-Zusatz", "addon"], ["Fr.Betr. mtl.", "allowance"], ["Bonus", "one_off"], ["Tax Paid", undefined], ["Department", undefined], ["Abteilung", undefined], ["Eintritt", undefined]]) assert.equal(resembling(head, columns)?.name, want, head);
  assert.equal(essence("Gehalt brutto (€)"), "gehalt brutto");
  assert.equal(bracketed("Pension (Employer) [%]"), "employer %");
  for (const [name, want] of [["NI letter", true], ["Tax code", true], ["Loonheffingskorting", true], ["Steuerklasse", true], ["Skattetabell", true], ["date of birth", false], ["Kinder", false], ["bonus", false], ["code", false], ["contract", false]]) assert.equal(telling(name), want, name);
});

test("dates, classes, choices, yes and no", () => {
  for (const [cell, want] of [["12.05.1990", "1990-05-12"], ["1990-05-12", "1990-05-12"], ["12/05/1990", "1990-05-12"], ["5/22/1990", "1990-05-22"], ["3.11.84", "1984-11-03"], ["1990", undefined], ["31.31.2020", undefined]]) assert.equal(dateOf(cell), want, cell);
  assert.equal(wholeOf("III", { minimum: 1 }, ","), 3);
  assert.equal(wholeOf("Klasse IV", { minimum: 1 }, ","), 4);
  assert.equal(wholeOf("12.05.1990", { minimum: 1900 }, ","), 1990);
  for (const [cell, want] of [["ja", true], ["--", false], ["N", false], ["45,20", undefined], ["", undefined]]) assert.equal(yesOf(cell), want, cell);
  const states = [{ value: "BY", names: ["Bavaria", "Bayern"] }, { value: "BE", names: ["Berlin"] }, { value: "BB", names: ["Brandenburg"] }];
  for (const [cell, want] of [["Bayern", "BY"], ["be", "BE"], ["Brandenb.", "BB"], ["B", undefined], ["Paris", undefined]]) assert.equal(choiceOf(cell, states), want, cell);
});

test("any text opens: encodings, separators, titles, totals", () => {
  assert.equal(decoded(Uint8Array.from([0x4d, 0xfc])), "Mü");
  assert.equal(decoded(Uint8Array.from([0xff, 0xfe, 0x41, 0])), "A");
  assert.deepEqual(textRows("a;b\n1,5;2,5\n3,5;4,5")[1], ["1,5", "2,5"]);
  assert.deepEqual(textRows("a\tb\r\n1,5\t2"), [["a", "b"], ["1,5", "2"]]);
  assert.deepEqual(textRows("sep=,\r\na,b"), [[], ["a", "b"]]);
  assert.deepEqual(textRows('"x;y";"say ""hi"""\n1;2')[0], ["x;y", 'say "hi"']);
  assert.deepEqual(textRows("Title\n\na,b\n1,2\n3,4").length, 5);
  const known = (cell) => ["gross", "name"].find((name) => name === String(cell).toLowerCase());
  assert.equal(headOf([["Payroll"], [], ["Name", "Gross"], ["Ada", "1"]], known), 2);
  const at = { head: ["Name", "Gross"], named: false, pay: 300, amounts: [100, 200] };
  for (const [row, given, want] of [[["Summe", 300], {}, "total"], [["", 300], {}, "total"], [["Name", "Gross"], { pay: undefined }, "head"], [["printed today", ""], { pay: undefined }, "note"], [["Ada", 300], { named: true }, "person"], [["Sumner", 100], { named: true, pay: 100 }, "person"], [["", " "], {}, "blank"]]) {
    assert.equal(kindOf(row, { ...at, ...given }), want, row.join());
  }
});

