// Edits a copy of the rules through "rulecheck lsp", as authors do in January, April
// and October, and says how long each answer took and what memory the server held.
// Usage: node try.mjs RULECHECK WORKSPACE SLIPS [EDITS]
// It fails where the server computes too long or takes too much memory; how long an
// answer takes depends on what else the machine does.
// SLIPS is a folder with slips.json; EDITS how many more
// edits to make before the memory is read.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import protocol from "vscode-languageserver-protocol/node";
import { Editor } from "./editor.mjs";

const [rulecheck, workspace, slips, more = "0"] = process.argv.slice(2);
const countries = ["de", "uk", "nl"];
const next = 2027;
const editor = new Editor(rulecheck, workspace);
const holds = (fact, message) => editor.check(fact, message);
const capabilities = await editor.start();
holds(capabilities.renameProvider, "no renaming");

// Mistakes: each is found, with the codes that rulecheck validate gives, and gone when
// it is undone: by its quick fix, if it has one. Every third: rulecheck's tests make all of them.
let mended = 0;
const mend = async (name, file, right, fine) => {
  const [fix] = (await editor.fixes(file)).filter((fix) => fix.isPreferred);
  if (fix) await editor.apply(`${name}, mended`, fix.edit, fine);
  mended += Boolean(fix);
  if (editor.text(file) !== right) await editor.edit(`${name}, undone`, file, right, fine);
  return fix;
};
for (const { name, file, text, slip, code } of JSON.parse(readFileSync(join(slips, "slips.json"), "utf8")).filter((_, i) => i % 3 === 0)) {
  const [country] = file.split("/");
  const right = editor.text(file);
  holds(right.split(text).length === 2, `${name}: ${code}`);
  const fine = (all) => !all.includes(code);
  await editor.edit(`${name}: ${code}`, file, right.replace(text, () => slip), () => editor.codes(country).includes(code));
  const fix = await mend(name, file, right, () => fine(editor.codes(country)) || editor.findings(file).length === 0);
  holds(fix || !name.startsWith("abbreviated unit"), `${name}: no quick fix mends it`);
}
console.log(`${editor.edits} edits with ${editor.times.length} answers: mistakes, ${mended} of them with a quick fix`);

// The same in files of other kinds: an archive, shared files, travel tables.
for (const [file, text, slip, code] of [
  ["nl/premiums.yaml", " down(", " dwn(", "unknown-function"],
  ["nl/2026/parameters.yaml", "unit: percent", "unit: percnt", "unknown-unit"],
  ["nl/net.yaml", "source: calculation_rules", "source: calculation_rule", "unknown-name"],
  ["de/social_insurance.yaml", "p.pv_rate", "p.pv_rates", "unknown-parameter"],
  ["de/2019/parameters.yaml", "basic_allowance: 9168", "basic_allowance: 9.168,00", "bad-number"],
  ["de/2023/wage_tax_from_july.yaml", "- call: MPARA", "- call: MPARAM", "unknown"],
  ["uk/2026/parameters.yaml", "  personal_allowance: 12570\n", "  personal_allowance:\n    values: [{from: 2026-04-06, value: 12570}, {from: 2026-04-01, value: 12570}]\n", "order"],
  ["uk/country.yaml", "figure: personal_allowance", "figure: personal_allowances", "unknown-name"],
  ["../tables/us-federal-foreign/2026-04.yaml", " | 182 | 81\n", " | 182 | x81\n", ""],
  ["../tables/uk-revenue/rules.yaml", "{from: time, to: time}", "{from: time, to: tme}", "unknown"],
]) {
  const right = editor.text(file);
  holds(right.includes(text), `${file} has no ${text}`);
  await editor.edit(`${file}: ${slip.trim()}`, file, right.replace(text, slip), () => editor.findings(file).some((found) => found.code.includes(code)));
  await mend(file, file, right, () => editor.findings(file).length === 0);
}
console.log(`${editor.edits} edits with ${editor.times.length} answers: ${mended} mistakes with a quick fix`);

// Names: what one is, where it is declared, read and renamed.
const loans = "uk/student_loans.yaml";
const place = { position: editor.place(loans, "p.student_loan_rate", "student_loan_rate") };
const hover = await editor.ask("hover", protocol.HoverRequest.type, loans, place);
holds(hover.contents.value.includes(`| ${next - 1} |`), `hover ${JSON.stringify(hover)}`);
holds((await editor.ask("definition", protocol.DefinitionRequest.type, loans, place)).length >= 2, "the figure is declared in each year");
const uses = await editor.ask("references", protocol.ReferencesRequest.type, loans, { ...place, context: { includeDeclaration: true } });
const offered = await editor.ask("completion", protocol.CompletionRequest.type, loans, { position: { ...place.position, character: place.position.character - 1 } });
holds(offered.some((item) => item.label === "student_loan_rate"), "the figure is offered");

