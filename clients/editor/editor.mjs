// An editor at work: "rulecheck lsp" on a copy of the rules, driven by the public
// client library of the protocol.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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
    this.connection.onRequest(protocol.RegistrationRequest.type, ({ registrations }) => { this.watched = registrations.map((asked) => asked.method); });
    this.connection.listen();
  }

  async start() {
    const answer = await this.timed("initialize", this.connection.sendRequest(protocol.InitializeRequest.type,
      { processId: process.pid, rootUri: pathToFileURL(this.workspace).href, capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }, workspaceFolders: null }));
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
    const begin = performance.now(), computed = this.computed();
    const value = await answer;
    this.times.push({ name, took: performance.now() - begin, computed: this.computed() - computed });
    return value;
  }

  // computed is how many milliseconds the server has computed, on all processors: on a
  // machine that does other work too, an answer takes longer than that.
  computed() {
    const tasks = `/proc/${this.process.pid}/task`;
    return readdirSync(tasks).reduce((sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]), 0) / 1e6;
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
  async edit(name, file, text, wanted) { await this.editAll(name, [[file, text]], wanted); }

  // editAll is edit of several files at once, as an editor renames.
  async editAll(name, texts, wanted) {
    const met = new Promise((done) => {
      const late = setTimeout(() => this.fail(`${name}: not found as expected, but ${JSON.stringify(texts.map(([file]) => this.findings(file)))}`), 15_000);
      const check = () => { if (wanted()) { clearTimeout(late); this.#waiting.delete(check); done(); } };
      this.#waiting.add(check);
    });
    for (const [file, text] of texts) this.#show(file, text);
    await this.timed(name, met);
  }

  #show(file, text) {
    this.edits++;
    if (this.#open.has(file)) {
      this.connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
        { textDocument: { uri: this.uri(file), version: this.edits }, contentChanges: [{ text }] });
    } else {
      this.connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
        { textDocument: { uri: this.uri(file), languageId: "yaml", version: this.edits, text } });
    }
    this.#open.set(file, text);
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

  // edited are the files that the edits of an answer change, with their texts.
  edited({ changes }) {
    return Object.entries(changes).map(([uri, edits]) => {
      const file = relative(this.workspace + "/rules", fileURLToPath(uri));
      const lines = this.text(file).split("\n");
      // The last of a file first, so that the places of the others stay.
      for (const { range: { start, end }, newText } of edits.toSorted((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character)) {
        lines.splice(start.line, end.line - start.line + 1, ...(lines[start.line].slice(0, start.character) + newText + lines[end.line].slice(end.character)).split("\n"));
      }
      return [file, lines.join("\n")];
    });
  }

  // apply makes the edits of an answer.
  async apply(name, edit, wanted) { await this.editAll(name, this.edited(edit), wanted); }

  // memory is what the server holds now and held at most, in MB.
  memory() {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) / 1024);
    return { now: of("VmRSS"), most: of("VmHWM") };
  }
}
