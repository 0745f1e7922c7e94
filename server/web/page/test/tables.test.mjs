// Tables of employees as programs and people write them: none is edited before it
// gives results.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { load } from "./load.mjs";
import { strToU8, unzipSync, strFromU8, zipSync } from "fflate";
import { launch, open, shot, start } from "./server.mjs";

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
    if (each.country !== "NL") await page.locator("main select").first().selectOption(each.country); // the file says that it is Dutch
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

// tables reads texts as the page does, with what the service says of its countries: what is
// asked, and what the rows ask of the service.
async function tables(locale) {
  const page = await load('export { load } from "./src/forms/catalogue.ts"; export { vocabulary } from "./src/many/columns.ts"; export { told } from "./src/many/people.ts"; export * from "./src/reading/table.ts"; export { textRows } from "./src/reading/sheet.ts";', { server, locale });
  const catalogue = await page.load();
  const places = await page.vocabulary(catalogue);
  return (text, country) => {
    const table = page.tableOf(places, [{ rows: page.textRows(text) }], country, { mark: catalogue.decimal, period: "month" });
    return { table, asked: () => table.questions().map(({ kind, why, at, column, field }) => [kind, why, at !== undefined && table.head[at], (column ?? field)?.name].filter(Boolean).join(" ")), requests: () => table.people().map(({ request }) => request), said: () => table.people().map(({ faults, remarks }) => page.told([...faults, ...remarks], catalogue)) };
  };
}

