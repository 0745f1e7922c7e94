// Checks the results of the conformance suite: every check must pass unless
// expected-failures.yaml lists it, and every listed check must fail.
//   node conformance.mjs VERSION=RESULTS … prints a table in Markdown.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const groups = parse(readFileSync(new URL("expected-failures.yaml", import.meta.url), "utf8"));
const pattern = (glob) => new RegExp(`^${glob.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}$`);
const expectations = groups.flatMap((group, index) =>
  group.checks.map((glob) => ({ glob, group: index, matches: pattern(glob), message: new RegExp(group.message), used: false })));
const surprises = [];

const judge = (scenario, check) => {
  if (check.status === "SUCCESS" || check.status === "INFO") return "passed";
  if (check.status === "SKIPPED") return "skipped";
  const name = `${scenario}:${check.id}`;
  const message = check.errorMessage ?? check.description ?? "";
  const expected = check.id.startsWith("wire-schema-") ? undefined
    : expectations.find((e) => e.matches.test(name) && e.message.test(message));
  if (!expected) {
    surprises.push(`${name}: ${check.status}: ${message}`);
    return "failed";
  }
  expected.used = true;
  return expected.group;
};

const table = (version, folder) => {
  const rows = [];
  for (const result of readdirSync(folder).filter((name) => name.startsWith("server-")).sort()) {
    const scenario = result.match(/^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/)[1];
    const verdicts = JSON.parse(readFileSync(join(folder, result, "checks.json"), "utf8")).map((check) => judge(scenario, check));
    if (verdicts.length === 0) surprises.push(`${scenario}: the suite ran no checks`);
    const passed = verdicts.filter((verdict) => verdict === "passed").length;
    const excused = [...new Set(verdicts.filter((verdict) => typeof verdict === "number"))];
    rows.push({ scenario, passed, failed: verdicts.includes("failed"), excused, not: verdicts.filter((v) => typeof v === "number").length });
  }
  if (rows.length === 0) surprises.push(`${version}: the suite has no results in ${folder}`);
  console.log(`\n**Protocol ${version}**: ${rows.length} scenarios, ${rows.reduce((sum, row) => sum + row.passed, 0)} checks passed, `
    + `${rows.reduce((sum, row) => sum + row.not, 0)} not applicable, ${rows.filter((row) => row.failed).length} scenarios failed\n`);
  console.log("| scenario | passed | not applicable | why |\n|---|---|---|---|");
  for (const row of rows) {
    console.log(`| ${row.scenario} | ${row.passed} | ${row.not || ""} | ${row.failed ? "FAILED" : row.excused.map((group) => letter(group)).join(", ")} |`);
  }
};

const letter = (group) => String.fromCharCode("a".charCodeAt(0) + group);

for (const argument of process.argv.slice(2)) {
  const [version, folder] = argument.split(/=(.*)/s);
  table(version, folder);
}
console.log("");
groups.forEach((group, index) => console.log(`(${letter(index)}) ${group.reason}  `));
for (const stale of expectations.filter((expectation) => !expectation.used)) {
  surprises.push(`${stale.glob}: expected to fail, but passes or is gone: remove it from expected-failures.yaml`);
}
for (const surprise of surprises) console.error(surprise);
process.exitCode = surprises.length > 0 ? 1 : 0;
