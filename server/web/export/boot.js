// Lets the page run without a server: it is the first script of an exported page, and answers
// the page's requests by the engine, in a thread of its own, or from files of the export.
import { open } from "./engine/index.js";

globalThis.payslateHere = true; // the page then speaks of no key

const texts = {
  en: ["Loading the calculator", "The calculator could not be loaded: "],
  de: ["Der Rechner wird geladen", "Der Rechner konnte nicht geladen werden: "],
  nl: ["De rekenmodule wordt geladen", "De rekenmodule kon niet worden geladen: "],
  sv: ["Beräkningen läses in", "Beräkningen kunde inte läsas in: "],
  nb: ["Beregningen lastes", "Beregningen kunne ikke lastes: "],
};
// As the page chooses its language: the one kept, else the first of the browser's that it has.
const chosen = [localStorage.getItem("payslate.language"), ...navigator.languages].map((each) => each?.toLowerCase().split("-")[0].replace(/^n[on]$/, "nb"));
const [loading, failed] = texts[chosen.find((each) => each in texts) ?? "en"];

const bar = document.createElement("progress");
bar.setAttribute("aria-label", loading);
bar.className = "engine-loading";
document.body.prepend(bar);

const engine = open({ wasm: new URL("engine/payslate.wasm.gz", import.meta.url), progress: (share) => { bar.value = share; } });
engine.then(() => bar.remove(), (problem) => {
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.textContent = failed + problem.message;
  bar.replaceWith(said);
});

const json = (status, body) => new Response(body, { status, headers: { "Content-Type": "application/json" } });
const file = (name) => network(new URL(name, import.meta.url));
const network = globalThis.fetch.bind(globalThis);

// What the service would answer at once and always in the same way is a file of the export.
const kept = { "/page/openapi.json": "openapi", "/page/tables.json": "tables", "/page/salary-net/countries": "countries", "/page/travel-per-diem/regimes": "regimes" };

globalThis.fetch = async (address, options = {}) => {
  const { origin, pathname, search } = new URL(address, location.href);
  if (origin !== location.origin || !/^\/(page|rules)\//.test(pathname)) return network(address, options);
  const language = options.headers?.["Accept-Language"] ?? "en";
  if (pathname in kept && search === "") return file(`answers/${kept[pathname]}.${language in texts ? language : "en"}.json`);
  if (pathname.startsWith("/rules/") && search === "") return file(pathname === "/rules/" ? "answers/rules.json" : pathname.slice(1));
  const path = pathname.replace("/page/", "/v1/");
  const payslate = await engine;
  if (options.headers?.["Content-Type"] === "application/x-ndjson") return lines(payslate, path, options.body, language);
  const { status, body } = await payslate.request(path, search.slice(1), options.body ?? "", language);
  return json(status, body);
};

const itemsAtOnce = 100;

// lines answers a stream of one request a line by batches of them.
function lines(payslate, path, body, language) {
  const waiting = body.split("\n").filter((line) => line.trim() !== "");
  const encoder = new TextEncoder();
  return new Response(new ReadableStream({
    async pull(sink) {
      if (waiting.length === 0) return sink.close();
      const { status, body: answer } = await payslate.request(path, "", `{"items": [${waiting.splice(0, itemsAtOnce).join(",")}]}`, language);
      const parsed = JSON.parse(answer);
      const items = status === 200 ? parsed.items : [{ error: parsed.detail }];
      sink.enqueue(encoder.encode(items.map((item) => `${JSON.stringify(item)}\n`).join("")));
    },
  }), { headers: { "Content-Type": "application/x-ndjson" } });
}

// A page that shows this one in a frame may set the payslip by plain parameters:
// ?country=UK&gross=4000&tax_code=1257L, or net in place of gross.
const asked = new URLSearchParams(location.search);
if (asked.has("country") && location.hash === "") {
  const plain = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : { true: true, false: false }[text] ?? text);
  const { country, year, period, gross, net, ...profile } = Object.fromEntries([...asked].map(([name, value]) => [name, plain(value)]));
  const scenario = { country, year, period, known: gross === undefined ? "net" : "gross", amount: gross ?? net, profile };
  location.hash = `#/payslip?s=${encodeURIComponent(JSON.stringify(scenario))}`;
}

// After the first visit the page works without a network.
navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => {});
