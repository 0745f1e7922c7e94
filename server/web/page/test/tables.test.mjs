// Tables of employees as programs and people write them: none is edited before it
// gives results.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { strToU8, unzipSync, strFromU8, zipSync } from "fflate";
import { choiceOf, dateOf, decimalOf, numberOf, wholeOf, yesOf } from "../src/cells.js";
import { decoded, headOf, kindOf, textRows } from "../src/table.js";
import { launch, open, shot, start } from "./server.mjs";

test("amounts are read as people write them", () => {
  for (const [cell, decimal, want] of [
    ["3.800,00 €", ",", 3800], ["£52,000", ".", 52000], ["3.800", ",", 3800], ["3.800", ".", 3.8], ["3,800", ".", 3800], ["3,800", ",", 3.8], ["1.234.567", ".", 1234567], ["€ 2.980,50", ".", 2980.5],
    ["4 250,50", ".", 4250.5], ["5’000.00", ".", 5000], ["3800,-", ",", 3800], ["5%", ",", 5], ["EUR 100", ".", 100], ["kr 42 000", ",", 42000], [3.125, ",", 3.125], ["\u221212,5", ",", -12.5],
  ]) assert.equal(numberOf(cell, decimal), want, String(cell));
  for (const cell of ["viel", "", "12a", "1,2,3", "III", "3.8.0"]) assert.ok(Number.isNaN(numberOf(cell, ",")), cell);
  assert.equal(decimalOf([["3.800,00", "2.500"]], "."), ",");
  assert.equal(decimalOf([["3,800.00"], ["Ada"]], ","), ".");
  assert.equal(decimalOf([["3.800"]], ","), ",");
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

let server, browser;
before(async () => { server = await start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const file = (name) => readFile(new URL(`./tables/${name}`, import.meta.url));

// british is a workbook as spreadsheets write it: titles, merged cells, shared strings,
// dates and shares by their styles, a formula for the totals, a hidden sheet before it.
function british() {
  const strings = [];
  const text = (value) => { if (!strings.includes(value)) strings.push(value); return strings.indexOf(value); };
  const cell = (at, value, style) => (typeof value === "number" ? `<c r="${at}"${style ? ` s="${style}"` : ""}><v>${value}</v></c>` : value.startsWith("=") ? `<c r="${at}"><f>${value.slice(1)}</f><v>126000</v></c>` : `<c r="${at}" t="s"><v>${text(value)}</v></c>`);
  const row = (n, cells) => `<row r="${n}">${Object.entries(cells).map(([column, value]) => (Array.isArray(value) ? cell(column + n, ...value) : cell(column + n, value))).join("")}</row>`;
  const sheet = [
    row(1, { A: "Staff list – confidential" }), row(3, { A: "Dept", B: "Employee", C: "Annual salary", D: "Tax code", E: "Pension %", F: "DOB", G: "NI letter" }),
    row(4, { A: "Sales", B: "Ann Lee", C: "£52,000", D: "1257L", F: [33000, 1], G: "A" }), row(5, { B: "Bob Ray", C: 41000.5, D: "1257L", F: [29000, 1], G: "C" }),
    row(7, { A: "Ops", B: "Cy Poe", C: 33000, D: "BR", G: "M" }), row(8, { A: "Total", C: "=SUM(C4:C7)" }),
  ].join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Staff" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml": `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData><mergeCells count="2"><mergeCell ref="A1:G1"/><mergeCell ref="A4:A5"/></mergeCells></worksheet>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  parts["xl/sharedStrings.xml"] = `<sst xmlns="${main}">${strings.map((each) => `<si><r><t>${each.slice(0, 2)}</t></r><r><t xml:space="preserve">${each.slice(2)}</t></r></si>`).join("")}</sst>`;
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, content]) => [path, strToU8(content)]))));
}

// Every file gives results as it is; lohnliste.xlsx was written by LibreOffice.
const files = [
  { name: "payroll-export.csv", locale: "de-DE", country: "DE", people: "4 Personen", left: /3 Zeilen mit Summen/, net: [["Müller", 3800, { tax_class: 3, children: 2, church: true, state: "BY", birth_year: 1990 }], ["Öztürk", 2950, { state: "NW", church: false, children: 0, birth_year: 2003 }]], lines: ["Lohnsteuer", "Gesamtbrutto", "Netto"] },
  { name: "hand-made.txt", locale: "de-DE", country: "DE", people: "4 Personen", left: /1 Zeile ist nicht lesbar/, net: [["Ada", 3800, { tax_class: 3, church: true }], ["Ben", 2500, { tax_class: 1, church: false }]], refused: [["Cleo", /„Gehalt brutto \(€\)“.*„Beschäftigungsart“: Midijob/], ["Dora", /„viel“ ist nicht lesbar\. Berichtigen/]], lines: ["Bemerkung"] },
  { name: "german.csv", locale: "en-GB", country: "DE", people: "2 people", net: [["Krämer", 3800, { tax_class: 2, children: 1, birth_year: 1990 }], ["Hahn", 5000, { tax_class: 1 }]], lines: ["Mitarbeiter"] },
  { name: "lohnliste.xlsx", locale: "de-DE", country: "DE", people: "4 Personen", left: /2 Zeilen mit Summen oder Anmerkungen/, net: [
    ["Müller", 3800, { tax_class: 3, church: true, state: "BY", birth_year: 1990, health_insurance_addon_rate: 2.69 }], ["Schäfer", 4250.5, { church: false, state: "NW", birth_year: 1984, health_insurance_addon_rate: 2.45 }],
    ["Öztürk", 2950, { church: true, state: "BW", birth_year: 2003, health_insurance_addon_rate: 2.19 }], ["Weiß", 3100.75, { tax_class: 4, state: "MV", birth_year: 1975 }]], lines: ["Abteilung", "Verkauf", "seit 1.3.", "Lohnsteuer"] },
  { name: "dutch.csv", locale: "en-GB", country: "NL", people: "2 people", left: /1 row with totals/, net: [["Jan", 3450, { tax_credit: true }], ["Sanne", 2980.5, { tax_credit: false }]], lines: ["Naam"] },
  { name: "staff.xlsx", locale: "en-GB", country: "UK", period: "year", people: "3 people", left: /1 row with totals/, net: [["Ann", 52000, { tax_code: "1257L", ni_category: "A" }], ["Bob", 41000.5, { tax_code: "1257L", ni_category: "C" }], ["Cy", 33000, { tax_code: "BR", ni_category: "M" }]], lines: ["Dept", "Income Tax"] },
];

for (const [i, each] of files.entries()) {
  test(`${each.name} gives results without an edit`, async () => {
    const page = await open(browser, server, { locale: each.locale, width: i % 2 ? 390 : 1440 });
    await page.locator(".headline").waitFor();
    await page.evaluate(() => { location.hash = "#/many"; });
    if (each.country === "UK") await page.locator("main select").first().selectOption("UK");
    await page.locator("input[type=file]").setInputFiles({ name: each.name, mimeType: "application/octet-stream", buffer: each.name === "staff.xlsx" ? british() : await file(each.name) });
    await page.getByText(each.people).waitFor();
    if (each.left) await page.getByText(each.left).waitFor();
    await page.locator("button.primary").click();
    await page.locator(".sheet tfoot").waitFor();
    await shot(page, `table-${each.name}`);
    for (const [person, gross, profile] of each.net) {
      const want = await server.post("/v1/salary-net/net", { country: each.country, period: each.period ?? "month", gross, [each.country.toLowerCase()]: profile });
      const shown = new Intl.NumberFormat(each.locale, { minimumFractionDigits: 2 }).format(want.net);
      await page.locator(".sheet tbody tr", { hasText: person }).getByText(shown, { exact: true }).first().waitFor();
    }
    for (const [person, text] of each.refused ?? []) assert.match(await page.locator(".sheet tbody tr", { hasText: person }).innerText(), text);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Excel", exact: true }).click()]);
    const sheet = strFromU8(unzipSync(await readFile(await download.path()))["xl/worksheets/sheet1.xml"]);
    for (const text of each.lines) assert.ok(sheet.includes(text), `${text} is not in the result`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("a column that nobody can know is chosen by hand", async () => {
  const page = await open(browser, server);
  await page.locator(".headline").waitFor();
  await page.evaluate(() => { location.hash = "#/many"; });
  await page.locator("input[type=file]").setInputFiles({ name: "odd.csv", mimeType: "text/csv", buffer: Buffer.from("Who,Foo\nAda,5000\n") });
  await page.getByRole("alert").filter({ hasText: "No column with pay" }).waitFor();
  assert.equal(await page.locator("button.primary").isDisabled(), true);
  await page.getByLabel("Foo is").selectOption("gross");
  await page.getByRole("button", { name: "Compute 1 row, one credit" }).click();
  await page.getByRole("heading", { name: "1 result", exact: true }).waitFor();
  await page.context().close();
});
