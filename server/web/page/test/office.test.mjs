// What a payroll office does on the page: looking at pay in several ways, taking
// results away, asking for many people, and looking rates up.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { launch, open, shot, start } from "./server.mjs";

let server, browser;
before(async () => { server = await start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const cash = (amount, currency = "EUR", locale = "en-GB") => new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
const net = (page) => page.locator(".headline .big");
const closed = async (page) => { assert.deepEqual(page.problems, []); await page.context().close(); };
const salary = (country, gross, more = {}) => server.post("/v1/salary-net/net", { country, gross, ...more });

// saved presses a button and reads the file that it gives.
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("net and gross by the week, the month and the year; chosen once, kept", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  const want = await salary("DE", 5000);
  const span = (name) => page.locator(".headline").getByRole("radio", { name }).check();
  await span("Year");
  for (const amount of [want.annual.net, want.annual.gross, want.annual.employer_cost]) await page.locator(".headline").getByText(cash(amount)).waitFor();
  await span("Week");
  await net(page).getByText(cash(want.annual.net / 52)).waitFor();
  await page.getByText("the year divided over 52").waitFor();
  await page.reload();
  await net(page).getByText(cash(want.annual.net / 52)).waitFor();
  await span("Month");
  await net(page).getByText(cash(want.net)).waitFor();
  await closed(page);
});

test("phone: the net pay stays in sight, and is dimmed with its result", async () => {
  const page = await open(browser, server, { width: 360, height: 640, locale: "de-DE" });
  await net(page).waitFor();
  const want = await salary("DE", 5000);
  const peek = page.locator(".peek");
  await peek.getByText(cash(want.net, "EUR", "de-DE")).waitFor();
  assert.ok(await peek.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight + 1));
  await page.getByRole("textbox", { name: /^Brutto/ }).fill("5000x");
  await page.locator(".peek.dim").waitFor();
  await page.getByRole("textbox", { name: /^Brutto/ }).fill("5000");
  await page.locator(".peek.dim").waitFor({ state: "detached" });
  await net(page).scrollIntoViewIfNeeded();
  await peek.waitFor({ state: "hidden" });
  await closed(page);
});

test("the fields that matter first, the rest under More, which opens where a refusal is", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  assert.equal(await page.locator(".profile .field:visible").count(), 5); // with the list of components
  await page.getByText("More", { exact: true }).click();
  const factor = page.getByLabel(/^Factor/);
  assert.equal(await factor.isVisible(), false, "the factor is of use in class 4 only");
  await page.getByLabel("Tax class", { exact: true }).selectOption("4");
  await factor.fill("0.9");
  await net(page).getByText(cash((await salary("DE", 5000, { de: { tax_class: 4, factor: 0.9 } })).net)).waitFor();
  await page.getByLabel("Tax class", { exact: true }).selectOption("1");
  await factor.waitFor({ state: "hidden" });
  await net(page).getByText(cash((await salary("DE", 5000)).net)).waitFor();
  await page.getByLabel(/^Year of birth/).fill("1940");
  await page.locator(".headline .instead button").first().waitFor(); // what is supported is computed, and said
  await page.getByLabel(/^Year of birth/).fill("1980");
  await net(page).waitFor();
  await closed(page);
});

test("reasons are sentences; formulas are for experts", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("button", { name: "Why €782.41? Lohnsteuer (wage tax)" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".sentence", { hasText: "Annual wage tax €9,389.00 ÷ 12 = €782.41" }).waitFor();
  assert.equal(await dialog.locator(".formula:visible").count(), 0);
  await dialog.getByText("For experts").first().click();
  await dialog.locator(".formula:visible").first().waitFor();
  await shot(page, "sentences");
  await closed(page);
});

test("German mode is German: labels, sources, explanations", async () => {
  const english = /\b(tax|wage|insurance|the|and|for|whether|period|allowance|month|official|figures|levy|surcharge|flow plan|announcement)\b/i;
  // What British law is called is English; what the rules say of it is not.
  const law = /HMRC|Act \d|Regulations|Routines|PAYE|National Insurance, employ|Apprenticeship Levy|week 1\/month 1/;
  for (const [country, amount, line, step] of [["DE", 5000, "Lohnsteuer", "Jahreslohnsteuer"], ["NL", 4000, "Loonbelasting/premie volksverzekeringen", "Zwischenwert"], ["UK", 4000, "Income Tax", "Steuer darauf"]]) {
    const state = { country, year: 2026, period: "month", known: "gross", amount, profile: {} };
    const page = await open(browser, server, { locale: "de-DE", path: `/?${country}#/payslip?s=${encodeURIComponent(JSON.stringify(state))}` });
    await net(page).waitFor();
    await page.locator("summary", { hasText: "Quellen" }).click();
    const read = async (locator) => (await locator.innerText()).split("\n").filter((text) => english.test(text) && !(country === "UK" && law.test(text)));
    assert.deepEqual(await read(page.locator("section.result")), [], country);
    await net(page).getByRole("button").click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("details", { hasText: line }).first().evaluate((each) => { each.open = true; });
    await dialog.getByText(step).first().waitFor();
    assert.deepEqual(await read(dialog), [], country);
    await closed(page);
  }
});

