// What people do on the page, in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, open, shot, start } from "./server.mjs";

let server, browser;
before(async () => { server = await start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const cash = (amount, currency = "EUR", locale = "en-GB") => new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
const net = (page) => page.locator(".headline .big");
const closed = async (page) => { assert.deepEqual(page.problems, []); await page.context().close(); };

test("the printed address leads to a correct net salary and to its reasons", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  assert.ok(!page.url().includes("key="), "the key stays in the address");
  const want = await server.post("/v1/salary-net/net", { country: "DE", gross: 4321.09 });
  await page.getByLabel(/^Gross pay/).fill("4321.09");
  await page.getByRole("button", { name: `Why ${cash(want.net)}? Net pay` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("details").first().waitFor();
  assert.equal(await dialog.locator("details").count(), want.lines.filter((line) => line.payer === "employee").length);
  await dialog.locator("summary").first().click();
  // Down the first branch, until a figure of the law with its citation.
  for (let depth = 0; depth < 40 && !(await dialog.locator(".kind.parameter").count()); depth++) {
    for (const summary of await dialog.locator("details:not([open]) > summary").all()) {
      if (await summary.locator("xpath=ancestor::details[2]").count()) await summary.click();
    }
  }
  const parameter = dialog.locator("details:has(> summary > .kind.parameter)").first();
  if (!(await parameter.evaluate((element) => element.open))) await parameter.locator("> summary").click();
  await parameter.locator("> .cite").first().waitFor();
  await shot(page, "explanation");
  await page.keyboard.press("Escape");
  // Every figure of the table opens, bases and rates too.
  for (const figure of await page.locator(".lines button:visible").all()) {
    await figure.click();
    await page.locator("dialog .tree, dialog p").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await closed(page);
});

test("first visit: the page asks for a key, and shows the rules without one", async () => {
  const shut = await start();
  const locked = await open(browser, shut, { path: "/" });
  await locked.getByLabel("API key").waitFor();
  await locked.getByRole("link", { name: "Rules", exact: true }).click();
  await locked.locator(".parameters tr").first().waitFor(); // free
  await locked.getByRole("link", { name: "Payslip", exact: true }).click();
  await locked.getByLabel("API key").fill(shut.key);
  await locked.getByRole("button", { name: "Sign in" }).click();
  await net(locked).waitFor();
  await shut.stop();
  await closed(locked);
  // Where everybody is served, nothing speaks of keys.
  const everybody = await start({ flags: ["--open"] });
  const free = await open(browser, everybody, { path: "/" });
  await net(free).waitFor();
  assert.equal(await free.getByRole("link", { name: "Sign in" }).count(), 0);
  await everybody.stop();
  await closed(free);
});

test("credits: a load costs one, an entry one when it is finished, reading nothing", async () => {
  const page = await open(browser, server, { path: `/#key=${server.keys("create", "--credits", "50").split(/\s+/).find((word) => word.startsWith("ps_live_"))}` });
  const left = async (n) => page.locator(".credits", { hasText: new RegExp(`^${n} credits$`) }).waitFor();
  await net(page).waitFor();
  await left(49);
  await page.getByText("A result costs one credit").waitFor();
  const pay = page.getByLabel(/^Gross pay/);
  await pay.fill("");
  await pay.pressSequentially("4321", { delay: 400 });
  await pay.press("Enter");
  await page.locator(".headline").getByText(cash(4321)).waitFor();
  await left(48);
  await pay.blur();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.locator(".parameters tr").first().waitFor();
  await page.getByLabel("Country").selectOption("UK");
  await page.locator(".parameters").getByText("ni_employer_rate").waitFor();
  await page.getByRole("link", { name: "Trip", exact: true }).click();
  await page.getByRole("combobox", { name: "Place" }).fill("pari");
  await page.getByRole("option", { name: /Paris/ }).first().waitFor();
  await page.getByRole("link", { name: "Payslip", exact: true }).click();
  await net(page).waitFor();
  await left(48);
  await closed(page);
});

test("each line stands once, with its colour in the bar", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByLabel("Country").selectOption("UK");
  await page.locator(".headline").getByText("£").first().waitFor();
  const want = await server.post("/v1/salary-net/net", { country: "UK", gross: 5000 });
  for (const line of want.lines.filter((each) => each.amount > 0)) {
    const row = page.locator(".lines tr:not(.side)").filter({ hasText: line.label }).filter({ hasText: cash(line.amount, "GBP") });
    assert.equal(await row.count(), 1, `${line.label} ${line.amount}`);
    assert.equal(await row.locator(".dot").count(), 1, "no colour of the bar");
  }
  assert.equal(await page.locator(".bar .strip > span").count(), 1 + want.lines.filter((each) => each.amount > 0).length);
  await shot(page, "chart-uk");
  await closed(page);
});

test("on paper a payslip is one page: what was given, the date, the sources and the version", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByLabel("Tax class", { exact: true }).selectOption("3");
  const want = await server.post("/v1/salary-net/net", { country: "DE", gross: 5000, de: { tax_class: 3 } });
  await net(page).getByText(cash(want.net)).waitFor();
  await page.emulateMedia({ media: "print" });
  const paper = await page.locator("main").innerText();
  assert.doesNotMatch(paper, /Not given|Bundesland/);
  for (const text of [...want.sources.map((each) => each.url), want.rules_version, new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(new Date())]) assert.ok(paper.includes(text), text);
  assert.match(paper, /Tax class\s+3 – married/);
  assert.equal((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length, 1, "pages");
  await shot(page, "payslip-print");
  await closed(page);
});

test("compare: headings say what differs, and a refused scenario is marked", async () => {
  const address = (all) => `${server.address}/#/compare?s=${encodeURIComponent(JSON.stringify(all))}`;
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.goto("about:blank");
  await page.goto(address([{ country: "DE", amount: 5000, profile: { tax_class: 3 } }, { country: "DE", amount: 5000, profile: { tax_class: 5 } }]));
  await page.getByText("Each payslip by itself").click(); // they are a couple
  await page.locator(".matrix thead").getByText(/^Tax class: 3$/).waitFor();
  await page.locator(".matrix thead").getByText(/^Tax class: 5$/).waitFor();
  await page.locator(".matrix .delta").first().waitFor();
  await page.goto("about:blank");
  await page.goto(address([{ country: "DE", amount: 2500 }, { country: "DE", amount: 1500, profile: { employment: "midijob" } }]));
  for (const kind of ["Employment: ordinary", "Employment: Midijob"]) await page.locator(".matrix thead").getByText(new RegExp(`^${kind}`, "i")).waitFor();
  await page.goto("about:blank");
  await page.goto(address([{ country: "DE", amount: 5000 }, { country: "DE", amount: 1500 }]));
  const wrong = page.locator(".card.wrong");
  await wrong.locator(".error").waitFor();
  assert.equal(await wrong.count(), 1);
  assert.doesNotMatch(await wrong.locator(".error").innerText(), /^scenario/i);
  await wrong.getByText(cash(1500)).waitFor();
  assert.equal(await page.locator(".matrix thead th").count(), 1, "the other scenario has lost its result");
  await page.goto("about:blank");
  await page.goto(`${server.address}/#/compare?s=%5B%7Bbroken`);
  await page.getByText("This link is incomplete").waitFor();
  await closed(page);
});

test("the service speaks of fields in the words of the form", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  // Pay of a Midijob is computed as one, and says so.
  await page.getByLabel(/^Gross pay/).fill("1500");
  await page.getByText(/1,500\.00 EUR is at or below 2,000 EUR.*This is the answer for: It is a Midijob/s).waitFor();
  await page.getByLabel("Country").selectOption("UK");
  await page.locator(".headline").getByText("£").first().waitFor();
  const code = page.getByRole("textbox", { name: /^Tax code/ });
  await code.fill("99");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  const error = page.locator(".field .error:visible");
  assert.match(await error.locator("> p").innerText(), /^[^.]+ is not a UK tax code\.$/, "not one sentence");
  assert.equal(await error.count(), 1, "the refusal stands at one field");
  await alert.getByRole("button", { name: /Tax code/ }).click();
  await code.press("End");
  await page.keyboard.type("L");
  assert.equal(await error.isVisible(), false, "the refusal stays at the next keystroke");
  await code.fill("");
  await net(page).waitFor();
  await page.locator(".headline").getByText("£").first().waitFor();
  assert.doesNotMatch(await page.locator(".notes").first().innerText(), /[a-z]_[a-z]/);
  await page.getByText("Without “Number of the period”").waitFor();
  await shot(page, "words");
  await closed(page);
});

test("no choice is cut off, and an unknown address is a page", async () => {
  for (const width of [1280, 360]) {
    const page = await open(browser, server, { width });
    await net(page).waitFor();
    for (const country of ["DE", "UK"]) {
      await page.getByLabel("Country").selectOption(country);
      await page.locator(".stale").waitFor({ state: "detached" });
      const cut = await page.evaluate(() => [...document.querySelectorAll(".scenario select")].filter((select) => {
        const probe = document.createElement("canvas").getContext("2d");
        probe.font = getComputedStyle(select).font;
        return select.clientWidth > 0 && probe.measureText(select.selectedOptions[0].text).width + 40 > select.clientWidth;
      }).map((select) => select.selectedOptions[0].text));
      assert.deepEqual(cut, [], `${country} at ${width}`);
    }
    await page.goto(`${server.address}/nowhere`);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.getByRole("link", { name: "The page" }).click();
    await net(page).waitFor();
    await page.context().close();
  }
});

test("net to gross, in a decimal comma", async () => {
  const page = await open(browser, server, { locale: "de-DE" });
  await net(page).waitFor();
  const first = await server.post("/v1/salary-net/net", { country: "DE", gross: 5000 });
  const said = await page.locator("main").innerText();
  for (const line of first.lines) assert.ok(said.includes(line.label.replace(/ \(.*/, "")) && !said.includes(line.label), line.label);
  await page.getByRole("radio", { name: "Netto zu Brutto" }).check();
  await page.getByLabel(/^Gewünschtes Netto/).fill("2.900,50");
  const want = await server.post("/v1/salary-net/gross", { country: "DE", net: 2900.5 });
  await page.locator(".headline .big").getByText(cash(want.gross, "EUR", "de-DE")).waitFor();
  await page.locator(".headline").getByText(cash(want.net, "EUR", "de-DE")).waitFor();
  await page.locator(".facts button").first().click();
  await page.getByRole("dialog").locator("details").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Brutto zu Netto" }).check(); // with the gross that was found
  await page.locator(".headline .big").getByText(cash(want.net, "EUR", "de-DE")).waitFor();
  await closed(page);
});

test("errors stand in words beside their field", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  const children = page.getByLabel(/^Children/);
  for (const [text, error] of [["many", /not a number/], ["1.5", /not a whole number/], ["77", /At most 20/], ["-1", /At least 0/]]) {
    await children.fill(text);
    await page.locator(".field", { has: children }).locator(".error", { hasText: error }).waitFor();
    assert.equal(await children.getAttribute("aria-invalid"), "true");
  }
  await children.fill("2");
  await page.getByLabel(/^Gross pay/).fill("0");
  await page.getByText("Enter an amount above 0.").waitFor();
  await page.getByLabel(/^Gross pay/).fill("5000");
  await net(page).waitFor();
  await closed(page);
});

test("every country and field of the service is on the page", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  const { countries } = await (await fetch(`${server.address}/v1/salary-net/countries`, { headers: { "X-API-Key": server.key } })).json();
  for (const country of countries.filter((each) => each.status === "available")) {
    await page.getByLabel("Country").selectOption(country.country);
    await page.locator(".stale").waitFor({ state: "detached" });
    await page.locator(".profile .field").nth(country.profile_fields.length - 1).waitFor({ state: "attached" });
    assert.equal(await page.locator(".profile .field").count(), country.profile_fields.length);
    const years = page.getByLabel("Tax year").locator("option");
    assert.deepEqual(await years.evaluateAll((options) => options.map((each) => Number(each.value))), country.years);
    for (const year of country.years) await page.locator('[data-name="year"] option', { hasText: country.country === "UK" ? `${year}-${(year + 1) % 100}` : new RegExp(`^${year}$`) }).waitFor({ state: "attached" });
  }
  await closed(page);
});

test("compare: side by side, and out as link, CSV, JSON and curl", async () => {
  const page = await open(browser, server);
  await page.getByRole("button", { name: "Add to comparison" }).click();
  await page.getByRole("button", { name: "Add a scenario" }).click();
  await page.getByRole("dialog").getByLabel("Country").selectOption("UK");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  const want = await server.post("/v1/salary-net/compare", { scenarios: [{ country: "DE", gross: 5000 }, { country: "UK", gross: 5000 }] });
  for (const row of want.rows) await page.locator(".cards").getByText(cash(row.net, row.currency)).first().waitFor();
  await shot(page, "compare");
  const copied = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  const link = await copied("Link");
  assert.ok(!link.includes(server.key) && link.startsWith(`${server.address}/#/compare?s=`), link);
  assert.equal((await saved("CSV")).toString().trim().split("\n").length, 3);
  assert.equal((await saved("Excel")).subarray(0, 2).toString(), "PK");
  assert.deepEqual(JSON.parse(await saved("JSON")).rows, want.rows);
  const command = await copied("curl");
  assert.ok(command.includes("/v1/salary-net/compare") && !command.includes(server.key), command);
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".matrix").waitFor();
  assert.equal(await page.locator(".cards > .card").count(), 2);
  // Eight are shown with a bar each, and no ninth can be added.
  const eight = Array.from({ length: 9 }, (_, i) => ({ country: i % 2 ? "UK" : "DE", amount: 3000 + 500 * i }));
  await page.goto("about:blank");
  await page.goto(`${server.address}/#/compare?s=${encodeURIComponent(JSON.stringify(eight))}`);
  await page.locator(".matrix").waitFor();
  assert.equal(await page.locator(".cards > .card .strip").count(), 8);
  assert.equal(await page.locator(".matrix thead th").count(), 8);
  assert.equal(await page.getByRole("button", { name: "Add a scenario" }).count(), 0);
  await page.getByRole("button", { name: "Remove: Scenario 8" }).click();
  await page.getByRole("button", { name: "Add a scenario" }).waitFor();
  await closed(page);
});

