// Answers are those of a server, byte for byte: all labelled cases that are requests. Needs a
// server that is open to everybody at PAYSLATE_URL.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "../index.js";

const url = process.env.PAYSLATE_URL;
const cases = new URL("../../../conformance/cases/", import.meta.url);

const pathOf = (request) => {
  if (request.legs) return "/v1/travel-per-diem/trip";
  if (request.scenarios) return "/v1/salary-net/compare";
  if (request.changes) return "/v1/salary-net/year";
  return request.net === undefined ? "/v1/salary-net/net" : "/v1/salary-net/gross";
};

test("answers as the server does", { skip: url ? false : "PAYSLATE_URL names no server", timeout: 600_000 }, async (t) => {
  const payslate = await open();
  let compared = 0;
  for (const name of readdirSync(cases, { recursive: true }).filter((name) => name.endsWith(".jsonl"))) {
    for (const line of readFileSync(new URL(name, cases), "utf8").split("\n").filter(Boolean)) {
      const { case: id, request } = JSON.parse(line);
      if (!request || (!request.country && !request.legs && !request.scenarios)) continue;
      const body = JSON.stringify(request), path = pathOf(request);
      const response = await fetch(url + path, { method: "POST", body, headers: { "Content-Type": "application/json", "Accept-Language": "en" } });
      const answer = await payslate.request(path, "", body);
      assert.equal(answer.status, response.status, id);
      assert.equal(answer.body, await response.text(), id);
      compared++;
    }
  }
  t.diagnostic(`${compared} cases`);
  assert.ok(compared >= 2000, `${compared} cases`);
  await payslate.close();
});