test("what if: a payslip beside itself with one change, and the difference", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("button", { name: "What if …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Gross pay a month").fill("5200");
  await dialog.getByRole("button", { name: "Apply" }).click();
  const [now, then] = [await salary("DE", 5000), await salary("DE", 5200)];
  const row = page.locator(".matrix tr.strong");
  await row.getByText(cash(then.net)).waitFor();
  await row.getByText(`+${cash(then.net - now.net)}`).waitFor();
  await page.getByRole("button", { name: "Change: Scenario 2" }).click();
  await dialog.getByLabel("Tax class", { exact: true }).selectOption("3");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await row.getByText(cash((await salary("DE", 5200, { de: { tax_class: 3 } })).net)).waitFor();
  await shot(page, "what-if");
  await closed(page);
});

test("compare: one scenario for each pension scheme in one choice", async () => {
  const page = await open(browser, server, { path: `/?#/compare?s=${encodeURIComponent(JSON.stringify([{ country: "UK", amount: 3000 }]))}` });
  await page.locator(".matrix").waitFor();
  await page.getByLabel("One scenario for each choice of").selectOption({ label: "Pension scheme" });
  for (const [at, scheme] of ["net_pay", "relief_at_source", "salary_sacrifice"].entries()) {
    const want = await salary("UK", 3000, { uk: { pension_scheme: scheme } });
    await page.locator(".cards .big").nth(at).getByText(cash(want.net, "GBP")).waitFor();
  }
  assert.match(await page.locator(".matrix thead").innerText(), /net pay arrangement[^]*relief at source[^]*salary sacrifice/);
  await shot(page, "pension-schemes");
  await closed(page);
});

test("compare: a couple's classes in one click, each person's pay and both together", async () => {
  const page = await open(browser, server, { path: `/?#/compare?s=${encodeURIComponent(JSON.stringify([{ country: "DE", amount: 3000, profile: { church: true } }]))}` });
  await page.getByRole("button", { name: "A couple: 3/5, 4/4, 4/4 with Factor" }).click();
  await page.getByLabel("Second person: Gross pay a month").fill("5000");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const rows = page.locator(".couples tbody tr");
  const check = async (couples) => {
    assert.equal(await rows.count(), couples.length);
    for (const [i, [first, second]] of couples.entries()) {
      const [a, b] = [await salary("DE", 5000, { de: { church: true, ...first } }), await salary("DE", 3000, { de: { church: true, ...second } })];
      for (const amount of [a.net, b.net, a.net + b.net, a.annual.net + b.annual.net]) await rows.nth(i).getByText(cash(amount), { exact: true }).waitFor();
    }
  };
  await rows.nth(1).waitFor();
  await check([[{ tax_class: 3 }, { tax_class: 5 }], [{ tax_class: 4 }, { tax_class: 4 }]]); // who earns more has 3
  await page.getByRole("button", { name: /^A couple/ }).click();
  await page.getByRole("dialog").getByText(/print it beside the class/).last().waitFor();
  await page.getByLabel("Second person: Gross pay a month").fill("3000");
  await page.getByLabel("Factor (class 4)").fill("0.913");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("4/4 with Factor 0.913").waitFor();
  await check([[{ tax_class: 3 }, { tax_class: 5 }], [{ tax_class: 4 }, { tax_class: 4 }], [{ tax_class: 4, factor: 0.913 }, { tax_class: 4, factor: 0.913 }]]);
  await shot(page, "couple");
  await closed(page);
});

