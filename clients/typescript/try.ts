// Asks a server through the typed client: node built/try.js ADDRESS KEY
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./built/payslate.js";

const [address, key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address, headers: { "X-API-Key": key } });

const net = await client.POST("/v1/salary-net/net", {
  body: { country: "DE", year: 2026, gross: 5000, de: { tax_class: 3, state: "BY", children: 2 } },
});
assert.ok(net.data, JSON.stringify(net.error));
const payslip = net.data;
// Health insurance is a line of the employee and one of the employer: payer tells them apart.
const deductions = payslip.lines.filter((line) => line.payer === "employee");
const cents = (amount: number) => Math.round(amount * 100);
assert.equal(
  deductions.reduce((sum, line) => sum + cents(line.amount), 0),
  cents(payslip.gross) - cents(payslip.net),
);

const rates = await client.GET("/v1/travel-per-diem/rates", {
  params: { query: { regime: "de-federal", country: "US", city: "Boston", date: "2026-05-04" } },
});
assert.ok(rates.data, JSON.stringify(rates.error));
assert.equal(rates.data.currency, "EUR");

const trip = await client.POST("/v1/travel-per-diem/trip", {
  body: {
    regime: "de-federal",
    legs: [{ country: "DK", city: "Kopenhagen", arrive: "2026-05-04T12:00", depart: "2026-05-06T15:00" }],
  },
});
assert.ok(trip.data, JSON.stringify(trip.error));
assert.ok(trip.data.lines.length > 0);

// A refusal is an error with the status of the description, and is not charged.
const refused = await client.POST("/v1/salary-net/net", { body: { country: "DE", gross: 1500 } });
assert.equal(refused.response.status, 400);
assert.ok(refused.error);
assert.equal(net.response.headers.get("X-Credits-Remaining"), "999");
assert.equal(trip.response.headers.get("X-Credits-Remaining"), "997");
console.log(`TypeScript: net ${payslip.net} ${payslip.currency}, ${rates.data.meals} a day, trip ${trip.data.total}: typed and right`);