const clean = (country) => () => editor.codes(country).length === 0;
const rename = async (file, line, from, to, country) => {
  const edit = await editor.ask(`rename ${from}`, protocol.RenameRequest.type, file, { position: editor.place(file, line, from), newName: to });
  await editor.apply(`${from} renamed`, edit, clean(country));
  return Object.values(edit.changes).flat().length;
};
holds(await rename(loans, "p.student_loan_rate", "student_loan_rate", "loan_rate", "uk") === uses.length, "each use is renamed");
await rename(loans, "p.loan_rate", "loan_rate", "student_loan_rate", "uk");
await rename("nl/premiums.yaml", "p.childcare_rate", "childcare_rate", "childcare_share", "nl");
await rename("nl/premiums.yaml", "p.childcare_share", "childcare_share", "childcare_rate", "nl");
await rename("de/social_insurance.yaml", "p.pv_rate", "pv_rate", "care_rate", "de");
await rename("de/social_insurance.yaml", "p.care_rate", "care_rate", "pv_rate", "de");
await rename("uk/income_tax.yaml", "tax_on_bands:", "tax_on_bands", "tax_of_bands", "uk"); // a threshold names it too
await rename("uk/income_tax.yaml", "tax_of_bands:", "tax_of_bands", "tax_on_bands", "uk");

holds(editor.watched?.includes(protocol.DidChangeWatchedFilesNotification.method), "files are watched");

// A new year of each country: the marks are removed one by one by the quick fix.
for (const country of countries) {
  execFileSync(rulecheck, ["new", country, `${next}`, "--from", `${next - 1}`, "--rules", join(workspace, "rules")], { cwd: workspace });
  const file = `${country}/${next}/parameters.yaml`;
  await editor.edit(`${file} opened`, file, editor.text(file), () => editor.findings(file).some((d) => d.code === "to-check"));
  for (let fixes = await editor.fixes(file); fixes.length; fixes = await editor.fixes(file)) {
    const marks = fixes.filter((fix) => fix.title.includes("mark"));
    holds(marks.length, `${file}: ${JSON.stringify(fixes)}`);
    const many = { changes: { [editor.uri(file)]: marks.flatMap((fix) => fix.edit.changes[editor.uri(file)]) } };
    await editor.apply(`marks of ${file} removed`, many, () => !editor.findings(file).some((d) => d.code === "to-check" && d.message.includes("parameter")));
  }
}

// A new band, and a new field.
const bands = "uk/2026/parameters.yaml", starter = "      - {name: starter, to: 3967, rate: 19}\n";
const banded = editor.text(bands);
await editor.edit("a band that lies below the one before", bands, banded.replace(starter, `${starter}      - {name: lower, to: 2000, rate: 19.5}\n`), () => editor.codes("uk").includes("bands-order") || editor.findings(bands).length > 0);
await editor.edit("a band that the tax codes do not follow", bands, banded.replace(starter, `${starter}      - {name: lower, to: 9000, rate: 19.5}\n`), () => editor.codes("uk").includes("check-failed"));
await editor.edit("a new band, undone", bands, banded, () => editor.findings(bands).length === 0);
const country = "uk/country.yaml", fields = editor.text(country), first = "  payment:\n";
holds(fields.includes(first), "uk/country.yaml has no payment inputs");
const field = (type) => fields.replace(first, `${first}    overtime: {type: ${type}, default: false, about: {en: Overtime., de: Mehrarbeit.}}\n`);
await editor.edit("a field of an unknown type", country, field("bool"), () => editor.findings(country).some((d) => d.code.startsWith("unknown")));
const [fix] = await editor.fixes(country);
if (fix) console.log(`${country}: ${fix.title}`);
await editor.edit("a field, undone", country, fields, () => editor.findings(country).length === 0);

// An hour of edits.
const file = "de/2026/parameters.yaml", figures = editor.text(file);
for (let i = 0; i < Number(more); i++) await editor.edit("a figure of many", file, figures.replace("basic_allowance: 12348", `basic_allowance: ${12348 + i % 500}`), () => true);
await editor.edit("the figure, undone", file, figures, () => true);

const { now, most } = editor.memory();
holds((await editor.stop()) === 0, "the server ended badly");
const slowest = editor.times.toSorted((a, b) => b.took - a.took);
for (const { took, computed, name } of slowest.slice(0, 10)) console.log(`${took.toFixed(0)} ms, of which ${computed.toFixed(0)} ms computed  ${name}`);
const at = (key, share) => editor.times.map((t) => t[key]).toSorted((a, b) => a - b)[Math.ceil(editor.times.length * share) - 1].toFixed(0);
for (const [key, what] of [["took", "answers after"], ["computed", "computed"]]) {
  const quick = editor.times.filter((t) => t[key] <= 100).length;
  console.log(`${editor.edits} edits, ${editor.times.length} answers; ${what} ${at(key, 0.5)} ms (median), ${at(key, 0.9)} ms (90 %), ${at(key, 0.99)} ms (99 %), ${at(key, 1)} ms (all); ${quick} within 100 ms`);
}
console.log(`${now} MB, at most ${most} MB`);
const slow = at("computed", 0.5) > 200 || at("computed", 0.9) > 800 || most > 220;
if (slow) console.error("too slow, or too much memory");
process.exitCode = slow ? 1 : 0;