test("a list of choices is check boxes, and names the scenario", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByLabel("Country").selectOption("UK");
  await page.getByText("More", { exact: true }).click();
  const loans = page.getByRole("group", { name: "Student loans" });
  for (const loan of ["Plan 2", "postgraduate loan"]) await loans.getByRole("checkbox", { name: loan }).check();
  await page.getByLabel(/^Gross pay/).fill("3500");
  const want = await server.post("/v1/salary-net/net", { country: "UK", gross: 3500, uk: { student_loans: ["plan2", "postgraduate"] } });
  await page.locator(".headline").getByText(cash(want.net, "GBP")).waitFor();
  await shot(page, "student-loans");
  await page.getByRole("button", { name: "Add to comparison" }).click();
  await page.getByText("Student loans: Plan 2, postgraduate loan").first().waitFor();
  await closed(page);
});

test("curve: two years over each other, thresholds named", async () => {
  const page = await open(browser, server, { path: `/#key=${server.key}` });
  await net(page).waitFor();
  await page.getByRole("link", { name: "Curve", exact: true }).click();
  await page.locator(".plot canvas").first().waitFor();
  await page.getByRole("button", { name: "Overlay another" }).click();
  await page.getByRole("dialog").getByLabel("Tax year").selectOption("2025");
  await page.getByRole("button", { name: "Apply" }).click();
  const answers = await Promise.all([2026, 2025].map((year) => server.post("/v1/salary-net/curve", { country: "DE", year, from: 2500, to: 10000, points: 2 })));
  const thresholds = answers.flatMap((answer) => answer.thresholds);
  assert.ok(thresholds.length >= 4);
  for (const threshold of thresholds) await page.locator(".thresholds li", { hasText: cash(threshold.gross) }).first().waitFor();
  await shot(page, "curve");
  await page.getByText("As a table").click();
  assert.equal(await page.locator("details table").count(), 2);
  await page.getByLabel("To gross pay").fill("2000");
  await page.getByRole("alert").waitFor();
  await closed(page);
});

