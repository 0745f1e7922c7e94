// What the page computes and reads by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const page = await load(["api/failure", "curve/points", "payslip/taxable", "trips/rows", "trips/trip", "trips/weeks", "year/plan", "files/csv", "compare/Gathered"].map((name) => `export * as ${name.split("/")[1].toLowerCase()} from "./src/${name}.ts${name.includes("Gathered") ? "x" : ""}";`).join("\n"));
const { failure, points, taxable, rows, trip, weeks, plan, csv, gathered } = page;

test("a merge patch changes, adds and takes away", () => {
  assert.deepEqual(failure.patched({ gross: 1500, de: { tax_class: 1, factor: 0.9 } }, { de: { employment: "midijob", factor: null } }), { gross: 1500, de: { tax_class: 1, employment: "midijob" } });
  assert.deepEqual(failure.patched({ legs: [1, 2] }, { legs: [3] }), { legs: [3] });
  assert.deepEqual(failure.patched(undefined, { uk: { tax_code: "757L" } }), { uk: { tax_code: "757L" } });
});

test("a failure has its remedies, whether it is a refusal or an invalid request", () => {
  const remedies = [{ label: "It is a Midijob", set: { de: { employment: "midijob" } } }];
  const refused = failure.failureOf(400, { detail: { error: "unsupported_profile", message: "Too little.", loc: ["body", "gross"], remedies } });
  assert.deepEqual([refused.kind, refused.code, refused.faults, refused.remedies], ["refused", "unsupported_profile", [{ path: ["gross"], message: "Too little." }], remedies]);
  const invalid = failure.failureOf(422, { detail: [{ loc: ["body", "de", "tax_class"], msg: "No.", type: "less_than_equal", ctx: { le: 6 }, remedies }, { loc: ["body"], msg: "No.", type: "missing" }] });
  assert.deepEqual([invalid.kind, invalid.faults.length, invalid.remedies], ["invalid", 2, remedies]);
  for (const [status, kind] of [[401, "key"], [402, "credits"], [429, "limit"], [500, "service"]]) assert.equal(failure.failureOf(status, null).kind, kind);
});

test("taxable pay is gross pay with those components that lead to it, if only one way does", () => {
  const answer = (base) => ({ gross: 5000, lines: [{ key: "income_tax", payer: "employee", base }] });
  const car = { kind: "benefit_in_kind", amount: 720 }, pension = { kind: "pension", amount: 200 }, ticket = { kind: "tax_free", amount: 49 };
  const terms = (base, all) => taxable.taxableTerms(answer(base), all)?.terms.map(({ sign, amount }) => sign * amount);
  assert.deepEqual(terms(5520, [car, pension, ticket]), [720, -200]);
  assert.equal(terms(5000, [car]), undefined);
  assert.equal(terms(5100, [car]), undefined, "no way leads there");
  assert.equal(terms(5200, [pension, { ...pension, kind: "other" }]), undefined, "two ways lead there");
});

test("a marginal rate does not reach over a ceiling", () => {
  const all = Array.from({ length: 301 }, (_, i) => ({ gross: 1000 + i * 10, net: 0, employee_deductions: 0 }));
  for (const point of all) { point.employee_deductions = Math.min(point.gross, 2505) * 0.4 + Math.max(0, point.gross - 2505) * 0.1; point.net = point.gross - point.employee_deductions; }
  const rates = [...points.marginalRates(all, [{ gross: 2505 }])].map(([gross, rate]) => [gross, Math.round(rate)]);
  assert.deepEqual([...new Set(rates.map(([, rate]) => rate))], [40, 10]);
  assert.ok(rates.every(([gross, rate]) => (gross <= 2500) === (rate === 40)));
  assert.deepEqual(points.usualSpan(5000), { from: 2500, to: 10000 });
  assert.deepEqual(points.usualSpan(undefined), points.usualSpan(5000));
});