test("a Minijob asks for no tax class; what was entered is back with another employment", async () => {
  const state = { country: "DE", year: 2026, period: "month", known: "gross", amount: 500, profile: { tax_class: 3, employment: "minijob" } };
  const page = await open(browser, server, { path: `/?#/payslip?s=${encodeURIComponent(JSON.stringify(state))}` });
  await net(page).getByText(cash((await salary("DE", 500, { de: { employment: "minijob" } })).net)).waitFor();
  const gone = ["Tax class", "Bundesland of work", "Pays church tax", "Children under 25", "Add-on rate in %", "One-off pay in the gross", "Factor (class 4)"];
  for (const label of gone) assert.equal(await page.getByLabel(label, { exact: true }).isVisible(), false, label);
  assert.equal(await page.getByLabel("Pays into pension insurance", { exact: true }).isVisible(), true);
  assert.equal(await page.locator("section.result").getByText("without effect").count(), 0);
  await page.getByLabel("Employment", { exact: true }).selectOption("standard");
  await page.getByLabel(/^Gross pay/).fill("3000");
  await page.getByLabel("Tax class", { exact: true }).selectOption("4");
  await page.getByRole("textbox", { name: "Factor (class 4)" }).fill("0.9");
  await net(page).getByText(cash((await salary("DE", 3000, { de: { tax_class: 4, factor: 0.9 } })).net)).waitFor();
  assert.equal(await page.getByLabel("Pays into pension insurance", { exact: true }).isVisible(), false);
  await page.getByRole("textbox", { name: "One-off pay in the gross" }).fill("500");
  await page.getByRole("textbox", { name: "Month of pay" }).fill("11");
  await page.getByRole("textbox", { name: "Insured days of the year so far" }).waitFor();
  await closed(page);
});

test("a link restores a payslip, a curve, a trip and a look-up", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByLabel("Tax class", { exact: true }).selectOption("3");
  await page.getByLabel(/^Gross pay/).fill("4321.09");
  const want = await salary("DE", 4321.09, { de: { tax_class: 3 } });
  await net(page).getByText(cash(want.net)).waitFor();
  const link = async () => {
    await page.getByRole("button", { name: "Link", exact: true }).click();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(!address.includes(server.key));
    return address;
  };
  const elsewhere = async (address) => open(browser, server, { path: address.slice(server.address.length) });
  let other = await elsewhere(await link());
  await net(other).getByText(cash(want.net)).waitFor();
  assert.equal(await other.getByLabel("Tax class", { exact: true }).inputValue(), "3");
  await closed(other);
  await page.getByRole("link", { name: "Curve", exact: true }).click();
  await page.getByLabel("To gross pay").fill("9000");
  await page.getByLabel("To gross pay").press("Enter");
  await page.locator(".plot canvas").first().waitFor();
  await page.locator(".stale").waitFor({ state: "detached" });
  other = await elsewhere(await link());
  await other.locator(".plot canvas").first().waitFor();
  assert.equal(await other.getByLabel("To gross pay").inputValue(), "9,000");
  await closed(other);
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await page.getByRole("combobox", { name: "Place" }).fill("tokyo");
  await page.getByRole("option", { name: /Tok/ }).first().click();
  await page.getByLabel("Arrival", { exact: true }).fill("2026-05-11T14:00");
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-14T09:00");
  await page.locator(".result .big").waitFor(); // priced by itself
  const total = await page.locator(".result .big").first().innerText();
  other = await elsewhere(await link());
  await other.locator(".result .big", { hasText: total }).waitFor();
  await closed(other);
  await closed(page);
});

test("files: German spreadsheets open the CSV, and the workbook is whole", async () => {
  const page = await open(browser, server, { locale: "de-DE", path: `/?#/compare?s=${encodeURIComponent(JSON.stringify([{ country: "DE", amount: 5000 }, { country: "DE", amount: 4999.5 }]))}` });
  await page.locator(".matrix").waitFor();
  const file = await saved(page, "CSV");
  const text = file.bytes.toString("utf8");
  assert.ok(text.startsWith("\ufeff"), "no mark");
  const [head, first] = text.slice(1).split("\r\n").map((line) => line.split(";"));
  assert.equal(head.length, first.length);
  assert.ok(first.includes("3130,09"), first.join());
  const book = (await saved(page, "Excel")).bytes;
  assert.equal(book.subarray(0, 4).toString("latin1"), "PK\u0003\u0004");
  assert.ok(book.includes("xl/worksheets/sheet1.xml"));
  await closed(page);
});

