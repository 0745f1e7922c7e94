package mutation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// Figure is a figure that the law sets every year, or one of its bands and entries.
type Figure struct {
	Name  string
	Value string
	Unit  string
	At    diagnostic.Range
	// By is the set and case that notice a change of it, or the relation that refuses it; empty
	// if nothing does.
	By string
	// Unproved is the reason why no case can notice it, Unread whether no program reads it.
	Unproved string
	Unread   bool
}

// Noticing tries which changes the labelled cases of one year notice.
type Noticing struct {
	// Files are the rules, Year the folder of the year, such as de/2026.
	Files ruletext.Files
	Year  string
	// Sets are labelled cases, of this year and others; Book are the rules with all years.
	Sets []*conformance.Set
	Book *rules.Book
	// Known are results of before: cases to try first, by the name of what they notice.
	Known map[string]string
	// Progress is called after each thing that was tried, by any goroutine; it may be nil.
	Progress func(done int)

	told, published []selection
	once            sync.Once
}

// refusedByRules begins the By of what the rules themselves refuse.
const refusedByRules = "refused: "

// OfRules reports whether a By is that of the rules themselves, not of a case.
func OfRules(by string) bool { return strings.HasPrefix(by, refusedByRules) }

// gather finds the cases of the year that tell something of its rules.
func (n *Noticing) gather() {
	n.once.Do(func() {
		whole := conformance.NewSubject(n.Files.FS(), n.Book, nil)
		for _, set := range n.Sets {
			of := &n.told
			if set.Answer == conformance.ParametersAnswer {
				of = &n.published
			}
			if set.OfTravel() || set.Figures != "" {
				continue
			}
			if set = set.Telling(); set == nil {
				continue
			}
			if cases := set.CasesOf(n.Year, whole); len(cases) > 0 {
				*of = append(*of, selection{set, cases})
			}
		}
		// Those of a program are the quickest, those of net pay the easiest to ask again.
		order := []conformance.Answer{"", conformance.NetAnswer, conformance.YearAnswer, conformance.GrossAnswer}
		slices.SortStableFunc(n.told, func(a, b selection) int { return slices.Index(order, a.set.Answer) - slices.Index(order, b.set.Answer) })
	})
}

// Figures tries a change of each figure that changes yearly, or that differs from the year before,
// whose folder is empty in a country's first year, which has all its figures tried: by one in its last place and by one percent, up and down, until one
// is noticed.
func (n *Noticing) Figures(ctx context.Context, before string) ([]Figure, error) {
	n.gather()
	found := make([]Figure, len(n.asked(n.read(), before)))
	err := n.each(ctx, len(found), func(t *trying) func(i int) {
		figures := n.asked(t.read, before)
		return func(i int) {
			f := &figures[i]
			cases := n.told
			if f.Unread {
				cases = n.published
			}
			f.By = t.figure(f, cases)
			found[i] = f.Figure
		}
	})
	return found, err
}

// asked lists the figures of the year that a case has to notice.
func (n *Noticing) asked(r *read, before string) []figure {
	was := map[string]string{}
	if before != "" {
		for _, f := range readYear(n.Files, before).figures(before) {
			was[f.Name] = f.Value
		}
	}
	return slices.DeleteFunc(r.figures(n.Year), func(f figure) bool {
		old, had := was[f.Name]
		return before != "" && !f.yearly && (!had || old == f.Value)
	})
}

func (n *Noticing) read() *read { return readYear(n.Files, n.Year) }

// Told reports whether a labelled case checks a result of the year.
func (n *Noticing) Told() bool {
	n.gather()
	return len(n.told) > 0
}

// Runs reports whether a set runs a program of the year.
func (n *Noticing) Runs(program string) bool {
	return slices.ContainsFunc(n.Sets, func(set *conformance.Set) bool {
		name, _, _ := strings.Cut(set.Program, "@")
		return name == path.Join(n.Year, program)
	})
}

// HasChecks reports whether the files of the year state a relation between figures.
func (n *Noticing) HasChecks() bool {
	for _, file := range n.read().declared {
		if len(file.Checks) > 0 {
			return true
		}
	}
	return false
}

// Tries is how many things there are to try in a year of a country.
func (n *Noticing) Tries(country *rules.Country, year int, before string) int {
	r := n.read()
	fields, _ := country.FilledBy(year)
	return len(n.asked(r, before)) + len(r.carried()) + len(fields)
}

// version changes when the same files and cases may have other results.
const version = 2

// Digests returns the digest of the year's own files and cases, and that of what it shares with
// other years.
func (n *Noticing) Digests() (own, shared string) {
	n.gather()
	sums := map[bool]hash.Hash{true: sha256.New(), false: sha256.New()}
	files := n.Files.OneYear(n.Year)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sums[path.Dir(name) == n.Year || ruletext.OfTable(name)], "%d %s %x\n", version, name, sha256.Sum256(bytes.ReplaceAll(files[name], []byte("\r\n"), []byte("\n"))))
	}
	for _, s := range slices.Concat(n.told, n.published) {
		s.set.WriteCases(sums[true], s.cases)
	}
	digest := func(of bool) string { return hex.EncodeToString(sums[of].Sum(nil)[:16]) }
	return digest(true), digest(false)
}

// Cases is a digest of the cases of the year that tell something of its rules.
func (n *Noticing) Cases() string {
	n.gather()
	sum := sha256.New()
	for _, s := range n.told {
		s.set.WriteCases(sum, s.cases)
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// each divides some tries among workers, each with its own copy of the files; the error is that
// of ctx, or the reason why the year does not open.
func (n *Noticing) each(ctx context.Context, count int, worker func(t *trying) func(i int)) error {
	group, inner := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(count, runtime.GOMAXPROCS(0)) {
		group.Go(func() error {
			t := &trying{Noticing: n, read: n.read()}
			var err error
			if t.before, err = t.open(rules.Options{Lazy: true}); err != nil {
				return err
			}
			try := worker(t)
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				if inner.Err() != nil {
					return inner.Err()
				}
				try(i)
				if n.Progress != nil {
					n.Progress(1)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// trying tries changes with the files of a year of its own.
type trying struct {
	*Noticing
	*read
	before conformance.Subject // without a change
	last   noticedBy
}

// figure returns what notices a change of a figure; empty if nothing does.
func (t *trying) figure(f *figure, cases []selection) string {
	if f.table != nil {
		return t.tableFile(f, cases)
	}
	by := ""
	for _, text := range neighbours(f.node.Text) {
		if by == "" {
			with(f.node, text, func() { by = t.noticed(cases, t.Known[f.Name], rules.Options{Held: f.parameter}) })
		}
	}
	return by
}

// noticed replays cases against the changed year until one differs, first the one that is
// known to.
func (t *trying) noticed(cases []selection, known string, options rules.Options) string {
	options.Lazy = true
	subject, err := t.open(options)
	var by noticedBy
	if err == nil {
		if set, name, is := strings.Cut(known, " "); is {
			if i := slices.IndexFunc(cases, func(s selection) bool { return s.set.Name == set }); i >= 0 {
				t.last = noticedBy{cases[i].set, slices.Index(cases[i].set.Cases(), name)}
			}
		}
		by, err = first(subject, t.before, cases, &t.last)
	}
	switch {
	case err != nil:
		return refusedByRules + firstLine(err)
	case by.set != nil:
		return by.String()
	}
	return ""
}