test("bonuses and raises survive a change of country and back; another bonus adds", () => {
  const scenario = (country, period = "month") => ({ country, period, year: 2026, known: "gross", amount: 4000, profile: {} });
  const begun = { scenario: scenario("DE"), changes: [{ in: 11, one_off: 3000 }, { from: 7, profile: { tax_class: 3 } }], first: 3, last: undefined };
  const away = plan.withScenario(begun, scenario("UK"));
  assert.deepEqual(away.changes, [{ in: 11, one_off: 3000 }], "a circumstance is of its country");
  const back = plan.withScenario({ ...away, changes: [] }, scenario("DE"));
  assert.deepEqual([back.changes, back.first], [begun.changes, 3]);
  assert.deepEqual(plan.withScenario(begun, scenario("DE", "week")).changes, begun.changes);
  assert.deepEqual(plan.entered([{ in: 11, one_off: 3000 }], { in: 11, one_off: 500.1 }), [{ in: 11, one_off: 3500.1 }]);
  assert.deepEqual(plan.entered([{ from: 7, gross: 4100 }], { from: 7, gross: 4200 }), [{ from: 7, gross: 4200 }]);
});

test("meals that were paid for are entries of their own, and a copied stay follows", () => {
  const of = { regime: "de-federal", legs: [{ place: { country: "FR", city: "Lyon" }, arrive: "2026-05-11T14:00", depart: "2026-05-13T09:00" }], meals: { "2026-05-12": ["breakfast", "dinner"], "2026-06-01": ["lunch"] }, paid: { "2026-05-12 dinner": 10.4 }, lodging: ["2026-05-11", "2026-07-01"], overnight: true };
  const body = trip.bodyOf(of, ["breakfast", "lunch", "dinner"], { trip: [], leg: [] });
  assert.deepEqual(body.meals_provided, [{ date: "2026-05-12", meals: ["breakfast"] }, { date: "2026-05-12", meals: ["dinner"], paid: 10.4 }]);
  assert.deepEqual([body.lodging_provided, body.legs], [["2026-05-11"], [{ country: "FR", city: "Lyon", arrive: "2026-05-11T14:00", depart: "2026-05-13T09:00" }]]);
  assert.deepEqual([trip.following(of.legs[0]).arrive, trip.following(of.legs[0]).depart], ["2026-05-13T09:00", "2026-05-15T04:00"]);
  assert.deepEqual([trip.isWhole(of), trip.isWhole({ ...of, offsets: true }), trip.isWhole({ ...of, legs: [{}] })], [true, false, false]);
  assert.deepEqual(weeks.weeksOf(["2026-05-10", "2026-05-11", "2026-05-17", "2026-05-18"]), [["2026-05-10"], ["2026-05-11", "2026-05-17"], ["2026-05-18"]]);
});

test("trips are read from a table", () => {
  const found = rows.readTrips([["Reisen 2026"], ["Mitarbeiter", "Ort", "Land", "Ankunft", "Abreise", "Uhrzeit Ankunft"], ["Ada", "Lyon", "FR", "11.05.2026 14:00", "13.05.2026 9:30", ""], ["Bea", "", "", "viel", "13.05.2026", ""], ["", "", "", "", "", ""]], "de-federal");
  assert.equal(found.length, 2);
  assert.deepEqual(found[0].body, { regime: "de-federal", legs: [{ country: "FR", city: "Lyon", arrive: "2026-05-11T14:00", depart: "2026-05-13T09:30" }] });
  assert.ok(found[1].error);
  assert.equal(rows.readTrips([["a", "b"], ["1", "2"]], "de-federal"), undefined);
});

test("no cell of a file is a formula", () => {
  const text = csv.csv([["=1+1", "a,\n=2", 3.5, null], ["-x", "ok", -4, undefined]]);
  assert.equal(text, "\ufeff'=1+1,\"a,\n'=2\",3.5,\r\n'-x,ok,-4,\r\n");
});

test("what holds for several scenarios is said once", () => {
  assert.deepEqual(gathered.gathered(["scenario 1: A.", "scenario 2: A.", "B."], [0, 3]), ["Scenario 1, 4: A.", "B."]);
});
