package editor

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// client is an editor working on a copy of some of the rules.
type client struct {
	t        *testing.T
	conn     *jsonrpc2.Conn
	root     string
	versions map[string]int
	shown    chan published
}

// open starts a server on a folder with the rules of some countries.
func open(t *testing.T, countries ...string) *client {
	t.Helper()
	root := t.TempDir()
	for _, name := range append(countries, "service.yaml") {
		if err := copyAll(filepath.Join("..", "..", "rules", name), filepath.Join(root, "rules", name)); err != nil {
			t.Fatal(err)
		}
	}
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	ctx := context.Background() // the context of the test ends before cleanup
	go func() { done <- Serve(ctx, theirs, Options{Version: "test"}) }()
	c := &client{t: t, root: root, versions: map[string]int{}, shown: make(chan published, 1000)}
	c.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(ours, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(
		func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
			var p published
			if r.Method == "textDocument/publishDiagnostics" {
				if err := json.Unmarshal(*r.Params, &p); err != nil {
					return nil, err
				}
				c.shown <- p
			}
			return nil, nil
		}))
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		_ = c.conn.Notify(ctx, "exit", nil)
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	var answer struct{ Capabilities map[string]any }
	c.call("initialize", map[string]any{"rootUri": "file://" + filepath.ToSlash(root)}, &answer)
	if answer.Capabilities["hoverProvider"] != true {
		t.Fatalf("capabilities %v", answer.Capabilities)
	}
	c.notify("initialized", struct{}{})
	return c
}

func copyAll(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o644)
	}
	return err
}

func (c *client) call(method string, params, answer any) {
	c.t.Helper()
	if err := c.conn.Call(context.Background(), method, params, answer); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.root, "rules", filepath.FromSlash(name)))
}

func (c *client) text(name string) string {
	c.t.Helper()
	data, err := os.ReadFile(filepath.Join(c.root, "rules", filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(data)
}

// show opens a file in the editor with some text.
func (c *client) show(name, text string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "yaml", "version": 1, "text": text}})
}

// at returns the place of a word in the first line that also contains inLine, with the
// cursor on the first letter.
func (c *client) at(name, text, inLine, word string) map[string]any {
	c.t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, inLine) && strings.Contains(line, word) {
			return map[string]any{
				"textDocument": map[string]any{"uri": c.uri(name)},
				"position":     position{i, len([]rune(line[:strings.Index(line, word)])) + 1},
			}
		}
	}
	c.t.Fatalf("%s has no line with %q and %q", name, inLine, word)
	return nil
}

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// findings waits until the server publishes some, or no, findings for a file.
func (c *client) findings(name string, some bool) []diagnosis {
	c.t.Helper()
	patience := time.After(time.Minute)
	for {
		select {
		case p := <-c.shown:
			if p.URI == c.uri(name) && some == (len(p.Diagnostics) > 0) {
				return p.Diagnostics
			}
		case <-patience:
			c.t.Fatalf("nothing is published for %s", name)
		}
	}
}

func TestFindingsWhileTyping(t *testing.T) {
	c := open(t, "nl")
	const name = "nl/net.yaml"
	text := c.text(name)
	c.show(name, text)
	c.findings(name, false)
	parameters := "nl/2026/parameters.yaml"
	wrong := strings.Replace(c.text(parameters), "unit: percent", "unit: pct", 1)
	c.show(parameters, wrong)
	list := c.findings(parameters, true)
	if list[0].Code != "unknown-unit" || list[0].Severity != 1 {
		t.Fatalf("findings %+v", list)
	}
	// An edit inserts the missing letter.
	place := list[0].Range
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(parameters), "version": 2},
		"contentChanges": []any{map[string]any{"range": place, "text": "percent"}},
	})
	c.findings(parameters, false)
}

// TestOtherYears breaks an earlier year by a change to a shared file: its findings appear
// when the editor is idle, and disappear when the change is undone.
func TestOtherYears(t *testing.T) {
	c := open(t, "uk")
	const shared, newest = "uk/student_loans.yaml", "uk/2026/parameters.yaml"
	figures := strings.Replace(c.text(newest), "\nparameters:\n", "\nparameters:\n  another_rate: {value: 9, unit: percent, label: Another rate, source: ni_regulations, cite: regulation 1, listed: false}\n", 1)
	c.show(newest, figures)
	c.findings(newest, true) // nothing reads it yet
	c.show(shared, strings.Replace(c.text(shared), "p.student_loan_rate", "p.another_rate", 1))
	if list := c.findings(shared, true); list[0].Code != "unknown-parameter" {
		t.Errorf("findings %+v", list)
	}
	c.show(newest, c.text(newest))
	c.show(shared, c.text(shared))
	c.findings(shared, false)
}

