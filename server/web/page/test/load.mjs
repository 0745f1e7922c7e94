// Modules of the page in Node: built as the page is, in the words of one language, with what
// they ask of a browser.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ask = globalThis.fetch;
Map.groupBy ??= (all, by) => { const groups = new Map(); for (const each of all) groups.set(by(each), [...groups.get(by(each)) ?? [], each]); return groups; }; // as browsers have it

// load gives what an entry exports, a text such as `export * from "./src/reading/span.ts"`.
// server answers what the modules ask; locale is that of the browser.
export async function load(entry, { server = { address: "" }, locale = "en-GB" } = {}) {
  const outfile = join(await mkdtemp(join(tmpdir(), "payslate-module-")), "module.mjs");
  await build({
    stdin: { contents: entry, resolveDir: new URL("..", import.meta.url).pathname, loader: "ts" }, outfile,
    bundle: true, format: "esm", platform: "neutral", mainFields: ["module", "main"], target: ["es2022"], charset: "utf8", logLevel: "warning",
  });
  globalThis.localStorage = { getItem: (name) => (name === "payslate.key" ? server.key ?? null : null), setItem() {}, removeItem() {} };
  Object.defineProperty(globalThis, "navigator", { value: { languages: [locale] }, configurable: true });
  globalThis.document = { documentElement: {}, createElement: () => ({}) };
  globalThis.fetch = (path, options) => ask(String(path).startsWith("/") ? server.address + path : path, { ...options, headers: { ...options?.headers, "Sec-Fetch-Site": "same-origin" } });
  return import(pathToFileURL(outfile));
}
