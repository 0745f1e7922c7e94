package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// faults are the findings of a country's years, which share most of their files.
type faults struct {
	from  int // the first of them among the findings of the loader
	years []string
	found []diagnostic.List // by year
}

// add takes the findings that are new since the last year. If a year does not load, a unit
// that differs from the year before comes first, as it may be the cause.
func (f *faults) add(l *loader, dir string) {
	list := slices.Clone(l.Findings[f.from:])
	l.Findings = l.Findings[:f.from]
	if list.HasErrors() {
		list = append(changedUnits(l, dir), list...)
	}
	f.years, f.found = append(f.years, dir), append(f.found, list)
}

// name returns the findings to the loader, each once. A finding in a file that years share
// names the years that have it, unless all do.
func (f *faults) name(l *loader) {
	seen := map[diagnostic.Diagnostic]bool{}
	for i, list := range f.found {
		for _, d := range list {
			if seen[d] {
				continue
			}
			seen[d] = true
			var in []string
			for k, other := range f.found {
				if slices.Contains(other, d) {
					in = append(in, path.Base(f.years[k]))
				}
			}
			if len(in) < len(f.years) && !strings.HasPrefix(d.Subject.File, f.years[i]+"/") {
				d.Summary += " (in " + strings.Join(in, ", ") + ")"
			}
			l.Findings.Append(d)
		}
	}
}

// changedUnits compares the units of a year's parameters with those of the year before.
func changedUnits(l *loader, dir string) (list diagnostic.List) {
	heads := l.dirs(path.Dir(dir) + "/*/" + parametersFile)
	at := slices.Index(heads, dir)
	if at < 1 {
		return nil
	}
	before, _, _ := Figures(l.Files, heads[at-1])
	now, _, _ := Figures(l.Files, dir)
	units := map[string]*syntax.Parameter{}
	for _, p := range before {
		units[p.Name] = p
	}
	for _, p := range now {
		if old := units[p.Name]; old != nil && old.Unit != p.Unit {
			list.Warn(p.UnitRange, "changed-unit", "the unit of "+p.Name+" was "+old.Unit+" in "+path.Base(heads[at-1]), "Is the value in the intended unit? Keep the unit, or choose a new name.")
		}
	}
	return list
}