async function fillTrip(page) {
  const place = page.getByRole("combobox", { name: "Place" });
  await place.fill("new yor");
  await page.getByRole("option", { name: /New York/ }).first().waitFor();
  await place.press("ArrowDown");
  await place.press("Enter");
  await page.getByLabel("Arrival", { exact: true }).fill("2026-05-11T14:00");
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-14T09:00");
  await page.getByLabel("Departure", { exact: true }).blur();
}

test("trip: places found, meals provided, calculated day by day", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  await page.getByText("choose a place from the list").waitFor();
  await fillTrip(page);
  await page.getByLabel("Dinner, Tue, 12 May 2026").check();
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  const want = await server.post("/v1/travel-per-diem/trip", {
    regime: "de-federal", legs: [{ country: "US", city: "New York City", arrive: "2026-05-11T14:00", depart: "2026-05-14T09:00" }], meals_provided: [{ date: "2026-05-12", meals: ["dinner"] }],
  });
  await page.locator(".big", { hasText: cash(want.total) }).waitFor();
  assert.equal(await page.locator(".lines tbody tr:not(.side, .printed-row)").count(), want.lines.length);
  await shot(page, "trip");
  await page.setViewportSize({ width: 360, height: 800 });
  assert.equal(await page.locator(".lines tbody tr:not(.side) td.figures:visible").count(), want.lines.length, "amounts are lost on a phone");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("form.inputs").isVisible(), false);
  assert.equal(await page.locator(".printed").first().isVisible(), true);
  await shot(page, "trip-print");
  await closed(page);
});