test("many employees: errors stand by row, no cell is a formula, a template goes round", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Many", exact: true }).click();
  const upload = (name, content) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await upload("people.csv", "\ufeffperson;country;Gross pay;Net pay;tax_class;region\r\n=Ada;DE;5.000,00;;3;\r\nBea;Germany;1500;;;\r\nCem;DE;viel;;;\r\nDee;GB;4000;;;Scotland\r\nEve;DE;;3000;;\r\nFox;DE;;;;\r\nGil;DE;;9;;\r\n");
  await page.getByText("7 people. 2 rows cannot be read.").waitFor();
  await page.getByRole("cell", { name: /“Gross pay”: “viel” cannot be read/ }).waitFor();
  await page.getByRole("button", { name: /^Compute 5 rows/ }).click();
  await page.getByRole("heading", { name: "3 results, 4 rows refused" }).waitFor();
  const ada = await salary("DE", 5000, { de: { tax_class: 3 } }), dee = await salary("UK", 4000, { uk: { region: "scotland" } });
  const plain = (amount) => new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2 }).format(amount);
  const row = (name) => page.locator(".sheet tbody tr", { hasText: name });
  await row("Ada").getByText(plain(ada.net), { exact: true }).first().waitFor();
  await row("Dee").getByText(plain(dee.net), { exact: true }).first().waitFor();
  await row("Bea").getByText("Minijob").waitFor();
  const eve = await server.post("/v1/salary-net/gross", { country: "DE", net: 3000 });
  await row("Eve").getByText(plain(eve.gross), { exact: true }).first().waitFor();
  await row("Fox").getByText("“Gross pay” is empty").waitFor();
  await row("Gil").getByText("Net pay").waitFor();
  assert.equal(await page.locator(".sheet tfoot tr").count(), 2, "a row of totals for each currency");
  await shot(page, "many");
  const text = (await saved(page, "CSV")).bytes.toString("utf8").trim().split("\r\n");
  assert.equal(text.length, 10);
  assert.match(text[1], /^2,'=Ada,DE,"5\.000,00",/, "a cell is a formula");
  // The template, as a workbook, is read back as it was written.
  await page.getByRole("link", { name: "Payslip", exact: true }).click();
  await page.getByRole("link", { name: "Many", exact: true }).click();
  const template = await saved(page, "A table to fill in: Excel");
  await page.locator("input[type=file]").setInputFiles({ name: template.name, mimeType: "application/octet-stream", buffer: template.bytes });
  await page.getByText("1 person.").waitFor();
  await page.getByRole("button", { name: /^Compute 1 row,/ }).click();
  await row("Example").getByText(plain((await salary("DE", 5000)).net), { exact: true }).first().waitFor();
  await closed(page);
});

test("a bonus in November: from the payslip to the year, in either language", async () => {
  for (const [country, locale, width, year, bonus, month, apply, payday] of [
    ["DE", "de-DE", 390, "Jahr", "Ein Bonus", "November", "Übernehmen", 11],
    ["UK", "en-GB", 1440, "Year", "A bonus", "November", "Apply", 8],
  ]) {
    const state = { country, year: 2026, period: "month", known: "gross", amount: 4000, profile: {} };
    const page = await open(browser, server, { locale, width, path: `/?${country}#/payslip?s=${encodeURIComponent(JSON.stringify(state))}` });
    await net(page).waitFor();
    await page.getByRole("link", { name: year, exact: true }).click();
    await page.getByRole("button", { name: bonus, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: month, exact: true }).click();
    await page.getByRole("dialog").locator("input").fill("3000");
    await page.getByRole("dialog").getByRole("button", { name: apply }).click();
    const row = page.locator(".paydays tr.changed");
    await row.waitFor();
    const want = await server.post("/v1/salary-net/year", { country, year: 2026, gross: 4000, changes: [{ in: payday, one_off: 3000 }] });
    await net(page).getByText(cash(want.totals.net, country === "DE" ? "EUR" : "GBP", locale)).waitFor();
    const shown = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(want.paydays[payday - 1].net);
    assert.match(await row.innerText(), new RegExp(`${month}[^]*${shown.replaceAll(".", "\\.")}`));
    assert.equal(await page.locator(".paydays tbody tr").count(), 12);
    await shot(page, `year-${country}`);
    // A raise from July on, by a click on the month; the file has a row a month and the totals.
    await page.locator(".paydays tbody tr").nth(6).getByRole("button").click();
    await page.getByRole("dialog").locator("select").first().selectOption("raise");
    await page.getByRole("dialog").locator("input").fill("4200");
    await page.getByRole("dialog").getByRole("button", { name: apply }).click();
    const raised = await server.post("/v1/salary-net/year", { country, year: 2026, gross: 4000, changes: [{ in: payday, one_off: 3000 }, { from: 7, gross: 4200 }] });
    await net(page).getByText(cash(raised.totals.net, country === "DE" ? "EUR" : "GBP", locale)).waitFor();
    assert.equal((await saved(page, "CSV")).bytes.toString("utf8").trim().split("\r\n").length, 14);
    // A second bonus in November adds to the first.
    await page.locator(".paydays tr.changed").last().getByRole("button").click();
    await page.getByRole("dialog").locator("input").fill("500");
    await page.getByRole("dialog").getByRole("button", { name: apply }).click();
    const added = await server.post("/v1/salary-net/year", { country, year: 2026, gross: 4000, changes: [{ in: payday, one_off: 3500 }, { from: 7, gross: 4200 }] });
    await net(page).getByText(cash(added.totals.net, country === "DE" ? "EUR" : "GBP", locale)).waitFor();
    assert.equal(await page.locator(".changes li").count(), 2);
    await closed(page);
  }
});

