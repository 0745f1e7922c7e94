// The package as its users meet it: answers, errors, and an engine that answers on after
// anything that it is sent.
import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { open, PayslateError } from "../index.js";

let payslate;
before(async () => { payslate = await open(); });
after(() => payslate.close());

test("answers a payslip, a trip and a place", async () => {
  assert.equal((await payslate.net({ country: "DE", gross: 5000 })).net, 3130.09);
  assert.deepEqual(await payslate.net({ country: "DE", gross: 5000 }, { fields: ["net"] }), { net: 3130.09 });
  assert.equal((await payslate.net('{"country": "NL", "gross": 4000.00}')).currency, "EUR");
  assert.ok((await payslate.countries()).countries.length >= 5);
  assert.ok((await payslate.rates({ regime: "de-federal", country: "FR", city: "Paris", date: "2026-03-10" })).meals > 0);
  const trip = await payslate.trip({ regime: "de-federal", legs: [{ country: "FR", city: "Paris", arrive: "2026-03-10T09:30", depart: "2026-03-12T18:00" }] });
  assert.ok(trip.total > 0);
  assert.match((await payslate.net({ country: "DE", gross: 5000 }, { language: "de" })).disclaimer, /Steuer/);
});

test("throws what the service answers", async () => {
  await assert.rejects(payslate.net({ country: "DE", gross: -1, unknown: 2 }), (problem) => {
    assert.ok(problem instanceof PayslateError);
    assert.equal(problem.status, 422);
    assert.equal(problem.detail.length, 2);
    assert.deepEqual(problem.loc, ["body", "gross"]);
    return true;
  });
  await assert.rejects(payslate.net({ country: "DE", gross: 4000, year: 2019 }), { status: 400, error: "unsupported_year" });
  await assert.rejects(payslate.rates({ regime: "de-federal", country: "Nowhere" }), { status: 400, error: "unknown_location" });
  await assert.rejects(payslate.net("{"), { status: 422, error: "json_invalid" });
  await assert.rejects(payslate.net(undefined), { status: 422, error: "missing" });
});

test("answers in this thread", async () => {
  const here = await open({ worker: false, language: "de" });
  assert.equal((await here.net({ country: "UK", gross: 3000, year: 2026 })).currency, "GBP");
});

test("starts again after it was closed", async () => {
  const other = await open();
  await other.close();
  assert.equal((await other.net({ country: "DE", gross: 5000 })).net, 3130.09);
  await other.close();
});

test("answers on after 10,000 requests of any kind", { timeout: 1_800_000 }, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const upTo = (most, each) => Array.from({ length: Math.floor(random() * most) }, each);
  const broken = ["{", "[1,", '{"a":1,"a":2}', "\u0000", "1e400", "[".repeat(20_000)];
  const values = [null, true, false, 0, -1, 1e308, 1e-9, 2026, 4000, "", "DE", "1257L", "\u0000", "\ud800", "x".repeat(5000), [], {}, [[]], { a: {} }, "2026-02-30", "NaN", [1, 2, 3], Number.MAX_SAFE_INTEGER];
  const names = ["country", "year", "period", "gross", "net", "de", "uk", "nl", "se", "no", "pay_date", "legs", "regime", "scenarios", "items", "changes", "tax_class", "__proto__", "q", "city", "from", "to", "points"];
  const value = (depth) => {
    if (depth === 0 || random() < 0.6) return pick(values);
    return random() < 0.3 ? upTo(4, () => value(depth - 1)) : members(depth);
  };
  const members = (depth) => Object.fromEntries(upTo(5, () => [pick(names), value(depth - 1)]));
  const queries = ["parameters", "rates", "locations"];
  const methods = ["net", "netBatch", "gross", "compare", "year", "yearBatch", "curve", "explain", "trip", ...queries];
  for (let i = 0; i < 10_000; i++) {
    const method = pick(methods);
    // One in ten of the bodies is no object. A text as a query would be a parameter for each letter.
    let request = { ...(random() < 0.7 && { country: pick(["DE", "UK", "NL", "SE", "NO", "US", "CH", "AT"]), gross: 4000 }), ...(random() < 0.7 && members(3)) };
    if (random() < 0.1 && !queries.includes(method)) request = random() < 0.5 ? pick(broken) : value(1);
    const problem = await payslate[method](request).then(() => null, (problem) => problem);
    assert.ok(problem === null || (problem instanceof PayslateError && problem.status < 500), `seed ${seed}, request ${i}: ${method} ${JSON.stringify(request)?.slice(0, 500)}: ${problem}`);
    if (i % 1000 === 0) assert.equal((await payslate.net({ country: "DE", gross: 5000 })).net, 3130.09);
  }
});

// randomFrom is a generator of numbers from 0 to 1 that a seed repeats.
function randomFrom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
