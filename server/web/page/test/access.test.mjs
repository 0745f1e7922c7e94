// The page for everybody: keyboard, screen readers, small and dark screens,
// slow lines.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, open, shot, start } from "./server.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = ["payslip", "year", "compare", "curve", "many", "trip", "rates", "rules", "rulefile", "key"];
const sample = encodeURIComponent(JSON.stringify([{ country: "DE", amount: 5000 }, { country: "UK", amount: 4000, profile: { region: "scotland" } }]));
const firstView = 90_000; // bytes that the first view may take on the line

let server, browser;
before(async () => { server = await start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

async function show(page, view) {
  await page.evaluate((hash) => { location.hash = hash; }, `#/${{ compare: `compare?s=${sample}`, rulefile: "rules?file=de/employee_lines.yaml&line=60" }[view] ?? view}`);
  const shown = { payslip: ".headline", year: ".paydays", compare: ".matrix", curve: ".plot canvas", trip: ".legs", many: ".drop", rates: ".place", rules: ".parameters", rulefile: ".code .word", key: "#key" }[view];
  await page.locator(shown).first().waitFor();
  await page.locator(".stale").waitFor({ state: "detached" });
}

// found lists what axe finds.
async function found(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`);
}

for (const { name, width, scheme, locale } of [
  { name: "desktop", width: 1440, scheme: "light", locale: "en-GB" },
  { name: "phone", width: 360, scheme: "dark", locale: "de-DE" },
]) {
  test(`${name}, ${locale}: nothing for axe, light or dark, nothing wider than the screen`, async () => {
    const page = await open(browser, server, { width, colorScheme: scheme, locale });
    await page.locator(".headline").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale.slice(0, 2));
    for (const view of views) {
      await show(page, view);
      await shot(page, `${view}-${name}`);
      const wide = await page.evaluate(() => [...document.querySelectorAll("main *, header *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroll, nav, .unseen, dialog")).map((each) => `${each.tagName}.${each.className}`).slice(0, 5));
      assert.deepEqual(wide, [], `${view} is wider than the screen`);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await found(page), [], `${view}, ${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: scheme });
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

test("the explanation and the dialog of a scenario: nothing for axe", async () => {
  const page = await open(browser, server);
  await page.locator(".headline .big button").click();
  await page.locator("dialog summary").first().click();
  assert.deepEqual(await found(page), []);
  await page.keyboard.press("Escape");
  await show(page, "compare");
  await page.getByRole("button", { name: "Change: Scenario 2" }).click();
  await page.getByRole("dialog").getByLabel("Country").waitFor();
  assert.deepEqual(await found(page), []);
  await page.context().close();
});

// keyboard moves through a page by keys alone.
function keyboard(page) {
  const focused = () => page.evaluate(() => {
    const at = document.activeElement;
    if (at === document.body) return ""; // it has the texts of all
    const label = at.getAttribute("aria-labelledby") && document.getElementById(at.getAttribute("aria-labelledby")).textContent;
    return at.getAttribute("aria-label") ?? label ?? at.labels?.[0]?.textContent ?? at.textContent;
  });
  const tabTo = async (wanted, most = 140) => {
    const met = [];
    for (let i = 0; i < most; i++) {
      await page.keyboard.press("Tab");
      met.push(await focused());
      if (wanted.test(met.at(-1))) return;
    }
    assert.fail(`the keyboard does not reach ${wanted}, but ${met.join(" | ").slice(0, 2000)}`);
  };
  const type = async (wanted, text) => { await tabTo(wanted); await page.keyboard.press("Control+a"); await page.keyboard.type(text); };
  const press = async (wanted, key = "Enter") => { await tabTo(wanted); await page.keyboard.press(key); };
  return { focused, tabTo, type, press };
}

test("keyboard only: the key, then from the address to the reasons", async () => {
  const page = await open(browser, server, { path: "/#/key" });
  const { focused, tabTo, type, press } = keyboard(page);
  await page.locator("#key").waitFor();
  assert.match(await focused(), /^API key$/, "the key field has no focus");
  await page.keyboard.type(server.key);
  await page.keyboard.press("Enter");
  await page.locator(".headline").waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await press(/Skip to the content/);
  await type(/^Gross pay/, "6000");
  await page.locator(".headline").getByText("6,000.00").waitFor();
  await tabTo(/^Why .*Net pay$/);
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid", "the focus is not seen");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await press(/wage tax/);
  await page.locator("dialog details[open] .sentence").first().waitFor();
  await press(/^For experts/);
  await page.locator("dialog .formula").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await focused(), /^Why .*Net pay$/, "the focus does not come back");
  await page.context().close();
});

test("keyboard only: a comparison", async () => {
  const page = await open(browser, server);
  const { type, press } = keyboard(page);
  await page.locator(".headline").waitFor();
  await press(/^Compare$/);
  await page.locator(".empty").waitFor();
  for (const amount of ["4000", "5000"]) {
    await press(/Add a scenario/);
    await page.getByRole("dialog").waitFor();
    await type(/^Gross pay/, amount);
    await press(/^Apply$/);
    await page.locator(".matrix thead").getByText(amount === "4000" ? "1." : "2.").waitFor();
  }
  const [download] = await Promise.all([page.waitForEvent("download"), press(/^CSV$/)]);
  assert.equal((await readFile(await download.path(), "utf8")).trim().split("\n").length, 3);
  await press(/^Remove: Scenario 1$/);
  await page.locator(".matrix thead").getByText("2.").waitFor({ state: "detached" });
  await page.context().close();
});

test("keyboard only: a curve", async () => {
  const page = await open(browser, server);
  const { type, press } = keyboard(page);
  await page.locator(".headline").waitFor();
  await press(/^Curve$/);
  await page.locator(".plot canvas").first().waitFor();
  await press(/^Overlay another/);
  await page.getByRole("dialog").waitFor();
  await press(/^Tax year$/, "ArrowUp");
  await press(/^Apply$/);
  await page.getByText(/1\. Germany \d+, 2\. Germany/).first().or(page.getByText(/ 2\. Germany \d+/).first()).waitFor();
  await type(/^To gross pay$/, "7000");
  await page.locator(".thresholds li").filter({ hasText: "8,450.00" }).first().waitFor({ state: "detached" });
  await press(/^As a table$/);
  await page.locator("details[open] caption").first().waitFor();
  await page.context().close();
});

test("keyboard only: a calculated trip", async () => {
  const page = await open(browser, server);
  const { tabTo, type, press } = keyboard(page);
  await page.locator(".headline").waitFor();
  await press(/^Trip$/);
  await page.locator(".legs").first().waitFor();
  await tabTo(/^Place$/);
  await page.keyboard.type("boston");
  await page.locator("[role=option]").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  for (const [label, digits] of [[/^Arrival/, "05112026\t0200p"], [/^Departure/, "05132026\t0900a"]]) {
    await tabTo(label, 10);
    for (const [i, part] of digits.split("\t").entries()) {
      if (i) await page.keyboard.press("Tab");
      await page.keyboard.type(part);
    }
  }
  await press(/^Lunch, Tue, 12 May/, "Space");
  await type(/^Lunch, Tue, 12 May 2026$/, "5");
  await press(/^Calculate the trip$/);
  await page.locator(".headline .big").waitFor();
  await page.locator(".lines").getByText("less 5.00 EUR paid").waitFor();
  await page.context().close();
});

test("keyboard only: the rules", async () => {
  const page = await open(browser, server);
  const { type, press } = keyboard(page);
  await page.locator(".headline").waitFor();
  await press(/^Rules$/);
  await page.locator(".parameters tr.changed").first().waitFor();
  await press(/^Country$/, "u");
  await page.locator(".parameters").getByText("ni_employer_rate").waitFor();
  await type(/^Find$/, "employer rate");
  await page.locator(".parameters tbody tr:visible").nth(1).waitFor({ state: "detached" });
  await press(/^uk\/income_tax/);
  await page.locator(".code li").first().waitFor();
  await page.context().close();
});

test("the language is switched and kept", async () => {
  const page = await open(browser, server);
  await page.locator(".headline").waitFor();
  await page.getByLabel("Language").selectOption("de");
  await page.getByText("Abzüge", { exact: true }).first().waitFor();
  await page.getByLabel("Steuerklasse", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("Abzüge", { exact: true }).first().waitFor();
  await page.context().close();
});

test("the first view is light, and what it needs later is kept for good", async () => {
  const page = await open(browser, server, { path: "/assets/licences.txt" }); // nothing of the view is kept yet
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
  const kept = [];
  page.on("response", (response) => { if (/\.(js|css)$/.test(response.url())) kept.push(response.headers()["cache-control"]); });
  await page.goto("about:blank");
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new window.PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) globalThis.shifted += each.value; }).observe({ type: "layout-shift", buffered: true });
    new window.MutationObserver(() => { if (!globalThis.figure && document.querySelector(".headline .big")) globalThis.figure = performance.now(); }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${server.address}/#key=${server.key}`);
  await page.locator(".headline").waitFor();
  await page.waitForLoadState("networkidle");
  assert.ok(bytes > 10_000 && bytes < firstView, `${bytes} bytes`);
  const { shifted, figure } = await page.evaluate(() => ({ shifted: globalThis.shifted, figure: globalThis.figure }));
  console.log(`first view: ${bytes} bytes on the line, the first figure after ${Math.round(figure)} ms, layout shift ${shifted.toFixed(4)}`);
  assert.ok(shifted <= 0.01, `layout shift ${shifted}`);
  assert.ok(kept.length >= 2 && kept.every((each) => each.includes("immutable")), kept.join());
  await page.context().close();
});