test("a bonus on a payslip is offered on top of the gross pay, of which the year has it no more", async () => {
  const page = await open(browser, server, { locale: "en-CH", path: "/#/payslip?country=CH&year=2026&period=month&gross=7500&canton=GE&tax_at_source=true" });
  await net(page).waitFor();
  await page.getByRole("button", { name: "Bonus" }).click();
  await page.keyboard.type("7500");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: `Gross pay a month: ${cash(15000, "CHF")}` }).click();
  const { net: want } = await salary("CH", 15000, { ch: { canton: "GE", tax_at_source: true, one_off_pay: 7500 } });
  await net(page).getByText(cash(want, "CHF")).waitFor();
  await page.getByRole("link", { name: "Year", exact: true }).click();
  await page.locator(".paydays").waitFor();
  assert.equal(await page.getByLabel(/^Gross pay a month/).inputValue(), "7,500");
  await closed(page);
});

test("components: a list that one adds to, each kind with its sentence", async () => {
  for (const [country, locale, width, amount, kinds] of [["DE", "de-DE", 390, "Betrag", ["benefit_in_kind", "net_deduction"]], ["UK", "en-GB", 1440, "Amount", ["payroll_giving"]]]) {
    const state = { country, year: 2026, period: "month", known: "gross", amount: 4000, profile: {} };
    const page = await open(browser, server, { locale, width, path: `/?${country}#/payslip?s=${encodeURIComponent(JSON.stringify(state))}` });
    await net(page).waitFor();
    for (const [i, kind] of kinds.entries()) {
      await page.locator(".records > select").selectOption(kind);
      const one = page.locator(".records .leg").nth(i);
      assert.match(await one.locator("p").first().innerText(), /\.$/, "no sentence");
      assert.equal(await page.locator(".records > .error:visible").count(), 0, "red before it was left");
      await one.getByLabel(amount, { exact: true }).first().fill("100");
    }
    const want = await salary(country, 4000, { [country.toLowerCase()]: { components: kinds.map((kind) => ({ kind, amount: 100 })) } });
    await net(page).getByText(cash(want.net, want.currency, locale)).waitFor();
    await page.locator(".records .leg").last().getByRole("button").first().click();
    const less = await salary(country, 4000, { [country.toLowerCase()]: { components: kinds.slice(1).map(() => ({ kind: kinds[0], amount: 100 })) } });
    await net(page).getByText(cash(less.net, less.currency, locale)).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");
    await shot(page, `components-${country}`);
    await closed(page);
  }
});

// unworded lists what reads like the name of a field on the page; code is for experts.
const unworded = (page) => page.evaluate(() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement.closest("code") && /[a-z]_[a-z]/.test(node.textContent.replace(/https?:\S+/g, ""))) found.push(node.textContent.trim().slice(0, 120));
  return found;
});

