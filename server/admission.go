package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/server/operations"
)

// admission decides whether rules and tables may be served: the labelled cases
// must hold, at start and at each reload. Embedded files were tested when the program
// was built; admitted folders are recorded by their digest.
type admission struct {
	*config
	log *slog.Logger
}

// admitted is a record of folders that were admitted.
type admitted struct {
	// Digest is that of all files and of the program that replayed the cases.
	Digest string `json:"digest"`
	operations.Unproved
}

// admit replays the labelled cases against a subject opened from sources, unless
// they were admitted before. Cases about texts are left to rulecheck: a different text
// is not a wrong answer. It returns the years that no case covers.
func (a *admission) admit(ctx context.Context, from sources, subject *conformance.Subject) (unproved operations.Unproved, err error) {
	if a.rules == "" && a.tables == "" && a.cases == "" {
		return unproved, nil
	}
	digest, err := digestOf(from, a.config)
	if err != nil {
		return unproved, err
	}
	records := a.remembered()
	if at := slices.IndexFunc(records, func(r admitted) bool { return r.Digest == digest }); at >= 0 {
		a.warn(records[at].Unproved)
		return records[at].Unproved, nil
	}
	own, err := from.own()
	if err != nil {
		return unproved, err
	}
	began := time.Now()
	verdict, err := conformance.Admit(ctx, *subject, conformance.Admission{Own: own, AllowUnchecked: a.allowUnchecked, Skip: func(set *conformance.Set) bool {
		return a.embeds(set) && !slices.ContainsFunc(own, func(other *conformance.Set) bool { return other.Name == set.Name })
	}, Gathered: a.told})
	if err != nil {
		return unproved, err
	}
	if err := verdict.Err(); err != nil {
		return unproved, err
	}
	a.log.Info("the labelled cases hold", "took", time.Since(began).Round(time.Millisecond).String())
	unproved = operations.Unproved{Years: named(verdict.Unproved), Warned: named(verdict.Unanswered)}
	a.warn(unproved)
	a.remember(append(records, admitted{digest, unproved}))
	return unproved, nil
}

// countedCases counts the built-in cases where they check what is served: the embedded rules.
func (c *config) countedCases() (map[string]operations.CaseCount, error) {
	if c.rules != "" || c.cases != "" {
		return nil, nil
	}
	return conformance.Counted()
}

// embeds reports whether what a set of cases is about is embedded: then it was tested with
// the built-in ones when the program was built.
func (a *admission) embeds(set *conformance.Set) bool {
	if set.Rates != "" || set.Answer == conformance.TripAnswer {
		return a.tables == ""
	}
	return a.rules == ""
}

// told logs which cases are replayed.
func (a *admission) told(evidence *conformance.Evidence) {
	a.log.Info("the folders are new: replaying the labelled cases", "cases", countCases(evidence.Sets))
	if len(evidence.Replaced) > 0 {
		a.log.Info("cases of "+a.cases+" replace the built-in ones", "of", conformance.Names(evidence.Replaced))
	}
	if len(evidence.Unserved) > 0 {
		a.log.Info("built-in cases were left out: the folders do not have these years", "of", conformance.Names(evidence.Unserved))
	}
	if len(evidence.Unknown) > 0 {
		a.log.Info("built-in cases were left out: they do not cover the tables that would answer them", "of", strings.Join(evidence.Unknown, ", "))
	}
}

func named(scopes []conformance.Scope) (names []string) {
	for _, scope := range scopes {
		names = append(names, scope.String())
	}
	return names
}

// warn logs the years that no case covers.
func (a *admission) warn(unproved operations.Unproved) {
	if len(unproved.Years) > 0 {
		a.log.Warn("years are served without a labelled case: add some with rulecheck conformance add, and name their folder with --cases", "years", strings.Join(unproved.Years, ", "))
	}
	if len(unproved.Warned) > 0 {
		a.log.Warn("years are served with warnings that nobody answered: rulecheck validate lists them", "years", strings.Join(unproved.Warned, ", "))
	}
}

// own reads the user's own cases.
func (r *sources) own() ([]*conformance.Set, error) {
	if r.cases.FS == nil {
		return nil, nil
	}
	own, err := conformance.LoadFrom(r.cases.FS)
	if err != nil {
		return nil, fmt.Errorf("--cases: %w", err)
	}
	return own, nil
}

func countCases(sets []*conformance.Set) int {
	count := 0
	for _, set := range sets {
		count += len(set.Cases())
	}
	return count
}

// digestOf returns the digest of all files, of this program with its built-in cases, and
// of the settings that decide what is served.
func digestOf(from sources, settings *config) (string, error) {
	sum := sha256.New()
	program, err := programDigest()
	if err != nil {
		return "", err
	}
	sum.Write(program)
	fmt.Fprintf(sum, "archive %t, unchecked %t\n", settings.archive, settings.allowUnchecked)
	for _, taken := range from.all() {
		fmt.Fprintf(sum, "folder of %d files\n", len(taken.Digests))
		for _, name := range taken.Names() {
			fmt.Fprintf(sum, "%s %x\n", name, taken.Digests[name])
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// programDigest is the digest of the program that runs.
var programDigest = sync.OnceValues(func() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, program)
	return sum.Sum(nil), err
})

const (
	admittedFile = "admitted.json"
	// maxAdmitted bounds how many admissions are remembered; the oldest go first.
	maxAdmitted = 16
)

// memory returns the file of admissions: next to the embedded ledger, or with a shared
// ledger in the user's cache folder.
func (a *admission) memory() (string, error) {
	if a.databaseURL == "" {
		return filepath.Join(a.data, admittedFile), nil
	}
	caches, err := os.UserCacheDir()
	return filepath.Join(caches, "payslate", admittedFile), err
}

// remembered reads the admissions. If they cannot be read, the cases are replayed.
func (a *admission) remembered() []admitted {
	var records []admitted
	name, err := a.memory()
	if err != nil {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil || json.Unmarshal(data, &records) != nil {
		return nil
	}
	return records
}

// remember writes the admissions. If that fails, the next start replays the cases.
func (a *admission) remember(records []admitted) {
	name, err := a.memory()
	if err == nil {
		err = writeRecords(name, records[max(0, len(records)-maxAdmitted):])
	}
	if err != nil {
		a.log.Warn("the admission was not remembered: the next start replays the cases again", "cause", err)
	}
}

func writeRecords(name string, records []admitted) error {
	data, err := json.Marshal(records)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	part := name + ".part"
	if err := os.WriteFile(part, data, 0o600); err != nil {
		return err
	}
	return os.Rename(part, name)
}
