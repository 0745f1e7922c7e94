package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/payslate/payslate/internal/seal"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// writtenRules returns a folder with the rules of one country and year, for which few
// labelled cases are replayed.
func writtenRules(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "rules")
	if err := os.CopyFS(folder, rules.Embedded()); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{"de", "nl", "no", "se", "uk/2023", "uk/2024", "uk/2025"} {
		if err := os.RemoveAll(filepath.Join(folder, other)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func replaceIn(t *testing.T, name, old, text string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(data, []byte(old)) {
		t.Fatalf("%s: %v, or %q is missing", name, err, old)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(data, []byte(old), []byte(text)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// lockedText is a string builder that is safe for concurrent use.
type lockedText struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// sealed seals folders of rules and tables as they are now, as rulecheck check does with what
// passes.
func sealed(t *testing.T, settings config) {
	t.Helper()
	if settings.rules != "" {
		book, list := rules.Open(os.DirFS(settings.rules), rules.Options{})
		if book == nil {
			t.Fatal(list)
		}
		write(t, settings.rules, book.Files())
	}
	if settings.tables != "" {
		book, list, _ := tables.Open(os.DirFS(settings.tables), tables.Options{})
		if book == nil {
			t.Fatal(list)
		}
		write(t, settings.tables, book.Files())
	}
}

func write(t *testing.T, folder string, names []string) {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	years := []seal.Year{{Of: "UK", Year: "2026", Cases: 7, Official: 3, Unproved: []string{"some_figure: nothing reads it yet"}}}
	if err := seal.New(files, years, "test", "2026-11-27").Write(folder); err != nil {
		t.Fatal(err)
	}
}

// startOn serves with the rules of the settings in this process.
func startOn(t *testing.T, settings config) (address, key string, log *lockedText) {
	t.Helper()
	log = &lockedText{}
	if settings.data == "" {
		settings.data = t.TempDir()
	}
	address, printed, _ := start(t, service{config: settings, stderr: log})
	if shown := firstKey.FindStringSubmatch(printed); shown != nil {
		key = shown[1]
	}
	return address, key, log
}

func read(t *testing.T, address string) string {
	t.Helper()
	_, text := ask(t, "GET", address, "", "")
	return text
}

// eventually waits until the text at an address contains want.
func eventually(t *testing.T, address, want string, log *lockedText) {
	t.Helper()
	text := ""
	for range 1800 {
		if text = read(t, address); strings.Contains(text, want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s never held %q:\n%s\nlog:\n%s", address, want, text, log)
}

// call returns an answer and its text.
func call(method, address, key, body string) (response *http.Response, text string, err error) {
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	if key != "" {
		request.Header.Set("X-API-Key", key)
	}
	if response, err = http.DefaultClient.Do(request); err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	return response, string(read), err
}

func ask(t *testing.T, method, address, key, body string) (response *http.Response, text string) {
	t.Helper()
	response, text, err := call(method, address, key, body)
	if err != nil {
		t.Fatal(err)
	}
	return response, text
}

type netAnswer struct {
	Net          json.Number
	Notes        []string
	RulesVersion string `json:"rules_version"`
	Lines        []struct{ Rule string }
}

func askNet(address, key string) (answer netAnswer, status int, err error) {
	response, text, err := call("POST", address+"/v1/salary-net/net", key, `{"country":"UK","gross":3000}`)
	if err != nil {
		return answer, 0, err
	}
	return answer, response.StatusCode, json.Unmarshal([]byte(text), &answer)
}

// The text of a note tells rules apart without changing a figure of the labelled
// cases.
const noteFile, noteText = "uk/net.yaml", "Apprenticeship Levy"

// TestReloadUnderLoad: while rules are replaced repeatedly, every call is answered from
// one version of the rules.
func TestReloadUnderLoad(t *testing.T) { // not parallel: its SIGHUP reaches every server of this process
	folder := writtenRules(t)
	settings := config{rules: folder, data: t.TempDir()}
	sealed(t, settings)
	address, key, log := startOn(t, settings)
	first, status, err := askNet(address, key)
	if err != nil || status != 200 {
		t.Fatal(status, err)
	}
	var versions sync.Map // of version to notes
	versions.Store(first.RulesVersion, strings.Join(first.Notes, "\n"))
	var calls, stop atomic.Int64
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for stop.Load() == 0 && calls.Load() < firstCredits-100 {
				answer, status, err := askNet(address, key)
				if err != nil || status != 200 {
					t.Errorf("status %d: %v", status, err)
					return
				}
				notes := strings.Join(answer.Notes, "\n")
				if known, loaded := versions.LoadOrStore(answer.RulesVersion, notes); loaded && known != notes {
					t.Errorf("version %s answered with the notes of another version", answer.RulesVersion)
				}
				calls.Add(1)
				// The credits of the first key must suffice.
				time.Sleep(200 * time.Millisecond)
			}
		})
	}
	before := noteText
	for i := range 2 {
		after := fmt.Sprintf("Levy of round %d", i)
		replaceIn(t, filepath.Join(folder, noteFile), before, after)
		before = after
		sealed(t, settings)
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		eventually(t, address+"/metrics", fmt.Sprintf("payslate_reloads_total{outcome=\"done\"} %d", i+1), log)
		for until := calls.Load() + 8; calls.Load() < until && !t.Failed(); { // each caller meets the new rules
			time.Sleep(10 * time.Millisecond)
		}
	}
	stop.Store(1)
	callers.Wait()
	count := 0
	versions.Range(func(any, any) bool { count++; return true })
	if count < 3 || calls.Load() < 10 {
		t.Errorf("%d calls saw %d versions of the rules", calls.Load(), count)
	}
	if !strings.Contains(log.String(), "new rules are served") || !strings.Contains(read(t, address+"/readyz"), `"reload":"done"`) {
		t.Errorf("log:\n%s", log)
	}
}

// TestSeal: a folder is served as it was sealed. Without a seal the server does not start; what
// differs later is named once, and served as soon as it is sealed.
func TestSeal(t *testing.T) {
	t.Parallel()
	folder := writtenRules(t)
	file := filepath.Join(folder, "uk", "2026", "parameters.yaml")
	settings := config{rules: folder, data: t.TempDir()}
	refused := func(problem string) {
		t.Helper()
		var stdout, stderr strings.Builder
		code := run([]string{"--listen", "127.0.0.1:0", "--data", settings.data, "--rules", folder}, &stdout, &stderr, func(string) string { return "" })
		if text := stderr.String(); code != exitFailure || !strings.Contains(text, problem) || !strings.Contains(text, "run: rulecheck check --rules "+folder) || strings.Count(text, "\n") != 1 {
			t.Fatalf("exit %d, standard error:\n%s", code, text)
		}
	}
	refused("the folder has no payslate.seal")
	sealed(t, settings)
	replaceIn(t, file, "\n", "\r\n") // the same to the loader
	address, key, log := startOn(t, settings)
	before, status, err := askNet(address, key)
	if err != nil || status != 200 {
		t.Fatal(status, err)
	}
	eventually(t, address+"/readyz", `"unproved_figures":["UK 2026: some_figure`, log)
	if _, text := ask(t, "GET", address+"/v1/salary-net/countries", key, ""); !strings.Contains(text, "7 labelled cases, 3 of them official") {
		t.Error(text)
	}
	if list := read(t, address+"/rules/"); strings.Contains(list, seal.File) {
		t.Error("the seal is served")
	}
	if err := os.WriteFile(filepath.Join(folder, "uk", "more.yaml"), []byte("parameters: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, address+"/readyz", `uk/more.yaml has been added since the folder was checked`, log)
	refused("uk/more.yaml has been added")
	if err := os.Remove(filepath.Join(folder, "uk", "more.yaml")); err != nil {
		t.Fatal(err)
	}
	eventually(t, address+"/readyz", `"reload":"unchanged"`, log)
	replaceIn(t, file, "to: 37700, rate: 20", "to: 37700, rate: 21")
	replaceIn(t, file, "BR: 20, D0: 40", "BR: 21, D0: 40")
	eventually(t, address+"/readyz", `uk/2026/parameters.yaml has changed since it was checked`, log)
	eventually(t, address+"/readyz", `"folders_differ_since":"20`, log)
	refused("uk/2026/parameters.yaml has changed")
	if now, _, err := askNet(address, key); err != nil || now.RulesVersion != before.RulesVersion || now.Net != before.Net {
		t.Errorf("the rules were replaced: %+v %v", now, err)
	}
	time.Sleep(2 * lookEvery)
	if said := strings.Count(log.String(), "has changed since it was checked"); said != 1 {
		t.Errorf("said %d times:\n%s", said, log)
	}
	sealed(t, settings)
	eventually(t, address+"/readyz", `"reload":"done"`, log)
	eventually(t, address+"/metrics", "payslate_folders_differ_timestamp_seconds 0", log)
	if now, _, err := askNet(address, key); err != nil || now.RulesVersion == before.RulesVersion || now.Net == before.Net {
		t.Errorf("the rules were not replaced: %+v %v", now, err)
	}
}

// TestAFreshSealTakesAway: a country that a fresh seal no longer has is no longer served.
func TestAFreshSealTakesAway(t *testing.T) {
	t.Parallel()
	folder := writtenRules(t)
	if err := copyFolder(rules.Embedded(), "nl", filepath.Join(folder, "nl")); err != nil {
		t.Fatal(err)
	}
	settings := config{rules: folder, data: t.TempDir()}
	sealed(t, settings)
	address, _, log := startOn(t, settings)
	if err := os.RemoveAll(filepath.Join(folder, "nl")); err != nil {
		t.Fatal(err)
	}
	eventually(t, address+"/readyz", "nl/2026/parameters.yaml is missing", log)
	if list := read(t, address+"/rules/"); !strings.Contains(list, "nl/country.yaml") {
		t.Error("half a folder is served")
	}
	sealed(t, settings)
	eventually(t, address+"/readyz", `"reload":"done"`, log)
	if list := read(t, address+"/rules/"); strings.Contains(list, "nl/country.yaml") || !strings.Contains(log.String(), "gone=NL") {
		t.Errorf("a removal: %s", log)
	}
}

// TestUnsealed: a folder under work is served on a loopback address, and every answer warns.
func TestUnsealed(t *testing.T) {
	t.Parallel()
	folder := writtenRules(t)
	replaceIn(t, filepath.Join(folder, "uk", "2026", "parameters.yaml"), "parameters:\n  personal_allowance: 12570", "parameters:\n  personal_allowance: {value: 12570, to_check: true}")
	address, key, _ := startOn(t, config{rules: folder, data: t.TempDir(), unsealed: true})
	if response, _ := ask(t, "GET", address+"/v1/salary-net/countries", key, ""); response.Header.Get("unsealed_rules") == "" {
		t.Error("an answer without warnings has no header")
	}
	if _, text := ask(t, "POST", address+"/v1/salary-net/net", key, `{"country":"UK","gross":3000}`); !strings.Contains(text, `"code":"unsealed_rules"`) {
		t.Errorf("no warning: %s", text)
	}
}

// TestEndedFlags: a flag that no longer exists names its replacement, and a variable is read as strictly as a flag.
func TestEndedFlags(t *testing.T) {
	for _, arguments := range []string{"--cases x", "--allow-unchecked", "--allow-removal=true", "--cases=x"} {
		var stdout, stderr strings.Builder
		if code := run(strings.Fields(arguments), &stdout, &stderr, environment()); code != exitUsage || !strings.Contains(stderr.String(), "has ended: ") {
			t.Errorf("%s: exit %d, %s", arguments, code, &stderr)
		}
	}
	if _, err := readConfig(nil, environment("PAYSLATE_CASES", "x")); err == nil || !strings.Contains(err.Error(), "PAYSLATE_CASES has ended") {
		t.Error(err)
	}
	for variable, problem := range map[string]string{"PAYSLATE_OPEN": "PAYSLATE_OPEN=yes: write true or false", "PAYSLATE_RATE_LIMIT": "PAYSLATE_RATE_LIMIT: "} {
		if _, err := readConfig(nil, environment(variable, "yes")); err == nil || !strings.Contains(err.Error(), problem) {
			t.Error(err)
		}
	}
	if _, err := readConfig([]string{"--watch"}, environment()); err != nil {
		t.Error(err)
	}
	if _, err := readConfig([]string{"--unsealed", "--listen", "0.0.0.0:80"}, environment()); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Error(err)
	}
}

func copyFolder(from fs.FS, name, to string) error {
	part, err := fs.Sub(from, name)
	if err != nil {
		return err
	}
	return os.CopyFS(to, part)
}

// TestRemovalsAreNamed: what was offered and is no longer is named, a country without its
// years.
func TestRemovalsAreNamed(t *testing.T) {
	before := &loaded{offers: []string{"NL", "NL 2026", "UK", "UK 2025", "UK 2026", "us-federal", "us-federal 2026"}}
	after := &loaded{offers: []string{"UK", "UK 2026", "UK 2027", "us-federal", "us-federal 2025"}}
	if got := strings.Join(after.lacks(before), ", "); got != "NL, UK 2025, us-federal 2026" {
		t.Error(got)
	}
}

// TestHangupDuringTheStart: a SIGHUP during the start is heard after it.
func TestHangupDuringTheStart(t *testing.T) { // not parallel: its SIGHUP reaches every server of this process
	settings := config{rules: writtenRules(t), data: t.TempDir()}
	sealed(t, settings)
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		time.Sleep(100 * time.Millisecond)
		_ = syscall.Kill(os.Getpid(), syscall.SIGHUP)
	}()
	address, _, log := startOn(t, settings)
	<-sent
	eventually(t, address+"/readyz", `"reload":"unchanged"`, log)
}