// TestFilesChangedOnDisk: a file that is not open is read again when it changes on disk, an
// open file is not, and the findings of a removed file disappear.
func TestFilesChangedOnDisk(t *testing.T) {
	c := open(t, "nl")
	const name, caller, figures = "nl/premiums.yaml", "nl/net.yaml", "nl/2026/parameters.yaml"
	changed := func(name, text string) {
		t.Helper()
		file := filepath.Join(c.root, "rules", filepath.FromSlash(name))
		err := os.Remove(file)
		if text != "" {
			err = os.WriteFile(file, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri(name), "type": 2}}})
	}
	right := c.text(name)
	wrong := strings.Replace(right, " down(", " dwn(", 1)
	changed(name, wrong)
	c.findings(name, true)
	changed(name, "")
	c.findings(name, false)
	c.findings(caller, true) // it calls its program
	changed(name, right)
	c.findings(caller, false)
	c.show(name, wrong)
	c.findings(name, true)
	changed(name, right+"\n")
	c.show(figures, c.text(figures))
	c.findings(figures, false)
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
	c.findings(name, false)
}

// TestOtherStretches breaks each part of a year whose law changes within it.
func TestOtherStretches(t *testing.T) {
	c := open(t, "de")
	const name = "de/2022/parameters.yaml"
	right := c.text(name)
	for _, mistake := range []struct{ from, to, in string }{ // no more than the upper limit of the Minijob
		{"{from: 2022-01-01, value: 1300}", "{from: 2022-01-01, value: 450}", "de/midijob.to_september_2022.yaml"},
		{"{from: 2022-10-01, value: 1600,", "{from: 2022-10-01, value: 520,", "de/midijob.yaml"},
	} {
		c.show(name, strings.Replace(right, mistake.from, mistake.to, 1))
		if list := c.findings(mistake.in, true); list[0].Code != "zero-division" {
			t.Errorf("%s: findings %+v", mistake.to, list)
		}
		c.show(name, right)
		c.findings(mistake.in, false)
	}
}

// TestUnfinishedCalls asks for everything at calls that an author has not finished.
func TestUnfinishedCalls(t *testing.T) {
	c := open(t, "nl")
	const name = "nl/net.yaml"
	text := c.text(name)
	at := strings.Index(text, "    do:\n") + len("    do:\n")
	for _, typed := range []string{
		"year()", "year(", "read()", "read(gross)", "read(gross,)", `read("`, "min()", "max(,)", "select()", "select(p.)", "tax_on()", "date()", "given()", "otherwise()",
		"as()", `as(gross, ")`, "choose()", "choose(gross,,)", "half_up(gross,", "half_up(gross,)", "periods()", "count()", "div()", "mod(", "hours()", "abs()", "unknown()", "p", "p.",
		"p.rate[", "p.rate[]", "gross.", "gross.)", "(", ")", "[", "not", "gross in", "gross in []", "gross ==", `gross == "`, "{", "if", "-", "1 +", "add_months(,", "date(1)()", "year()()",
	} {
		broken := text[:at] + "      - made_up_step: " + typed + "\n      - call: wage_tax\n        with: [\n" + text[at:]
		c.show(name, broken)
		for _, method := range []string{"hover", "definition", "references", "completion", "rename", "prepareRename"} {
			for _, column := range []int{8, 23, 22 + len(typed)} {
				var answer any
				place := map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": position{strings.Count(text[:at], "\n"), column}, "newName": "another", "context": map[string]any{}}
				if err := c.conn.Call(context.Background(), "textDocument/"+method, place, &answer); err != nil && strings.Contains(err.Error(), "failed") {
					t.Fatalf("%s after %s: %v", method, typed, err)
				}
			}
		}
		whole := text[:at] + "      - made_up_step: " + typed + "\n" + text[at:]
		c.show(name, whole)
		c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": position{strings.Count(text[:at], "\n"), 23}}, nil)
	}
	c.show(name, text)
	c.findings(name, false)
}

