// The package in what bundlers make of it, in a browser: each build finds the worker and the
// engine, and prints how long the first payslip takes and what the browser's process holds.
// Usage: node bundlers.mjs FOLDER, in which payslate and the bundlers are installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const project = resolve(process.argv[2]);
const run = (program, ...words) => execFileSync(join(project, "node_modules/.bin", program), words, { cwd: project, stdio: ["ignore", 2, "inherit"] });
const html = (script) => `<!doctype html><meta charset="utf-8"><title>Payslate</title><script type="module" src="${script}"></script>`;

// The builds, each as the README tells it.
const builds = {
  vite: () => run("vite", "build", "--logLevel", "warn", "--outDir", "dist/vite"),
  webpack: () => {
    run("webpack", "--mode", "production", "--entry", "./app.mjs", "--output-path", "dist/webpack");
    writeFileSync(join(project, "dist/webpack/index.html"), html("main.js"));
  },
  esbuild: () => {
    run("esbuild", "app.mjs", "worker=payslate/worker.js", "--bundle", "--format=esm", "--outdir=dist/esbuild", "--log-level=warning");
    copyFileSync(join(project, "node_modules/payslate/payslate.wasm"), join(project, "dist/esbuild/payslate.wasm"));
    writeFileSync(join(project, "dist/esbuild/index.html"), html("app.js"));
  },
};

mkdirSync(join(project, "dist"), { recursive: true });
writeFileSync(join(project, "index.html"), html("/app.mjs"));
writeFileSync(join(project, "app.mjs"), `import { open } from "payslate";
const begun = performance.now();
const payslate = await open();
const slip = await payslate.net({ country: "DE", gross: 5000 });
const first = performance.now();
await payslate.net({ country: "DE", gross: 5001 });
globalThis.result = { net: slip.net, first: Math.round(first - begun), next: Math.round(performance.now() - first) };
`);

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const serve = (folder) => new Promise((ready) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    try {
      const bytes = readFileSync(join(folder, pathname === "/" ? "index.html" : pathname));
      response.writeHead(200, { "Content-Type": types[extname(pathname)] ?? "text/html", "Content-Length": bytes.length }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1", () => ready(server));
});

// resident is the memory of the process that shows the page, in megabytes.
async function resident(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024);
  return Math.max(...sizes);
}

for (const [name, build] of Object.entries(builds)) {
  build();
  const server = await serve(join(project, "dist", name));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--no-proxy-server"] });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (problem) => problems.push(problem.message));
    page.on("response", (response) => { if (response.status() >= 400 && !response.url().endsWith("favicon.ico")) problems.push(response.url()); });
    await page.goto("about:blank");
    const before = await resident(browser);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.result, undefined, { timeout: 120_000 }).catch((problem) => { throw new Error(`${name}: ${problems.join("; ") || problem.message}`); });
    const { net, first, next } = await page.evaluate(() => globalThis.result);
    assert.equal(net, 3130.09, name);
    assert.deepEqual(problems, [], name);
    console.log(`${name}: net pay ${net}, the first payslip after ${first} ms, the next after ${next} ms, memory ${Math.round(before)} to ${Math.round(await resident(browser))} MB`);
  } finally {
    await browser.close();
    server.close();
  }
}
