package main

import (
	"bytes"
	"context"
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

	"github.com/payslate/payslate/rules"
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

// remember records the folders as they are now as admitted, for tests of other things than
// the labelled cases.
func remember(t *testing.T, settings config) {
	t.Helper()
	files, err := settings.snapshots()
	if err != nil {
		t.Fatal(err)
	}
	digest, err := settings.digestOf(files)
	if err != nil {
		t.Fatal(err)
	}
	own := service{config: settings, log: settings.logger(io.Discard)}
	own.remember(append(own.remembered(), admitted{Digest: digest}))
}

// startOn serves a folder of rules in this process.
func startOn(t *testing.T, settings config) (address, key string, log *lockedText) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var stdout strings.Builder
	log = &lockedText{}
	started, ended := make(chan string, 1), make(chan error, 1)
	settings.listen, settings.logFormat = "127.0.0.1:0", logText
	if settings.data == "" {
		settings.data = t.TempDir()
	}
	service := service{config: settings, stdout: &stdout, stderr: log, terminal: true, started: func(url string) { started <- url }}
	go func() { ended <- service.serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case address = <-started:
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	}
	if shown := firstKey.FindStringSubmatch(stdout.String()); shown != nil {
		key = shown[1]
	}
	return address, key, log
}

func read(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
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

type netAnswer struct {
	Net          json.Number
	Notes        []string
	RulesVersion string `json:"rules_version"`
	Lines        []struct{ Rule string }
}

func askNet(address, key string) (answer netAnswer, status int, err error) {
	request, err := http.NewRequest("POST", address+"/v1/salary-net/net", strings.NewReader(`{"country":"UK","gross":3000}`))
	if err != nil {
		return answer, 0, err
	}
	request.Header.Set("X-API-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer, 0, err
	}
	defer response.Body.Close()
	err = json.NewDecoder(response.Body).Decode(&answer)
	return answer, response.StatusCode, err
}

// The text of a note tells rules apart without changing a figure of the labelled
// cases.
const noteFile, noteText = "uk/net.yaml", "Apprenticeship Levy"

// TestReloadUnderLoad: while rules are replaced repeatedly, every call is answered from
// one version of the rules.
func TestReloadUnderLoad(t *testing.T) { // not parallel: its SIGHUP reaches every server of this process
	folder := writtenRules(t)
	settings := config{rules: folder, data: t.TempDir()}
	remember(t, settings)
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
		remember(t, settings)
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

// TestReloadKeepsTheOldRules: rules with errors, and rules that fail labelled cases, are
// reported and not served.
func TestReloadKeepsTheOldRules(t *testing.T) {
	t.Parallel()
	folder := writtenRules(t)
	settings := config{rules: folder, watch: true, data: t.TempDir()}
	remember(t, settings)
	address, key, log := startOn(t, settings)
	before, _, err := askNet(address, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "uk", "2026", "parameters.yaml")
	replaceIn(t, file, "personal_allowance: 12570", "personal_allowance: 12,570")
	eventually(t, address+"/metrics", `payslate_reloads_total{outcome="failed"} 1`, log)
	if !strings.Contains(log.String(), "is not a number: 12,570") || !strings.Contains(log.String(), "the old ones are kept") || !strings.Contains(read(t, address+"/readyz"), `"reload":"failed"`) {
		t.Errorf("log:\n%s", log)
	}
	replaceIn(t, file, "personal_allowance: 12,570", "personal_allowance: 12570")
	raiseBasicRate(t, folder)
	eventually(t, address+"/metrics", `payslate_reloads_total{outcome="failed"} 2`, log)
	if !strings.Contains(log.String(), "labelled cases of uk-") {
		t.Errorf("log:\n%s", log)
	}
	eventually(t, address+"/readyz", `"folders_differ_since":"20`, log)
	if now, _, err := askNet(address, key); err != nil || now.RulesVersion != before.RulesVersion || now.Net != before.Net {
		t.Errorf("the rules were replaced: %+v %v", now, err)
	}
	replaceIn(t, file, "to: 37700, rate: 21", "to: 37700, rate: 20")
	replaceIn(t, file, "BR: 21, D0: 40", "BR: 20, D0: 40")
	eventually(t, address+"/metrics", `payslate_reloads_total{outcome="unchanged"} 1`, log)
	eventually(t, address+"/metrics", "payslate_folders_differ_timestamp_seconds 0", log)
}

// TestHalfAFolderIsNotServed: a folder that is being copied, or has lost a country, is not
// served under --watch; SIGHUP and --allow-removal say that the removal is meant.
func TestHalfAFolderIsNotServed(t *testing.T) { // not parallel: its SIGHUP reaches every server of this process
	folder := writtenRules(t)
	for _, more := range []string{"nl"} {
		if err := copyFolder(rules.Embedded(), more, filepath.Join(folder, more)); err != nil {
			t.Fatal(err)
		}
	}
	settings := config{rules: folder, watch: true, data: t.TempDir()}
	remember(t, settings)
	address, _, log := startOn(t, settings)
	away := filepath.Join(t.TempDir(), "nl")
	if err := os.Rename(filepath.Join(folder, "nl"), away); err != nil {
		t.Fatal(err)
	}
	remember(t, settings)
	eventually(t, address+"/readyz", `"reload":"failed","reload_reason":"the folders no longer have what is in service: NL; put it back`, log)
	if list := read(t, address+"/rules/"); !strings.Contains(list, "nl/country.yaml") {
		t.Error("half a folder is served")
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	eventually(t, address+"/readyz", `"reload":"done"`, log)
	if list := read(t, address+"/rules/"); strings.Contains(list, "nl/country.yaml") || !strings.Contains(log.String(), "gone=NL") {
		t.Errorf("a removal that was meant: %s", log)
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

// TestHangupDuringTheStart: a SIGHUP while the start replays cases is heard after it.
func TestHangupDuringTheStart(t *testing.T) { // not parallel: its SIGHUP reaches every server of this process
	settings := config{rules: writtenRules(t), data: t.TempDir()}
	remember(t, settings)
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