func TestQuickFix(t *testing.T) {
	c := open(t, "nl")
	for _, mistake := range []struct{ name, code, right, typed string }{
		{"nl/premiums.yaml", "unknown-function", " down(", " dwn("},
		{"nl/net.yaml", "unknown-name", "source: calculation_rules", "source: calculation_rule"},
		{"nl/2026/parameters.yaml", "unknown-unit", "unit: percent", "unit: pct"},
		{"nl/2026/parameters.yaml", "wrong-year", "year: 2026", "year: 2025"},
		{"nl/2026/parameters.yaml", "wrong-country", "country: NL", "country: BE"},
		{"nl/2026/parameters.yaml", "tab-indentation", "      unit: 1/year", "\tunit: 1/year"},
		{"nl/2026/parameters.yaml", "invalid-character", "      unit: 1/year", "\u00a0     unit: 1/year"},
		{"nl/2026/parameters.yaml", "invalid-character", `label: "2026"`, "label: “2026”"},
		{"nl/2026/parameters.yaml", "yaml-syntax", "      unit: 1/year", "      unit 1/year"},
		{"nl/2026/parameters.yaml", "yaml-syntax", "      unit: 1/year", "      unit:1/year"},
	} {
		text := c.text(mistake.name)
		wrong := strings.Replace(text, mistake.right, mistake.typed, 1)
		if wrong == text {
			t.Fatalf("%s has no %s", mistake.name, mistake.right)
		}
		c.show(mistake.name, wrong)
		list := c.findings(mistake.name, true)
		if list[0].Code != mistake.code {
			t.Fatalf("%s: findings %+v", mistake.typed, list)
		}
		var actions []codeAction
		c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": c.uri(mistake.name)}, "range": list[0].Range, "context": map[string]any{"diagnostics": list},
		}, &actions)
		if len(actions) != 1 || !actions[0].IsPreferred {
			t.Errorf("%s: actions %+v", mistake.typed, actions)
			continue
		}
		edit := actions[0].Edit.Changes[c.uri(mistake.name)][0]
		if fixed := edited([]byte(wrong), []change{{&edit.Range, edit.NewText}}); string(fixed) != text {
			t.Errorf("%s: %s does not restore the file", mistake.typed, actions[0].Title)
		}
		c.show(mistake.name, text)
		c.findings(mistake.name, false)
	}
}

// TestRenameInDescriptions renames what loading would not miss: dated sources, and what is known
// of imported plans.
func TestRenameInDescriptions(t *testing.T) {
	c := open(t, "nl", "de")
	dated := strings.Replace(c.text("nl/2026/parameters.yaml"), "\nparameters:\n",
		"\nparameters:\n  - extra: {values: [{from: 2026-01-01, value: 1, source: calculation_rules}], unit: EUR, label: X, source: calculation_rules, cite: x}\n", 1)
	c.show("nl/2026/parameters.yaml", dated)
	text := func(name string) string {
		if name == "nl/2026/parameters.yaml" {
			return dated
		}
		return c.text(name)
	}
	// Where a plan was imported, what it prints and what is known of plans follows too.
	for _, name := range []struct {
		file, line, word string
		in               []string
	}{
		{"de/2026/parameters.yaml", "  basic_allowance:", "basic_allowance", []string{"de/plan.yaml", "de/2026/wage_tax.yaml", "de/2019/wage_tax.yaml"}},
		{"de/2026/wage_tax.yaml", "  flow_plan_file:", "flow_plan_file", []string{"de/2026/wage_tax.yaml"}},
		{"nl/2026/parameters.yaml", "  calculation_rules:", "calculation_rules", []string{"nl/2026/parameters.yaml"}},
	} {
		place := c.at(name.file, text(name.file), name.line, name.word)
		place["newName"] = "another"
		var renamed workspaceEdit
		c.call("textDocument/rename", place, &renamed)
		for _, file := range name.in {
			data := applied([]byte(text(file)), renamed.Changes[c.uri(file)])
			if left := regexp.MustCompile(`\b` + name.word + `\b`).Find(data); left != nil {
				t.Errorf("%s is left in %s", left, file)
			}
		}
	}
	part := c.at("de/2025/parameters.yaml", c.text("de/2025/parameters.yaml"), "../withholding.2025.yaml", "withholding")
	var found []location
	if c.call("textDocument/definition", part, &found); len(found) != 1 || found[0].URI != c.uri("de/withholding.2025.yaml") {
		t.Errorf("the part is at %+v", found)
	}
}