test("no name of the API is on the page, in any language", async () => {
  const of = (value) => encodeURIComponent(JSON.stringify(value));
  for (const locale of ["en-GB", "de-DE"]) {
    const page = await open(browser, server, { locale });
    await net(page).waitFor();
    const views = [
      ...["DE", "NL", "NO", "SE", "UK"].flatMap((country) => [[`payslip?s=${of({ country, amount: 30000, profile: {} })}`, ".headline .big"], [`year?s=${of({ scenario: { country, amount: 30000, profile: {} } })}`, ".paydays"]]),
      [`payslip?s=${of({ country: "DE", amount: 1500, profile: {} })}`, ".instead"], [`payslip?s=${of({ country: "DE", amount: 5000, profile: { health_insurance: "private" } })}`, ".notice, .instead"],
      [`payslip?s=${of({ country: "DE", amount: 5000, profile: { birth_year: 1950 } })}`, ".notice, .instead"],
      [`compare?s=${of([{ country: "DE", amount: 5000 }, { country: "UK", amount: 120000, period: "year" }])}`, ".matrix"], [`curve?s=${of({ scenarios: [{ country: "DE", profile: {} }] })}`, ".plot canvas"], ["many", ".drop"],
      [`trip?s=${of({ regime: "de-federal", priced: true, meals: {}, paid: {}, lodging: [], legs: [{ place: { country: "FR", city: "Lyon" }, arrive: "2026-01-05T08:00", depart: "2026-05-04T18:00" }] })}`, ".headline .big"],
      [`rates?s=${of({ regime: "us-federal", date: "2026-05-01", place: { country: "US", city: "Boston", state: "MA" } })}`, ".headline .big"], ["rules", ".parameters"],
    ];
    for (const [hash, shown] of views) {
      await page.evaluate((to) => { location.hash = `#/${to}`; }, hash);
      await page.locator(shown).first().waitFor();
      await page.locator(".stale").waitFor({ state: "detached" });
      await page.locator("main details").evaluateAll((all) => all.forEach((each) => { each.open = true; }));
      assert.deepEqual(await unworded(page), [], `${locale} ${hash}`);
    }
    await closed(page);
  }
});

test("a long trip is folded by week, and the limit of three months is offered beside its total", async () => {
  const trip = { regime: "de-federal", priced: true, meals: {}, paid: {}, lodging: [], legs: [{ place: { country: "FR", city: "Lyon", city_de: "Lyon", country_name: "France", country_name_de: "Frankreich" }, arrive: "2026-01-05T08:00", depart: "2026-05-04T18:00" }] };
  const page = await open(browser, server, { width: 390, path: `/?#/trip?s=${encodeURIComponent(JSON.stringify(trip))}` });
  const want = (more) => server.post("/v1/travel-per-diem/trip", { regime: "de-federal", legs: [{ country: "FR", city: "Lyon", arrive: "2026-01-05T08:00", depart: "2026-05-04T18:00" }], ...more });
  await net(page).getByText(cash((await want({})).total)).waitFor();
  assert.ok((await page.locator(".lines tbody tr:visible").count()) < 30, "the days are not folded");
  const week = page.locator(".lines button").first();
  await week.click();
  await page.locator(".lines tbody tr", { hasText: "Mon, 5 Jan 2026" }).nth(1).waitFor();
  await page.locator(".headline .hint-line button").click();
  await net(page).getByText(cash((await want({ three_months: true })).total)).waitFor();
  await closed(page);
});

test("low pay in Germany is one click from a result; another period converts the amount", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("textbox", { name: /^Gross pay/ }).fill("1500");
  await net(page).getByText(cash((await salary("DE", 1500, { de: { employment: "midijob" } })).net)).waitFor(); // not an empty page
  await page.locator(".headline .instead", { hasText: "Midijob" }).waitFor();
  await page.locator(".headline .instead button").first().click();
  await page.locator(".headline .instead").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Employment", { exact: true }).inputValue(), "midijob");
  await net(page).getByText(cash((await salary("DE", 1500, { de: { employment: "midijob" } })).net)).waitFor();
  await page.getByLabel("Pay period").selectOption("year");
  await page.getByText(`Converted: ${cash(1500)} a month is ${cash(18000)} a year.`).waitFor();
  assert.equal(await page.getByRole("textbox", { name: /^Gross pay/ }).inputValue(), "18,000");
  await closed(page);
});

test("rates: a place and a day give the table with its seasons", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Rates", exact: true }).click();
  await page.getByLabel("Rules that apply").selectOption("us-federal");
  await page.getByLabel("Date", { exact: true }).fill("2026-05-01");
  await page.getByRole("combobox", { name: "Place" }).fill("boston");
  await page.getByRole("option", { name: /Boston/ }).first().click();
  await net(page).getByText(cash(291, "USD")).waitFor();
  await page.locator(".months .meant").getByText(cash(291, "USD")).waitFor();
  assert.equal(await page.locator(".months > div").count(), 12);
  await page.locator(".months > div").first().getByText("Oct 2025").waitFor();
  await shot(page, "rates");
  await page.getByLabel("Date", { exact: true }).fill("2026-11-30");
  await page.locator(".stale").waitFor({ state: "detached" });
  await closed(page);
});

