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
	"time"

	"github.com/payslate/payslate/conformance"
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
	// Unproved names the years that are served without a labelled case.
	Unproved []string `json:"unproved,omitempty"`
}

// admit replays the labelled cases against a subject opened from folders, unless
// they were admitted before. Cases about texts are left to rulecheck: a different text
// is not a wrong answer. It returns the years that no case covers.
func (a *admission) admit(ctx context.Context, from folders, subject *conformance.Subject) (unproved []string, err error) {
	if a.rules == "" && a.tables == "" && a.cases == "" {
		return nil, nil
	}
	digest, err := digestOf(from, a.archive)
	if err != nil {
		return nil, err
	}
	records := a.remembered()
	if at := slices.IndexFunc(records, func(r admitted) bool { return r.Digest == digest }); at >= 0 {
		a.warn(records[at].Unproved)
		return records[at].Unproved, nil
	}
	began := time.Now()
	evidence, err := gather(from, subject)
	if err != nil {
		return nil, err
	}
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
	if err := a.replay(ctx, evidence.Sets, subject); err != nil {
		return nil, err
	}
	a.log.Info("the labelled cases hold", "took", time.Since(began).Round(time.Millisecond).String())
	for _, scope := range evidence.Unproved {
		unproved = append(unproved, scope.String())
	}
	a.warn(unproved)
	a.remember(append(records, admitted{digest, unproved}))
	return unproved, nil
}

// warn logs the years that no case covers.
func (a *admission) warn(unproved []string) {
	if len(unproved) > 0 {
		a.log.Warn("years are served without a labelled case: add some with rulecheck case add, and name their folder with --cases", "years", strings.Join(unproved, ", "))
	}
}

func gather(from folders, subject *conformance.Subject) (*conformance.Evidence, error) {
	builtIn, err := conformance.Load()
	if err != nil {
		return nil, err
	}
	var own []*conformance.Set
	if from.cases.FS != nil {
		if own, err = conformance.LoadFrom(from.cases.FS); err != nil {
			return nil, fmt.Errorf("--cases: %w", err)
		}
	}
	return conformance.Gather(builtIn, own, *subject), nil
}

func countCases(sets []*conformance.Set) int {
	count := 0
	for _, set := range sets {
		count += len(set.Cases())
	}
	return count
}

// replay fails at the first set with a differing case.
func (a *admission) replay(ctx context.Context, sets []*conformance.Set, subject *conformance.Subject) error {
	for _, set := range sets {
		if set.Wording {
			continue
		}
		report, err := set.Run(ctx, *subject, conformance.Options{})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("the labelled cases %s cannot be replayed: %w", set.Name, err)
		case !report.Fine():
			d := report.Differences[0]
			return fmt.Errorf("%d of %d labelled cases of %s differ, such as %s: %s should be %s, is %s; correct the rules, or where the law has changed, give cases of your own with --cases",
				report.Differing, report.Cases, set.Name, d.Case, d.Output, d.Want, d.Got)
		}
	}
	return nil
}

// digestOf returns the digest of all files, of this program with its built-in cases, and
// of the archive setting.
func digestOf(from folders, archive bool) (string, error) {
	sum := sha256.New()
	if err := hashProgram(sum); err != nil {
		return "", err
	}
	fmt.Fprintf(sum, "archive %t\n", archive)
	for _, taken := range []*snapshot{from.rules, from.tables, from.cases} {
		fmt.Fprintf(sum, "folder of %d files\n", len(taken.digests))
		for _, name := range taken.names() {
			fmt.Fprintf(sum, "%s %x\n", name, taken.digests[name])
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func hashProgram(to io.Writer) error {
	name, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := os.Open(name)
	if err != nil {
		return err
	}
	defer program.Close()
	_, err = io.Copy(to, program)
	return err
}

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