func TestNames(t *testing.T) {
	c := open(t, "uk", "de")
	const name = "uk/student_loans.yaml"
	text := c.text(name)
	c.show(name, text)
	place := c.at(name, text, "p.student_loan_rate", "student_loan_rate")

	var shown hover
	c.call("textDocument/hover", place, &shown)
	for _, want := range []string{"| 2025 |", "| 2026 |", "percent"} {
		if !strings.Contains(shown.Contents.Value, want) {
			t.Errorf("hover lacks %q: %s", want, shown.Contents.Value)
		}
	}
	var sources []location
	figures := strings.Replace(name, "student_loans", "2026/parameters", 1)
	c.call("textDocument/definition", c.at(figures, c.text(figures), "student_loan_rate:", "student_loan_rate"), &sources)
	if len(sources) != 1 || !strings.Contains(sources[0].URI, "2026/parameters.yaml") {
		t.Errorf("a figure leads to %+v, not to its source", sources)
	}
	var declared []location
	c.call("textDocument/definition", place, &declared)
	if len(declared) < 2 || !strings.Contains(declared[0].URI, "parameters.yaml") {
		t.Errorf("declared at %+v", declared)
	}
	place["context"] = map[string]any{"includeDeclaration": true}
	var uses []location
	c.call("textDocument/references", place, &uses)
	if len(uses) <= len(declared) {
		t.Errorf("%d places of %d declarations", len(uses), len(declared))
	}
	place["newName"] = "loan_rate"
	var renamed workspaceEdit
	c.call("textDocument/rename", place, &renamed)
	count := 0
	for _, edits := range renamed.Changes {
		count += len(edits)
	}
	if count != len(uses) {
		t.Errorf("%d places are renamed of %d", count, len(uses))
	}
	place["newName"] = "not a name"
	if err := c.conn.Call(context.Background(), "textDocument/rename", place, nil); err == nil || !strings.Contains(err.Error(), "is not a name") {
		t.Errorf("renamed to nonsense: %v", err)
	}
}

func TestCompletion(t *testing.T) {
	offers(t, open(t, "de"), "de/2026/parameters.yaml", map[string]string{"  - ../": "../net.yaml"})
	offers(t, open(t, "nl"), "nl/premiums.yaml", map[string]string{"      - x: half_up(gr": "gross"})
	offers(t, open(t, "uk"), "uk/student_loans.yaml", map[string]string{
		"      - x: p.": "student_loan_rate", "      - x: half_up(gr": "gross", "      - x: ro": "half_up", "      - call: ": "net",
		"      - x: band.": "rate", "      - line: {payer: ": "employer", "      - x: region == ": "scotland",
		"      - {call: student_loans, with: {": "plan1", "      - {call: student_loans, but: {": "plan1",
	})
}

// offers compares what is offered after texts typed at the end of a file.
func offers(t *testing.T, c *client, name string, cases map[string]string) {
	t.Helper()
	text := c.text(name)
	for typed, want := range cases {
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		c.show(name, strings.Join(append(lines, typed), "\n")+"\n")
		var list []completionItem
		c.call("textDocument/completion", map[string]any{
			"textDocument": map[string]any{"uri": c.uri(name)}, "position": position{len(lines), len(typed)},
		}, &list)
		var labels []string
		for _, item := range list {
			labels = append(labels, item.Label)
		}
		if !strings.Contains(" "+strings.Join(labels, " ")+" ", " "+want+" ") {
			t.Errorf("%q is offered %q, want %s", typed, labels, want)
		}
	}
}

// TestHostileMessages: the server survives any message.
func TestHostileMessages(t *testing.T) {
	c := open(t, "nl")
	const name = "nl/net.yaml"
	for _, text := range []string{"", "\x00\xff", "programs: {", strings.Repeat("[", 100_000), "a: &a [*a]"} {
		c.show(name, text)
		for _, method := range []string{"hover", "definition", "references", "completion", "codeAction"} {
			for _, at := range []position{{}, {1_000_000, 1_000_000}, {-1, -1}} {
				var answer any
				c.call("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}, "position": at}, &answer)
			}
		}
		for _, uri := range []string{"", "file:///etc/passwd", "https://example.org/", "file:%%", c.uri("../../x.yaml")} {
			var answer any
			c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}}, &answer)
		}
	}
	if err := c.conn.Call(context.Background(), "textDocument/unheardOf", struct{}{}, nil); err == nil {
		t.Error("an unknown method has an answer")
	}
	c.notify("$/cancelRequest", map[string]any{"id": 1})
}