test("trip: what was paid for a provided meal reduces its deduction", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  await fillTrip(page);
  for (const meal of ["Breakfast", "Dinner"]) await page.getByLabel(`${meal}, Tue, 12 May 2026`).check();
  await page.getByRole("textbox", { name: "Dinner, Tue, 12 May 2026" }).fill("much");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  await page.getByText("This is not a number.").waitFor();
  await page.getByRole("textbox", { name: "Dinner, Tue, 12 May 2026" }).fill("10.40");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  const want = await server.post("/v1/travel-per-diem/trip", {
    regime: "de-federal", legs: [{ country: "US", city: "New York City", arrive: "2026-05-11T14:00", depart: "2026-05-14T09:00" }],
    meals_provided: [{ date: "2026-05-12", meals: ["breakfast"] }, { date: "2026-05-12", meals: ["dinner"], paid: 10.4 }],
  });
  const dinner = want.lines.find((line) => line.meal === "dinner");
  assert.equal(dinner.amount, -16); // 26.40 less 10.40
  await page.locator(".big", { hasText: cash(want.total) }).waitFor();
  await page.locator(".lines tr", { hasText: "Deduction: Dinner" }).getByText(cash(dinner.amount).replace("-", "\u2212")).waitFor();
  await closed(page);
});

test("trip: times with offsets, and what only one regime asks for", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  await page.getByLabel("Rules that apply").selectOption("us-federal");
  const place = page.getByRole("combobox", { name: "Place" });
  const price = page.getByRole("button", { name: "Calculate the trip" });
  const times = [["Arrival", "2026-05-13T16:30", "+09:00"], ["Departure", "2026-05-15T17:30", "+09:00"], ["Left home, if earlier", "2026-05-12T09:00", "-07:00"], ["Back home, if later", "2026-05-15T12:45", "-07:00"]];
  await place.fill("seoul");
  await page.getByRole("option", { name: /Seoul/ }).first().waitFor();
  await place.press("Enter");
  for (const [label, time] of times) await page.getByLabel(label, { exact: true }).fill(time);
  await price.click();
  await page.getByText("offset", { exact: false }).first().waitFor(); // the way out that the refusal names
  await page.getByRole("checkbox", { name: /^With UTC offsets/ }).check();
  await price.click();
  await page.getByText("Enter the offset as").first().waitFor();
  for (const [label, , zone] of times) await page.getByLabel(`${label}: UTC offset`).fill(zone);
  await page.locator(".leg").getByText("More", { exact: true }).click();
  await page.getByRole("combobox", { name: "Lodging reached after midnight" }).selectOption("same");
  await price.click();
  const leg = { country: "KR", city: "Seoul", arrive: "2026-05-13T16:30+09:00", depart: "2026-05-15T17:30+09:00" };
  const want = await server.post("/v1/travel-per-diem/trip", { regime: "us-federal", legs: [leg], leave_home: "2026-05-12T09:00-07:00", return_home: "2026-05-15T12:45-07:00" });
  await page.locator(".big", { hasText: cash(want.total, "USD") }).waitFor();
  await page.getByLabel("Rules that apply").selectOption("de-federal");
  assert.equal(await page.getByRole("combobox", { name: "Lodging reached after midnight" }).count(), 0);
  await page.getByRole("checkbox", { name: /^With UTC offsets/ }).uncheck();
  await place.fill("hannover");
  await page.getByRole("option", { name: /Hannover/ }).first().waitFor();
  await place.press("Enter");
  for (const [label, time] of [["Arrival", "2026-06-29T08:00"], ["Departure", "2026-07-02T12:00"], ["Left home, if earlier", ""], ["Back home, if later", ""]]) await page.getByLabel(label, { exact: true }).fill(time);
  await page.locator(".leg").first().getByText("More", { exact: true }).click();
  await page.getByRole("textbox", { name: "Place of work" }).fill("site H");
  await page.getByRole("checkbox", { name: "Apply the limit of three months" }).check();
  await page.getByRole("button", { name: "Work before this trip", exact: true }).click();
  const before = page.getByRole("group", { name: "Work before this trip 1" });
  await before.getByRole("textbox", { name: "Place of work" }).fill("site H");
  await before.locator('input[type="date"]').first().fill("2026-04-01");
  await before.locator('input[type="date"]').last().fill("2026-06-29");
  await price.click();
  await before.locator(".error", { hasText: "2026-06-29" }).waitFor(); // work before the trip ends before it
  await before.locator('input[type="date"]').last().fill("2026-06-25");
  await price.click();
  const limited = await server.post("/v1/travel-per-diem/trip", { regime: "de-federal", three_months: true, earlier_work: [{ workplace: "site H", from: "2026-04-01", to: "2026-06-25" }], legs: [{ country: "DE", city: "Hannover", workplace: "site H", arrive: "2026-06-29T08:00", depart: "2026-07-02T12:00" }] });
  await page.locator(".big", { hasText: cash(limited.total) }).waitFor();
  await page.getByText("From 2026-07-01 no meal allowance at site H").waitFor();
  await shot(page, "trip-three-months");
  await closed(page);
});

