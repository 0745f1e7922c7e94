// Connects to the server with the protocol's TypeScript clients, lists the tools, calls
// each of them, and compares the answers with REST.
//   node sdk.mjs ADDRESS KEY
import assert from "node:assert/strict";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [address, key] = process.argv.slice(2);
const api = `${address}/v1/salary-net`;
const endpoint = new URL(`${api}/mcp`);

const clients = {
  "SDK 1": [Client1, Transport1, {}],
  "SDK 2, 2025-11-25": [Client2, Transport2, { versionNegotiation: { mode: "legacy" } }],
  "SDK 2, 2026-07-28": [Client2, Transport2, { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
};

const calls = [
  ["calculate_net_salary", { country: "DE", gross: 5000, de: { tax_class: 3, children: 2 } }, "POST", "/net"],
  ["calculate_net_salary", { country: "UK", gross: 4583.33, uk: { region: "scotland" } }, "POST", "/net"],
  ["calculate_gross_salary", { country: "DE", net: 3000 }, "POST", "/gross"],
  ["compare_net_salaries", { scenarios: [{ country: "DE", gross: 5000 }, { country: "UK", gross: 4500 }] }, "POST", "/compare"],
  ["get_payroll_parameters", { country: "DE", year: 2026 }, "GET", "/parameters"],
  ["list_salary_countries", {}, "GET", "/countries"],
  // refused requests
  ["calculate_net_salary", { country: "DE", gross: 1500 }, "POST", "/net"],
  ["calculate_net_salary", { country: "DE", gross: "5000" }, "POST", "/net"],
  ["compare_net_salaries", { scenarios: [] }, "POST", "/compare"],
];

async function rest(input, method, path) {
  const query = method === "GET" ? `?${new URLSearchParams(input)}` : "";
  const response = await fetch(api + path + query, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: method === "GET" ? undefined : JSON.stringify(input),
  });
  return { ok: response.ok, text: await response.text(), left: response.headers.get("X-Credits-Remaining") };
}

for (const [name, [Client, Transport, options]] of Object.entries(clients)) {
  const connect = async (headers) => {
    const client = new Client({ name: "payslate-test", version: "1" }, options);
    await client.connect(new Transport(endpoint, { requestInit: { headers } }));
    return client;
  };

  const anonymous = await connect({});
  const { tools } = await anonymous.listTools();
  assert.equal(tools.length, 6, name);
  for (const tool of tools) assert.ok(tool.title && tool.description && tool.outputSchema, `${name}: ${tool.name}`);
  const refused = await anonymous.callTool({ name: "calculate_net_salary", arguments: { country: "DE", gross: 5000 } });
  assert.equal(refused.isError, true, name);
  assert.equal(JSON.parse(refused.content[0].text).detail.error, "missing_api_key", name);
  await anonymous.close();

  const agent = await connect({ "X-API-Key": key });
  // The clients validate structured content against the listed output schemas.
  await agent.listTools();
  for (const [tool, input, method, path] of calls) {
    const what = `${name}: ${tool} ${JSON.stringify(input)}`;
    const expected = await rest(input, method, path);
    const result = await agent.callTool({ name: tool, arguments: input });
    assert.equal(Boolean(result.isError), !expected.ok, what);
    assert.equal(result.content[0].text, expected.text, what);
    if (!expected.ok) continue;
    assert.deepEqual(result.structuredContent, JSON.parse(expected.text), what);
    assert.equal(result._meta.credits_remaining, Number(expected.left) - 1, what);
  }
  const wrapped = await agent.callTool({ name: "calculate_net_salary", arguments: { body: { country: "DE", gross: 5000 } } });
  assert.ok(wrapped.isError && wrapped.content[0].text.includes("without \\\"body\\\""), `${name}: ${wrapped.content[0].text}`);
  await assert.rejects(agent.callTool({ name: "no_such_tool", arguments: {} }), /not found/, name);
  await agent.close();
  console.log(`${name}: ${calls.length} calls match REST`);
}
