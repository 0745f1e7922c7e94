package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/server/operations"
)

// admitted is a record of folders that were admitted.
type admitted struct {
	// Digest is that of all files and of the program that replayed the cases.
	Digest string `json:"digest"`
	operations.Unproved
}

// admit decides whether rules and tables may be served, at start and at each reload: it
// replays the labelled cases against a subject opened from sources, unless they were
// admitted before. Embedded files were tested when the program was built. Cases about texts
// are left to rulecheck: a different text is not a wrong answer. It returns the years that no
// case covers.
func (s *service) admit(ctx context.Context, from sources, subject *conformance.Subject) (unproved operations.Unproved, err error) {
	if s.rules == "" && s.tables == "" && s.cases == "" {
		return unproved, nil
	}
	digest, err := s.digestOf(from)
	if err != nil {
		return unproved, err
	}
	records := s.remembered()
	if at := slices.IndexFunc(records, func(r admitted) bool { return r.Digest == digest }); at >= 0 {
		s.warn(records[at].Unproved)
		return records[at].Unproved, nil
	}
	own, err := s.own(from)
	if err != nil {
		return unproved, err
	}
	began := time.Now()
	verdict, err := conformance.Admit(ctx, *subject, conformance.Admission{Own: own, AllowUnchecked: s.allowUnchecked, Skip: func(set *conformance.Set) bool {
		return set.Wording || s.embeds(set) && !slices.ContainsFunc(own, func(other *conformance.Set) bool { return other.Name == set.Name })
	}, Gathered: s.told})
	if err != nil {
		return unproved, err
	}
	if err := verdict.Err(); err != nil {
		return unproved, err
	}
	s.log.Info("the labelled cases hold", "took", time.Since(began).Round(time.Millisecond).String())
	unproved = operations.Unproved{Years: named(verdict.Unproved), Warned: named(verdict.Unanswered)}
	s.warn(unproved)
	s.remember(append(records, admitted{digest, unproved}))
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
func (s *service) embeds(set *conformance.Set) bool {
	if set.Rates != "" || set.Answer == conformance.TripAnswer {
		return s.tables == ""
	}
	return s.rules == ""
}

// told logs which cases are replayed.
func (s *service) told(evidence *conformance.Evidence) {
	s.log.Info("the folders are new: replaying the labelled cases", "cases", countCases(evidence.Sets))
	if len(evidence.Replaced) > 0 {
		s.log.Info("cases of "+s.cases+" replace the built-in ones", "of", conformance.Names(evidence.Replaced))
	}
	if len(evidence.Unserved) > 0 {
		s.log.Info("built-in cases were left out: these years are not served", "of", conformance.Names(evidence.Unserved))
	}
	if len(evidence.Unknown) > 0 {
		s.log.Info("built-in cases were left out: they do not cover the tables that would answer them", "of", strings.Join(evidence.Unknown, ", "))
	}
}

func named(scopes []conformance.Scope) (names []string) {
	for _, scope := range scopes {
		names = append(names, scope.String())
	}
	return names
}

// warn logs the years that no case covers.
func (s *service) warn(unproved operations.Unproved) {
	if len(unproved.Years) > 0 {
		s.log.Warn("years are served without a labelled case: add some with rulecheck conformance add, and name their folder with --cases", "years", strings.Join(unproved.Years, ", "))
	}
	if len(unproved.Warned) > 0 {
		s.log.Warn("years are served with warnings that nobody answered: rulecheck validate lists them", "years", strings.Join(unproved.Warned, ", "))
	}
}

// own reads the user's own cases.
func (s *service) own(from sources) ([]*conformance.Set, error) {
	if from.cases.FS == nil {
		return nil, nil
	}
	own, err := conformance.LoadFrom(from.cases.FS)
	var found diagnostic.List
	if errors.As(err, &found) {
		return nil, shown(s.stderr, found, syntax.TextsOf(from.cases.FS), "cases", s.cases)
	}
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
func (c *config) digestOf(from sources) (string, error) {
	sum := sha256.New()
	program, err := programDigest()
	if err != nil {
		return "", err
	}
	sum.Write(program)
	fmt.Fprintf(sum, "archive %t, unchecked %t\n", c.archive, c.allowUnchecked)
	for _, taken := range from.all() {
		fmt.Fprintln(sum, taken.Digest)
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
func (s *service) memory() (string, error) {
	if s.databaseURL == "" {
		return filepath.Join(s.data, admittedFile), nil
	}
	caches, err := os.UserCacheDir()
	return filepath.Join(caches, "payslate", admittedFile), err
}

// remembered reads the admissions. If they cannot be read, the cases are replayed.
func (s *service) remembered() []admitted {
	var records []admitted
	name, err := s.memory()
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
func (s *service) remember(records []admitted) {
	name, err := s.memory()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o700)
	}
	if err == nil {
		data, _ := json.Marshal(records[max(0, len(records)-maxAdmitted):]) // texts alone
		err = os.WriteFile(name, data, 0o600)
	}
	if err != nil {
		s.log.Warn("the admission was not remembered: the next start replays the cases again", "cause", err)
	}
}