test("trip: a place that the tables do not name, and a refusal beside its leg", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  const place = page.getByRole("combobox", { name: "Place" });
  await place.fill("göttingen");
  await page.getByRole("option", { name: /Göttingen, Germany/ }).waitFor();
  await place.press("Tab"); // typed out, it is taken without a choice
  await page.getByLabel("Arrival", { exact: true }).fill("2026-05-11T08:00");
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-11T21:30");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  const want = await server.post("/v1/travel-per-diem/trip", { regime: "de-federal", legs: [{ country: "DE", city: "Göttingen", arrive: "2026-05-11T08:00", depart: "2026-05-11T21:30" }] });
  await page.locator(".big", { hasText: cash(want.total) }).waitFor();
  await page.getByLabel("Rules that apply").selectOption("us-federal");
  await place.fill("xanaduville");
  await page.getByRole("option", { name: /Xanaduville, United States/ }).waitFor();
  await place.press("Enter");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  await page.locator(".place .error", { hasText: "the state" }).waitFor();
  await place.fill("xanaduville, ks");
  await page.getByRole("option", { name: /Xanaduville, KS/ }).waitFor();
  await place.press("Enter");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  await page.getByText("Xanaduville is not known to lie in a county of Kansas").first().waitFor();
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-11T10:00");
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  await page.getByText("No allowance: no day of this trip").waitFor();
  await closed(page);
});