test("ordinary tables: nothing becomes another number without a word", async () => {
  const read = await tables("en-GB");
  for (const [name, country, text, asked, request] of [
    ["a unit in brackets", "DE", "Name;Gross (EUR / year)\nAda;48100\nBob;52000\n", [], { period: "year", gross: 48100 }],
    ["a unit in another language", "DE", "Name;Brutto (jährlich)\nAda;48.100\nBob;52.000\n", [], { period: "year", gross: 48100 }],
    ["a unit in the cells", "NL", "Naam;Bruto\nJan;52.000 p.j.\nEva;€ 61.500,50 p.j.\n", [], { period: "year", gross: 52000 }],
    ["yearly amounts without a unit", "DE", "Name,Salary\nAda,48100\nBob,52000\n", ["period yearly"]],
    ["yearly amounts without a unit", "UK", "Name,Salary\nAda,31000\nBob,28000\n", ["period yearly"]],
    ["monthly amounts under a year", "DE", "Name,Annual salary\nAda,3900\nBob,4200\n", ["period small"]],
    ["two units", "DE", "Name,Monthly gross (annual/12)\nAda,4000\n", ["period unclear"]],
    ["pay by the hour", "UK", "Name,Hourly rate gross pay\nAda,19.50\nBob,12.21\n", ["pay"]],
    ["the country has no such period", "NO", "Navn;Årslønn\nKari;600 000\nOla;720 000\n", [], { period: "month", gross: 50000 }],
    ["thousands with one mark", "NL", "Naam;Brutoloon\nJan;4.500\nEva;3.200\n", [], { period: "month", gross: 4500 }],
    ["a foreign currency", "DE", "Name,Annual salary\nAda,\"£73,720.00\"\n", ["country"]],
    ["a currency in the head", "DE", "Name,Gross (GBP)\nAda,3000\n", ["country"]],
    ["a currency of no country here", "DE", "Name,Gross\nAda,PLN 9000\n", ["country"]],
    ["a column of currencies", "NL", "Naam;Bruto;Valuta\nJan;38000;SEK\n", ["country"]],
    ["terms of another country", "DE", "Name,Gross,NI letter\nAda,3000,A\n", ["country"]],
    ["terms of another country", "DE", "Naam;Brutoloon;Loonheffingskorting\nJan;4500;ja\n", ["country"]],
    ["terms of another country", "UK", "Name;Brutto;Steuerklasse;Konfession\nAda;4500;3;rk\n", ["country"]],
    ["terms of another country", "SE", "Navn;Lønn;Trekkprosent\nKari;50000;34\n", ["country"]],
    ["a plan by its number", "UK", "Name,Gross,Student loan\nAda,3000,2\nBob,4000,\n", [], { uk: { student_loans: ["plan2"] }, gross: 3000 }],
    ["a plan as a yes", "UK", "Name,Gross,Student loan\nAda,3000,Yes\nBob,4000,No\n", ["unread Student loan student_loans"]],
    ["a deduction that says that there is a loan", "UK", "Name,Gross,Student loan\nAda,3000,45.00\nBob,4000,0\n", ["unread Student loan student_loans"]],
    ["a rate that counts beside a scheme only", "UK", "Name,Gross,Pension %\nAda,3000,5\nBob,4000,\n", ["needs pension_scheme"]],
    ["a rate that counts beside a card only", "NO", "Navn;Lønn;Trekkprosent\nKari;50000;34\n", ["needs tax_card"]],
    ["the 30 % ruling as a yes", "NL", "Naam;Brutoloon;30%-regeling\nJan;6000;ja\nEva;4000;nee\n", [], { nl: { ruling_rate: 30 } }],
    ["abbreviations", "DE", "Name;Gesamtbrutto;Fr.Betr. mtl.;Einmalzahlung\nAda;5000,00;100,00;\nBob;4000,00;0;500,00\n", ["column Fr.Betr. mtl. annual_tax_allowance", "column Einmalzahlung one_off_pay"]],
    ["a rate by what people call it", "DE", "Name;Brutto;KV-Zusatz\nAda;5000,00;2,45\n", [], { de: { health_insurance_addon_rate: 2.45 } }],
    ["pay that counts otherwise", "DE", "Name;Gesamtbrutto;St-Brutto;SV-Brutto\nAda;5000,00;5000,00;5000,00\nBob;4000,00;3950,00;3950,00\n", ["rival"]],
    ["pay that is the same", "DE", "Name;Gesamtbrutto;St-Brutto\nAda;5000,00;5000,00\n", [], { gross: 5000 }],
    ["the month and the year side by side", "DE", "Name;Jahresgehalt;Monatsbrutto\nAda;60.000,00;5.000,00\n", [], { gross: 5000, period: "month" }],
    ["results of an export", "UK", "Name,Tax code,Gross pay,Tax paid,Employee NI,Net pay\nAda,1257L,3000.00,380.00,200.00,2420.00\n", [], { gross: 3000 }],
    ["a yearly salary that is paid by the month", "UK", "Name,Pay Frequency,Annual Salary\nAnn,Monthly,\"£52,000.00\"\n", [], { period: "month", gross: 4333.33 }],
    ["a salary without a unit that is paid by the month", "UK", "Name,Pay Frequency,Salary\nAnn,Monthly,52000\nBob,Monthly,41000\n", ["period yearly"]],
    ["a period in each row", "DE", "Name;Gehalt;Gehaltsintervall\nJan;65000;jährlich\nUte;5200;monatlich\n", [], { period: "year", gross: 65000 }],
    ["amounts in two forms", "DE", "Name;Brutto\nAda;4.500\nBob;4250.75\n", []],
    ["results of a German export", "DE", "Name;Konfession;Gesamtbrutto;Steuer-Brutto lfd.;Lohnsteuer;Kirchensteuer;KV-Beitrag AN;Auszahlungsbetrag\nAda;rk;3.800,00;3.800,00;180,00;12,00;330,00;2.817,20\n", [], { gross: 3800 }],
    ["a yearly salary among monthly ones", "DE", "Name;Brutto\nAda;3.850\nBob;48.000\nCem;4.100\n", ["stray"]],
    ["a monthly salary among yearly ones", "UK", "Name,Annual salary\nAda,31000\nBob,2500\nCy,28000\n", ["stray"]],
    ["amounts in thousands", "DE", "Name;Gehalt\nAda;62 T€ p.a.\nBob;48 T€ p.a.\n", [], { period: "year", gross: 62000 }],
    ["a column of pay for each country", "DE", "Name,Country,Salary (T€),Salary £k\nAda,UK,,48\nBob,DE,62,\n", ["stray"], { country: "UK", period: "month", gross: 48000 }],
    ["personal numbers", "DE", "Name;Brutto;Steuer-ID;SV-Nummer;IBAN\nAda;4000;12345678901;12010188M011;DE00\n", [], { de: undefined }],
    ["personal numbers", "UK", "Name,Gross,NINO\nAda,3000,QQ123456C\n", [], { uk: undefined }],
    ["no pay", "DE", "Who,Foo\nAda,5000\nBob,6000\n", ["pay"]],
  ]) {
    const { asked: now, requests } = read(text, country);
    assert.deepEqual(now(), asked, name);
    for (const [key, want] of Object.entries(request ?? {})) assert.deepEqual(requests()[0][key], want, `${name}: ${key}`);
  }
});

