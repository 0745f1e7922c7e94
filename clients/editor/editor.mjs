// An editor at work: "rulecheck lsp" on a copy of the rules, driven by the public
// client library of the protocol.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

// The files are named from the folder of the rules.
export class Editor {
  times = [];
  edits = 0;
  #open = new Map(); // text by file
  #found = new Map(); // findings by address
  #waiting = new Set();

  constructor(rulecheck, workspace) {
    this.workspace = workspace;
    this.process = spawn(rulecheck, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.connection = protocol.createProtocolConnection(
      new protocol.StreamMessageReader(this.process.stdout), new protocol.StreamMessageWriter(this.process.stdin));
    this.connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.#found.set(uri, diagnostics);
      for (const check of this.#waiting) check();
    });
    this.connection.listen();
  }

  async start() {
    const answer = await this.timed("initialize", this.connection.sendRequest(protocol.InitializeRequest.type,
      { processId: process.pid, rootUri: pathToFileURL(this.workspace).href, capabilities: {}, workspaceFolders: null }));
    this.connection.sendNotification(protocol.InitializedNotification.type, {});
    return answer.capabilities;
  }

  async stop() {
    await this.connection.sendRequest(protocol.ShutdownRequest.type);
    const ended = new Promise((done) => this.process.on("exit", done));
    this.connection.sendNotification(protocol.ExitNotification.type);
    return ended;
  }

  fail(message) {
    this.process.kill();
    throw new Error(message);
  }

  check(holds, message) { if (!holds) this.fail(message); }

  async timed(name, answer) {
    const begin = performance.now();
    const value = await answer;
    this.times.push([performance.now() - begin, name]);
    return value;
  }

  uri(file) { return pathToFileURL(join(this.workspace, "rules", file)).href; }
  text(file) { return this.#open.get(file) ?? readFileSync(join(this.workspace, "rules", file), "utf8"); }
  findings(file) { return this.#found.get(this.uri(file)) ?? []; }
  // codes are those of the findings in the files of a folder.
  codes(folder) {
    const below = this.uri(folder);
    return [...this.#found].filter(([uri]) => uri.startsWith(below)).flatMap(([, list]) => list.map((d) => d.code));
  }

  // edit gives a file another text and waits until the findings are as wanted.
  async edit(name, file, text, wanted) {
    const met = new Promise((done) => {
      const late = setTimeout(() => this.fail(`${name}: not found as expected, but ${JSON.stringify(this.findings(file))}`), 60_000);
      const check = () => { if (wanted()) { clearTimeout(late); this.#waiting.delete(check); done(); } };
      this.#waiting.add(check);
    });
    this.edits++;
    if (this.#open.has(file)) {
      this.connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
        { textDocument: { uri: this.uri(file), version: this.edits }, contentChanges: [{ text }] });
    } else {
      this.connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
        { textDocument: { uri: this.uri(file), languageId: "yaml", version: this.edits, text } });
    }
    this.#open.set(file, text);
    await this.timed(name, met);
  }

  ask(name, type, file, more) {
    return this.timed(name, this.connection.sendRequest(type, { textDocument: { uri: this.uri(file) }, ...more }));
  }

  // fixes are the quick fixes of a file's findings.
  async fixes(file) {
    const lines = this.text(file).split("\n").length;
    const actions = await this.ask(`quick fixes in ${file}`, protocol.CodeActionRequest.type, file,
      { range: { start: { line: 0, character: 0 }, end: { line: lines, character: 0 } }, context: { diagnostics: this.findings(file) } });
    return actions.filter((action) => action.kind === "quickfix");
  }

  // place is where a word stands in the first line that has another text too.
  place(file, line, word) {
    const lines = this.text(file).split("\n");
    const number = lines.findIndex((l) => l.includes(line) && l.includes(word));
    this.check(number >= 0, `${file} has no line with ${line}`);
    return { line: number, character: lines[number].indexOf(word) + 1 };
  }

  // apply makes the edits of an answer, the last of a file first.
  async apply(name, { changes }, wanted) {
    for (const [uri, edits] of Object.entries(changes)) {
      const file = decodeURIComponent(uri.slice(this.uri(".").length + 1));
      const lines = this.text(file).split("\n");
      for (const { range: { start, end }, newText } of edits.toSorted((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character)) {
        lines.splice(start.line, end.line - start.line + 1, ...(lines[start.line].slice(0, start.character) + newText + lines[end.line].slice(end.character)).split("\n"));
      }
      await this.edit(`${name} in ${file}`, file, lines.join("\n"), uri === Object.keys(changes).at(-1) ? wanted : () => true);
    }
  }

  // memory is what the server holds now and held at most, in MB.
  memory() {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) / 1024);
    return { now: of("VmRSS"), most: of("VmHWM") };
  }
}