test("rules: figures, differences, steps", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Rules" }).click();
  await page.locator(".parameters tr.changed").first().waitFor();
  const all = await page.locator(".parameters tbody tr").count();
  await page.getByLabel("Find").fill("ceiling");
  assert.ok((await page.locator(".parameters tbody tr:visible").count()) < all);
  await page.getByText("step by step").click();
  await page.locator(".program summary").first().click();
  await page.locator(".program[open] li a").first().click();
  await page.locator(".code .meant").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /country\.yaml$/ }).click();
  await page.locator(".code li").nth(50).waitFor();
  await closed(page);
});

test("a made-up year is on the page by its YAML alone, and a label of a choice by its language", async () => {
  const rules = await mkdtemp(join(tmpdir(), "payslate-rules-"));
  await cp(new URL("../../../../rules/", import.meta.url), rules, { recursive: true, filter: (source) => !source.endsWith(".go") });
  await cp(join(rules, "de/2026"), join(rules, "de/2027"), { recursive: true });
  const edit = async (name, change) => writeFile(join(rules, name), change(await readFile(join(rules, name), "utf8")));
  await edit("de/2027/parameters.yaml", (text) => text.replace("year: 2026", "year: 2027").replace(/label: "?2026"?/, 'label: "2027"').replace(/valid: .*/, "valid: {from: 2027-01-01, to: 2027-12-31}").replace("child_allowance: 9756", "child_allowance: 10000"));
  await edit("de/country.yaml", (text) => text.replace("zweites Dienstverhältnis}\n", "weitere Arbeit}\n"));
  const own = await start({ rules, flags: ["--unsealed"] });
  const page = await open(browser, own, { locale: "de-DE" });
  await net(page).waitFor();
  await page.getByLabel("Steuerjahr").selectOption("2027");
  await page.getByLabel("Steuerklasse", { exact: true }).selectOption({ label: "6 – weitere Arbeit" });
  const want = await own.post("/v1/salary-net/net", { country: "DE", year: 2027, gross: 5000, de: { tax_class: 6 } });
  assert.equal(want.year, 2027);
  await net(page).getByText(cash(want.net, "EUR", "de-DE")).waitFor();
  await page.getByRole("link", { name: "Regeln" }).click();
  await page.getByLabel("Steuerjahr").selectOption("2027");
  await page.locator(".parameters tr.changed", { hasText: "child_allowance" }).getByText("10.000,00").waitFor();
  await own.stop();
  await closed(page);
});

test("key: mistyped, used up, revoked, forgotten; credits shown", async () => {
  const secret = server.keys("create", "--credits", "2");
  const id = server.keys("list").split("\n").map((line) => line.trim().split(/\s+/)[0]).at(-1);
  const page = await open(browser, server, { path: "/#/key" });
  await page.getByText("payslate keys create").waitFor();
  await page.getByLabel("API key").fill("ps_live_nothing");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#key-error", { hasText: "not accepted" }).waitFor();
  await page.getByLabel("API key").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await net(page).waitFor();
  await page.locator(".credits", { hasText: /^1 credits/ }).waitFor();
  await page.getByLabel(/^Gross pay/).fill("4000");
  await page.locator(".headline").getByText(cash(4000)).waitFor();
  await page.getByLabel(/^Gross pay/).fill("4100");
  await page.getByRole("alert").filter({ hasText: "used up" }).waitFor();
  server.keys("revoke", id);
  await page.getByLabel(/^Gross pay/).fill("4200");
  await page.getByRole("alert").filter({ hasText: "revoked" }).waitFor();
  await shot(page, "revoked");
  await page.getByRole("link", { name: "Enter another key" }).click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem("payslate.key")), null);
  await closed(page);
});