test("trip: a country first; its only place is taken, of several one is chosen", async () => {
  const page = await open(browser, server, { path: `/?#key=${server.key}` });
  await net(page).waitFor();
  await page.evaluate(() => { location.hash = "#/trip"; });
  const country = page.getByRole("combobox", { name: "Country", exact: true }), place = page.getByRole("combobox", { name: "Place" });
  await country.selectOption({ label: "Angola" });
  await page.waitForFunction((input) => input.value === "Angola", await place.elementHandle());
  await country.selectOption({ label: "Spain" });
  await page.getByRole("option", { name: /^Madrid/ }).click();
  assert.match(await place.inputValue(), /^Madrid/);
  await country.selectOption({ label: "France" });
  assert.equal(await place.inputValue(), "");
  await place.fill("lyon");
  await page.getByRole("option", { name: /^Lyon/ }).click();
  await shot(page, "trip-country");
  await closed(page);
});

test("trip: a stay is copied, every breakfast is ticked at once, the total follows", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await page.getByRole("combobox", { name: "Place" }).fill("paris");
  await page.getByRole("option", { name: /Paris/ }).first().click();
  await page.getByLabel("Arrival", { exact: true }).fill("2026-05-11T14:00");
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-13T14:00");
  const before = await net(page).innerText();
  await page.getByRole("button", { name: "Copy: Place 1" }).click();
  assert.equal(await page.getByLabel("Departure", { exact: true }).nth(1).inputValue(), "2026-05-15T14:00");
  await page.locator(".stale").waitFor({ state: "detached" });
  await page.waitForFunction((text) => document.querySelector(".headline .big").textContent !== text, before);
  const longer = await net(page).innerText();
  await page.getByRole("checkbox", { name: "Every day: Breakfast" }).check();
  assert.equal(await page.locator(".meals tbody input[aria-label^=Breakfast]:checked").count(), 5);
  await page.waitForFunction((text) => !document.querySelector(".stale") && document.querySelector(".headline .big").textContent !== text, longer);
  await shot(page, "trip-copied");
  await closed(page);
});

test("light and dark are switched and kept, on every view", async () => {
  const page = await open(browser, server, { colorScheme: "light" });
  await net(page).waitFor();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Dark colours" }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await net(page).waitFor();
  assert.equal(await paper(), dark);
  await page.emulateMedia({ media: "print" });
  assert.notEqual(await paper(), dark, "paper is dark");
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Dark colours" }).click();
  assert.equal(await paper(), light);
  await closed(page);
});

test("rules: last year’s figure beside this year’s, with the change", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  const row = page.locator(".parameters tr", { hasText: "basic_allowance" }).first();
  await row.waitFor();
  assert.match(await row.innerText(), /12,348[^]*12,096[^]*\+€252/);
  await closed(page);
});

test("a line of the payslip leads to its rule, where a name says what it means", async () => {
  for (const [locale, link, kind] of [["en-DE", "In the rule files", "parameter · percent"], ["de-DE", "In den Regeldateien", "parameter · percent"]]) {
    const page = await open(browser, server, { locale });
    const lines = page.locator(".lines tbody tr:not(.side)");
    await lines.first().waitFor();
    const label = "Rentenversicherung";
    const row = lines.filter({ hasText: label }).first();
    await row.locator("summary").click();
    await row.getByRole("link", { name: link }).click();
    const meant = page.locator(".code .meant");
    await meant.waitFor();
    assert.match(await page.locator("h1").innerText(), /^de\/.*\.yaml$/);
    const words = page.locator(".code .word");
    await words.filter({ hasText: /^rv_rate|pension_rate|rv_employee_rate/ }).first().hover();
    await page.locator(".meaning").getByText(kind).waitFor();
    assert.match(await page.locator(".meaning").innerText(), /2025[^]*2026/);
    await shot(page, `rule-${locale}`);
    await closed(page);
  }
});

test("reference: an example in four languages, copied with one button", async () => {
  const page = await open(browser, server, { path: "/docs" });
  const call = page.locator("main pre").first();
  for (const [language, mark] of [["Python", "requests.post("], ["JavaScript", "await fetch("], ["Go", "http.NewRequest("], ["curl", "curl '"]]) {
    await page.getByRole("button", { name: language, exact: true }).first().click();
    assert.ok((await call.innerText()).includes(mark), language);
  }
  await page.getByRole("button", { name: "Go", exact: true }).first().click();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^package main/);
  await page.reload();
  assert.match(await call.innerText(), /^package main/);
  await page.getByRole("link", { name: "The page" }).first().click();
  await page.getByText("Payslate").first().waitFor();
  await closed(page);
});