test("each row by the law of its country; a field that it lacks is a remark", async () => {
  const read = await tables("en-GB");
  const { asked, requests, said } = read("Name;Land;Brutto;Steuerklasse;Tax code;Loonheffingskorting\nAda;DE;5000;3;;\nJan;Nederland;4000;;;nee\nDee;United Kingdom;£3,000;;BR;\nCem;NL;4500;1;;ja\nEve;Frankreich;3000;;;\nFay;UK;€ 4000;;;\n", "DE");
  assert.deepEqual(asked(), []);
  const [ada, jan, dee, cem] = requests();
  assert.deepEqual(ada, { country: "DE", period: "month", gross: 5000, de: { tax_class: 3 } });
  assert.deepEqual(jan, { country: "NL", period: "month", gross: 4000, nl: { tax_credit: false } });
  assert.deepEqual(dee, { country: "UK", period: "month", gross: 3000, uk: { tax_code: "BR" } });
  assert.deepEqual(cem, { country: "NL", period: "month", gross: 4500, nl: { tax_credit: true } });
  for (const [i, text] of [[3, /Steuerklasse.*left out: Netherlands/], [4, /Frankreich.*cannot be read/], [5, /€ 4000 is in EUR, but United Kingdom is computed in GBP/]]) assert.match(said()[i], text);
});

test("answers to questions: what a table leaves open goes into each row", async () => {
  const read = await tables("de-DE");
  const table = read("Name;Gesamtbrutto;Fr.Betr. mtl.;Einmalzahlung\nAda;5000,00;100,00;\nBob;4000,00;0;500,00\n", "DE");
  table.table.choose(2, "annual_tax_allowance");
  table.table.choose(3, "");
  assert.deepEqual(table.asked(), []);
  assert.deepEqual(table.requests()[0].de, { annual_tax_allowance: 1200 });
  assert.deepEqual(table.table.unused().map((at) => table.table.head[at]), ["Einmalzahlung"]);
  const pension = read("Name,Gross,Pension %\nAda,3000,5\nBob,4000,0\n", "UK");
  pension.table.fix([2], "pension_scheme", "net_pay");
  assert.deepEqual(pension.requests().map(({ uk }) => uk), [{ pension_employee_rate: 5, pension_scheme: "net_pay" }, { pension_employee_rate: 0 }]);
  const stray = read("Name;Brutto\nAda;3.850\nBob;48.000\nCem;4.100\n", "DE");
  stray.table.take(stray.table.questions()[0].rows, "year");
  assert.deepEqual([stray.asked(), stray.requests().map(({ period, gross }) => [period, gross])], [[], [["month", 3850], ["year", 48000], ["month", 4100]]]);
  const yearly = read("Name,Salary\nAda,48100\n", "DE");
  yearly.table.period = "year";
  assert.deepEqual([yearly.asked(), yearly.requests()[0].period], [[], "year"]);
});

test("questions stand above the button, which waits for their answers", async () => {
  for (const [locale, width, text, name, questions] of [
    ["en-DE", 1440, "Name,Salary,Bonus,Department\nAda,48100,500,Sales\nBob,52000,,Ops\n", "salaries.csv", [[/48100 a month\?.*For how long/s, "Year"], [/Bonus.*looks like.*One-off pay/s, "Leave it out"]]],
    ["de-DE", 390, "Name,Gross,NI letter\nAda,\"£3,000.00\",A\n", "staff.csv", [[/GBP.*NI letter.*In welchem Land/s, "Vereinigtes Königreich"]]],
    ["nl-NL", 390, "Naam;Bruto\nJan;52000\n", "lonen.csv", [[/langere periode/, "Jaar"]]],
    ["sv-SE", 390, "Namn;Belopp\nEva;38 500\nPer;41 000\n", "lista.csv", [[/bruttolönen/, /^Belopp/]]],
    ["nb-NO", 1440, "Navn;Lønn;Trekkprosent\nKari;50 000;34\n", "lonn.csv", [[/Skattekort/, "prosenttrekk"]]],
  ]) {
    const page = await open(browser, server, { locale, width });
    await page.locator(".headline").waitFor();
    await page.evaluate(() => { location.hash = "#/many"; });
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    for (const [question, answer] of questions) {
      const box = page.locator(".question").filter({ hasText: question }).first();
      await box.waitFor();
      assert.equal(await page.locator("button.primary").isDisabled(), true, name);
      await shot(page, `question-${name}`);
      await box.getByRole("button", typeof answer === "string" ? { name: answer, exact: true } : { name: answer }).click();
    }
    if (name === "salaries.csv") await page.getByText("Not used, only passed on: “Bonus”, “Department”.").waitFor();
    await page.locator(".question").first().waitFor({ state: "detached" });
    await page.locator("button.primary").click();
    await page.locator(".sheet tfoot").waitFor();
    assert.equal(await page.locator(".sheet .wrong-row").count(), 0, name);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

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