test("key: an address with another key asks before the kept one is forgotten", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  const other = server.keys("create", "--credits", "7").split("\n").pop().trim();
  const kept = () => page.evaluate(() => localStorage.getItem("payslate.key"));
  const visit = () => page.evaluate((key) => { location.hash = `#key=${key}`; }, other);
  await visit();
  await page.getByRole("dialog").getByRole("button", { name: "Keep the key" }).click();
  assert.equal(await kept(), server.key);
  await visit();
  await page.getByRole("dialog").getByRole("button", { name: "Use the other key" }).click();
  assert.equal(await kept(), other);
  assert.ok(!page.url().includes("key="));
  await closed(page);
});

test("a server that has gone is told of, and found again", async () => {
  const own = await start();
  const page = await open(browser, own);
  await net(page).waitFor();
  await own.stop();
  await page.getByLabel(/^Gross pay/).fill("4567");
  await page.getByRole("alert").filter({ hasText: "does not respond" }).waitFor();
  await shot(page, "gone");
  const again = await start({ listen: new URL(own.address).host, data: own.data });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".headline").getByText(cash(4567)).waitFor();
  await again.stop();
  await closed(page);
});

// unnoticed changes each field of the form, one after the other and back again, and names those
// after which the last result is not dimmed and out of use.
const unnoticed = (page, result) => page.evaluate(async (selector) => {
  const missed = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isStale = () => { const place = document.querySelector(selector); return place.inert && Number(getComputedStyle(place).opacity) <= 0.5; };
  const settled = async () => { for (let i = 0; isStale() && i < 600; i++) await new Promise((resolve) => setTimeout(resolve, 20)); };
  const fields = () => [...document.querySelectorAll(".inputs :is(input, select), .spans input")].filter((field) => field.getClientRects().length);
  const set = (field, value) => {
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  };
  for (let i = fields().length - 1; i >= 0; i--) {
    const field = fields()[i];
    if (!field || field.type === "radio" || field.role === "combobox" || field.closest(".records, .whereabouts") || ["regime", "country", "year", "period"].includes(field.closest("[data-name]")?.dataset.name)) continue;
    await settled();
    const before = field.value;
    const next = field.tagName === "SELECT" ? [...field.options].find((option) => option.value !== before)?.value : field.type === "datetime-local" ? "2026-05-12T10:00" : field.type === "date" ? "2026-05-12" : "x";
    if (next === undefined || next === before) continue;
    if (field.type === "checkbox") field.click();
    else set(field, next);
    await frame();
    if (!isStale()) missed.push(field.labels?.[0]?.textContent ?? field.ariaLabel);
    if (field.type === "checkbox") field.click();
    else set(field, before);
  }
  await settled();
  return missed;
}, result);

test("no result stands as if it were of what is entered now", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  const result = page.locator(".result");
  const dimmed = async () => { await page.locator(".result.stale").waitFor(); assert.equal(await result.evaluate((element) => element.inert), true); };
  // An invalid input: the last result stays dimmed until it is mended.
  const pay = page.getByLabel(/^Gross pay/);
  for (const wrong of ["5.000,x", "", "0"]) {
    await pay.fill(wrong);
    await page.waitForTimeout(600);
    await dimmed();
  }
  await shot(page, "stale-payslip");
  await pay.fill("4200");
  await page.locator(".headline").getByText(cash(4200)).waitFor();
  await page.locator(".stale").waitFor({ state: "detached" });
  // An answer that comes late is of no use to what was entered meanwhile.
  let held;
  await page.route("**/explain", async (route) => { if (route.request().postDataJSON().gross === 4300) held = route; else await route.continue(); });
  await pay.fill("4300");
  await pay.press("Enter");
  await page.waitForTimeout(600);
  await pay.fill("4400x");
  await held.continue();
  await page.waitForTimeout(600);
  await dimmed();
  assert.equal(await page.locator(".headline").getByText(cash(4300)).count(), 0);
  // A refusal takes the result away.
  await pay.fill("4200");
  await page.getByLabel("Country").selectOption("UK");
  await page.locator(".headline").getByText("£").first().waitFor();
  await page.getByRole("textbox", { name: /^Tax code/ }).fill("99");
  await page.getByRole("alert").waitFor();
  assert.equal(await net(page).count(), 0);
  await page.getByRole("textbox", { name: /^Tax code/ }).fill("1257L");
  await net(page).waitFor();
  assert.deepEqual(await unnoticed(page, ".result"), []);
  await page.getByRole("link", { name: "Curve", exact: true }).click();
  await page.locator(".plot canvas").first().waitFor();
  assert.deepEqual(await unnoticed(page, ".result"), []);
  await closed(page);
});

