// The program under test, on a ledger of its own, and a browser.
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const program = process.env.PAYSLATE_PROGRAM;
const shots = process.env.PAYSLATE_SHOTS;
const small = process.env.PAYSLATE_STORIES === "phone";

// start runs the server, on a ledger that is there where data names one; key is one of a
// new one, signedIn the page's address with it, rules a folder of rules in place of its own,
// flags what else it is started with.
export async function start({ listen = "127.0.0.1:0", data, rules, flags = [] } = {}) {
  const fresh = data === undefined;
  data ??= mkdtempSync(join(tmpdir(), "payslate-page-"));
  const keys = (...words) => execFileSync(program, ["keys", ...words, "--data", data], { encoding: "utf8" }).trim();
  const key = fresh ? keys("create", "--credits", "1000") : undefined;
  const child = spawn(program, ["--listen", listen, "--data", data, ...(rules ? ["--rules", rules] : []), ...flags], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.setEncoding("utf8");
  const ready = new Promise((resolve, reject) => {
    child.stdout.on("data", (more) => { text += more; if (/ serves http/.test(text)) resolve(); });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  await ready;
  const address = / serves (http\S+)/.exec(text)[1];
  const signedIn = `${address}/#key=${key}`;
  const stop = () => new Promise((resolve) => { if (child.exitCode !== null) return resolve(); child.on("exit", resolve); child.kill("SIGTERM"); });
  const post = async (path, body, headers = {}) => (await fetch(address + path, { method: "POST", body: JSON.stringify(body), headers: { "X-API-Key": key, ...headers } })).json();
  return { address, key, data, signedIn, keys, stop, post };
}

export const launch = () => chromium.launch({ executablePath: process.env.PAYSLATE_CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--no-proxy-server"] });

// open opens a page in a profile of its own, in English and in Germany; problems collects what a browser
// complains about, and requests that leave the server. PAYSLATE_STORIES=phone asks for
// a small dark screen where a story names none.
export async function open(browser, server, { path = `/#key=${server.key}`, width = small ? 360 : 1440, height = small ? 740 : 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-DE", colorScheme: small ? "dark" : "light", permissions: ["clipboard-read", "clipboard-write"], ...options });
  // Links to what somebody looked at carry no key; who opens them here is signed in.
  if (path.includes("?") && server.key) await context.addInitScript((key) => { if (location.protocol !== "about:") localStorage.setItem("payslate.key", key); }, server.key);
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => { if (message.type() === "error" && !/status of 4\d\d|ERR_CONNECTION/.test(message.text())) problems.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(server.address) && !request.url().startsWith("data:")) problems.push(`request to ${request.url()}`); });
  await page.goto(server.address + path);
  return Object.assign(page, { problems });
}

export async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}
