// The exported page in a browser: it computes without a server, offline after the first visit,
// and in a frame. PAYSLATE_EXPORT is the folder that "server export" wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { test } from "node:test";

const folder = process.env.PAYSLATE_EXPORT;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };

// serve serves the folder as a host of files does, below a path.
function serve(base) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    asked.push(`${request.method} ${path}`);
    if (path === "/favicon.ico") return response.writeHead(204).end(); // of the page around the frame
    if (path === "/frame") return response.setHeader("Content-Type", "text/html").end(`<iframe width="900" height="900" src="${base}?country=UK&gross=4000&tax_code=1100L"></iframe>`);
    const name = normalize(path.slice(base.length) || "index.html");
    try {
      const text = readFileSync(join(folder, name));
      response.setHeader("Content-Type", types[extname(name)] ?? "application/octet-stream").end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, asked, url: `http://127.0.0.1:${server.address().port}` })));
}

test("an exported page needs no server", { skip: folder ? false : "PAYSLATE_EXPORT names no folder", timeout: 300_000 }, async () => {
  const { chromium } = await import("playwright-core");
  const { server, asked, url } = await serve("/tools/pay/");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
  try {
    const context = await browser.newContext({ locale: "en-DE" });
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (problem) => problems.push(problem.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("response", (response) => response.status() >= 400 && problems.push(response.url()));
    const shows = (where, text) => where.getByText(text).first().waitFor({ timeout: 120_000 });

    await page.goto(`${url}/tools/pay/`);
    await shows(page, "3,130.09");
    await shows(page, "Nothing you type leaves this browser");
    assert.ok(asked.every((each) => each.startsWith("GET /tools/pay/")), asked.join("\n"));

    await page.waitForFunction(() => navigator.serviceWorker.ready.then((registration) => registration.active?.state === "activated"));
    const before = asked.length;
    await context.setOffline(true);
    await page.reload();
    await shows(page, "3,130.09");
    await page.getByLabel("Gross pay a month").fill("6000");
    await shows(page, "6,000.00");
    // Browsers ask whether the script of the service worker is new.
    assert.deepEqual(asked.slice(before).filter((each) => !each.endsWith("/offline.js")), []);
    await context.setOffline(false);

    await page.goto(`${url}/frame`);
    await shows(page.frameLocator("iframe"), "£4,000.00");
    assert.equal(await page.frameLocator("iframe").getByRole("textbox", { name: "Tax code" }).inputValue(), "1100L");
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    server.close();
  }
});