test("trip: a change dims the total until the trip is calculated again", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  await fillTrip(page);
  const price = page.getByRole("button", { name: "Calculate the trip" });
  await price.click();
  await page.locator(".result .big").waitFor();
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-15T09:00");
  await page.locator(".result.stale").waitFor();
  await page.getByText("The trip has changed").waitFor();
  await shot(page, "stale-trip");
  await price.click();
  await page.locator(".stale").waitFor({ state: "detached" });
  // Priced for what was entered before a change: not shown.
  let held;
  await page.route("**/trip", async (route) => { held = route; });
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-16T09:00");
  await price.click();
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-17T09:00");
  await held.continue();
  await page.waitForTimeout(400);
  assert.equal(await page.locator(".result.stale").count(), 1);
  await page.unroute("**/trip");
  await price.click();
  await page.locator(".stale").waitFor({ state: "detached" });
  assert.deepEqual(await unnoticed(page, ".result"), []);
  await closed(page);
});

test("trip: a foreign city is not taken for one of the regime's country", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  const place = page.getByRole("combobox", { name: "Place" });
  for (const [regime, city, wrong] of [["de-federal", "Vienna", "Germany"], ["de-federal", "Zurich", "Germany"], ["de-federal", "Dublin", "Germany"], ["de-federal", "Vienna, Austria", "Germany"],
    ["us-federal", "Paris", "United States"], ["uk-revenue", "Vienna", "United Kingdom"]]) {
    await page.getByLabel("Rules that apply").selectOption(regime);
    await place.fill(city);
    await page.waitForTimeout(900);
    await place.press("Tab");
    await page.waitForTimeout(200);
    const taken = await place.inputValue();
    assert.ok(!taken.endsWith(wrong), `${regime}: ${city} became ${taken}`);
  }
  // What the service knows of the name is there to choose from.
  await page.getByLabel("Rules that apply").selectOption("de-federal");
  await place.fill("Vienna");
  await page.getByLabel("Arrival", { exact: true }).fill("2026-05-11T08:00");
  await page.getByLabel("Departure", { exact: true }).fill("2026-05-12T21:30");
  await place.fill("Wien");
  await page.getByRole("option", { name: "Vienna, Austria" }).click();
  await page.getByRole("button", { name: "Calculate the trip" }).click();
  const want = await server.post("/v1/travel-per-diem/trip", { regime: "de-federal", legs: [{ country: "AT", city: "Vienna", arrive: "2026-05-11T08:00", depart: "2026-05-12T21:30" }] });
  await page.locator(".big", { hasText: cash(want.total) }).waitFor();
  await closed(page);
});

test("trip: one search knows all cities, with their country and state, whatever the rules", async () => {
  const page = await open(browser, server);
  await net(page).waitFor();
  await page.getByRole("link", { name: "Trip" }).click();
  const place = page.getByRole("combobox", { name: "Place" });
  for (const [regime, text, option] of [["us-federal", "Bellevue", "Bellevue, King County, WA, United States"], ["de-federal", "Wien", "Vienna, Austria"], ["uk-revenue", "Lyon", "Lyon, France"], ["us-federal", "Mailand", "Milan, Italy"], ["uk-revenue", "Bellevue", /^Bellevue, .*United States$/]]) {
    await page.getByLabel("Rules that apply").selectOption(regime);
    await place.fill(text);
    await page.getByRole("option", { name: option, exact: true }).first().waitFor();
  }
  await closed(page);
});

test("what was entered outlives another language and another country; words are those of people", async () => {
  const page = await open(browser, server, { path: "/?country=CH&gross=5000" });
  const country = page.getByRole("combobox", { name: "Country" }), gross = page.getByRole("textbox", { name: "Gross pay" });
  await page.getByRole("button", { name: "“Taxed at source”: No" }).waitFor();
  await country.selectOption("DE");
  await page.getByRole("button", { name: "Job ticket" }).waitFor();
  await page.getByRole("textbox", { name: "Children under 25" }).fill("2");
  await gross.fill("4200");
  await page.locator(".headline").getByText("4,200.00").waitFor();
  await country.selectOption("US");
  await page.locator(".headline").getByText("US$4,200.00").waitFor();
  assert.equal(await page.getByRole("button", { name: "Job ticket" }).count(), 0);
  await country.selectOption("DE");
  assert.equal(await page.getByRole("textbox", { name: "Children under 25" }).inputValue(), "2");
  await page.locator("header select").selectOption("de");
  await page.locator(".headline").getByText("4.200,00").waitFor();
  await page.context().close();
});