test("a component from a month on: the year has it from there", async () => {
  const state = { scenario: { country: "DE", year: 2026, period: "month", known: "gross", amount: 4000, profile: {} } };
  const page = await open(browser, server, { path: `/?#/year?s=${encodeURIComponent(JSON.stringify(state))}` });
  await page.locator(".paydays").waitFor();
  await page.getByRole("button", { name: "Other circumstances" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "July" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Which", { exact: true }).selectOption({ label: "Components" });
  await dialog.getByLabel("Components", { exact: true }).selectOption("net_deduction");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("150");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.locator(".paydays tr.changed", { hasText: "July" }).waitFor();
  await page.locator(".stale").waitFor({ state: "detached" });
  const want = await server.post("/v1/salary-net/year", { country: "DE", gross: 4000, changes: [{ from: 7, de: { components: [{ kind: "net_deduction", amount: 150 }] } }] });
  await page.locator(".headline .big").getByText(cash(want.totals.net)).waitFor();
  assert.equal(want.paydays[6].net, want.paydays[5].net - 150);
  await closed(page);
});

test("each language has its country first, its words and its decimal comma", async () => {
  for (const [locale, country, gross, word, heading] of [["nl-NL", "NL", 4000, "Nettoloon per maand", "Loonstrook"], ["sv-SE", "SE", 40000, "Nettolön per månad", "Lönebesked"], ["nb-NO", "NO", 50000, "Nettolønn per måned", "Lønnsslipp"]]) {
    const page = await open(browser, server, { locale, width: country === "SE" ? 390 : 1440 });
    await net(page).waitFor();
    await page.getByText(word, { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale.slice(0, 2));
    const want = await salary(country, gross);
    const own = want.currency;
    assert.equal((await net(page).innerText()).replace(/\s/g, " "), cash(want.net, own, locale.slice(0, 2)).replace(/\s/g, " "));
    await page.getByRole("heading", { name: heading, exact: true }).last().waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /\b(the|was not given|Estimate|of the)\b/);
    await page.getByRole("textbox").first().fill("4.321,5");
    await net(page).getByText(cash((await salary(country, 4321.5)).net, own, locale.slice(0, 2))).waitFor();
    await closed(page);
  }
});

test("amounts as people write them: read as in a table, shown as read, and of the right currency", async () => {
  for (const [locale, country, currency, cases] of [
    ["en-GB", "NL", "EUR", [["4.500", 4500, "4,500"], ["€4500", 4500, "4,500"], ["4500 EUR", 4500, "4,500"], ["4,500.5", 4500.5, "4,500.50"]]],
    ["de-DE", "DE", "EUR", [["4,500", 4500, "4.500"], ["4.500,5 €", 4500.5, "4.500,50"]]],
    ["nb-NO", "NO", "NOK", [["kr 52 000", 52000, "52\u00a0000"], ["52.000", 52000, "52\u00a0000"]]],
  ]) {
    const state = { country, year: 2026, period: "month", known: "gross", amount: 3000, profile: {} };
    const page = await open(browser, server, { locale }); // signs in
    await net(page).waitFor();
    await page.goto(`${server.address}/?${country}#/payslip?s=${encodeURIComponent(JSON.stringify(state))}`);
    await net(page).waitFor();
    const field = page.locator(".amount input");
    for (const [typed, amount, shown] of cases) {
      await field.fill(typed);
      if (typed === "4.500" && locale === "en-GB" || typed === "4,500") await page.locator(".amount .read-as").getByText(shown).waitFor();
      await field.blur();
      assert.equal((await field.inputValue()).replaceAll("\u202f", "\u00a0"), shown, typed);
      const want = await server.post("/v1/salary-net/net", { country, gross: amount });
      await net(page).getByText(new Intl.NumberFormat(locale, { style: "currency", currency }).format(want.net)).waitFor();
    }
    await field.fill("£4500");
    await page.locator(".amount .error", { hasText: "GBP" }).waitFor();
    await field.fill(country === "NO" ? "600000" : "60000");
    await page.locator(".headline .hint-line", { hasText: country === "NO" ? /12/ : /Year|Jahr/ }).waitFor(); // the pay of a year, by the month
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});
