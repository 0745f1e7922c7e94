// Edits a copy of the rules through "rulecheck lsp", as an editor does, and says how
// long each answer took. Usage: node try.mjs RULECHECK WORKSPACE
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const [rulecheck, workspace] = process.argv.slice(2);
const child = spawn(rulecheck, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(child.stdout), new protocol.StreamMessageWriter(child.stdin));
const waiting = new Map();
const latest = new Map();
connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
  latest.set(uri, diagnostics);
  const wait = waiting.get(uri);
  if (wait && wait.wants(diagnostics)) { waiting.delete(uri); wait.done(diagnostics); }
});
connection.listen();

const times = [];
async function timed(name, answer) {
  const begin = performance.now();
  const value = await answer;
  times.push([performance.now() - begin, name]);
  return value;
}
function fail(message) { console.error(message); child.kill(); process.exit(1); }
function check(holds, message) { if (!holds) fail(message); }

const uri = (name) => pathToFileURL(join(workspace, "rules", name)).href;
const text = (name) => readFileSync(join(workspace, "rules", name), "utf8");
function findings(name, wants) {
  return new Promise((done) => {
    const late = setTimeout(() => fail(`${name}: no finding as expected, but ${JSON.stringify(latest.get(uri(name)))}`), 60_000);
    waiting.set(uri(name), { wants, done: (list) => { clearTimeout(late); done(list); } });
  });
}
let version = 1;
function change(name, content) {
  connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
    { textDocument: { uri: uri(name), version: ++version }, contentChanges: [{ text: content }] });
}
// place is where a word stands in the first line that has another text too.
function place(content, line, word) {
  const lines = content.split("\n");
  const number = lines.findIndex((l) => l.includes(line) && l.includes(word));
  check(number >= 0, `no line has ${line}`);
  return { line: number, character: lines[number].indexOf(word) + 1 };
}

const answer = await timed("initialize", connection.sendRequest(protocol.InitializeRequest.type,
  { processId: process.pid, rootUri: pathToFileURL(workspace).href, capabilities: {}, workspaceFolders: null }));
check(answer.capabilities.renameProvider, "no renaming");
connection.sendNotification(protocol.InitializedNotification.type, {});

// The mistakes of authors: each edit gets its finding at once, and none when undone.
const mistakes = [
  ["nl/2026/parameters.yaml", "unit: percent", "unit: pct", "unknown-unit"],
  ["nl/2026/parameters.yaml", "cite: ", "cit: ", "unknown-key"],
  ["nl/premiums.yaml", " down(", " dwn(", "unknown-function"],
  ["nl/premiums.yaml", "p.childcare_rate", "p.childcare_rat", "unknown-parameter"],
  ["uk/student_loans.yaml", "p.student_loan_rate", "p.student_loan_rates", "unknown-parameter"],
  ["uk/2026/parameters.yaml", "source: ", "source: no_such_", "unknown-name"],
  ["uk/net.yaml", "    do:", "    doo:", "unknown-key"],
  ["de/net.yaml", "regular: gross - one_off_pay", "regular: gross - one_of_pay", "unknown-name"],
  ["de/midijob.yaml", "half_up(", "round(", "unknown-function"],
  ["de/2026/parameters.yaml", "value: 12348", "value: 12,348", "bad-number"],
];
const opened = new Set();
for (const [name, right, wrong, code] of mistakes) {
  const content = text(name);
  check(content.includes(right), `${name} has no ${right}`);
  if (!opened.has(name)) {
    opened.add(name);
    const first = findings(name, () => true);
    connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
      { textDocument: { uri: uri(name), languageId: "yaml", version, text: content } });
    await first;
  }
  const found = findings(name, (list) => list.some((d) => d.code === code));
  change(name, content.replace(right, wrong));
  const list = await timed(`finding ${code} in ${name}`, found);
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type,
    { textDocument: { uri: uri(name) }, range: list[0].range, context: { diagnostics: list } });
  const none = findings(name, (all) => all.length === 0);
  const fix = actions.find((a) => a.kind === "quickfix");
  console.log(`${name}: ${code}${fix ? `, ${fix.title}` : ""}`);
  change(name, content);
  await timed(`undone in ${name}`, none);
}

const loans = text("uk/student_loans.yaml");
const at = { textDocument: { uri: uri("uk/student_loans.yaml") }, position: place(loans, "p.student_loan_rate", "student_loan_rate") };
const hover = await timed("hover", connection.sendRequest(protocol.HoverRequest.type, at));
check(hover.contents.value.includes("| 2026 |"), `hover ${JSON.stringify(hover)}`);
const declared = await timed("definition", connection.sendRequest(protocol.DefinitionRequest.type, at));
check(declared.length >= 2, "the figure is declared in each year");
const uses = await timed("references", connection.sendRequest(protocol.ReferencesRequest.type, { ...at, context: { includeDeclaration: true } }));
const renamed = await timed("rename", connection.sendRequest(protocol.RenameRequest.type, { ...at, newName: "loan_rate" }));
check(Object.values(renamed.changes).flat().length === uses.length, "each use is renamed");
const offered = await timed("completion", connection.sendRequest(protocol.CompletionRequest.type,
  { ...at, position: { ...at.position, character: at.position.character - 1 } }));
check(offered.some((item) => item.label === "student_loan_rate"), "the figure is offered");
const lenses = await timed("code lens", connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri: uri("uk/net.yaml") } }));
check(lenses.some((lens) => lens.command.title.includes("labelled cases")), "cases are counted");
const edits = await timed("formatting", connection.sendRequest(protocol.DocumentFormattingRequest.type,
  { textDocument: { uri: uri("uk/net.yaml") }, options: { tabSize: 2, insertSpaces: true } }));
check(edits.length === 0, "the shipped file is formatted");

await connection.sendRequest(protocol.ShutdownRequest.type);
const ended = new Promise((done) => child.on("exit", done));
connection.sendNotification(protocol.ExitNotification.type);
check((await ended) === 0, "the server ended badly");
times.sort((a, b) => b[0] - a[0]);
for (const [took, name] of times.slice(0, 5)) console.log(`${took.toFixed(0)} ms  ${name}`);
console.log(`${times.length} answers`);
process.exit(0);
