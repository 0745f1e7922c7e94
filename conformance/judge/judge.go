// Package judge decides whether rules and travel tables may go live. It is the only judge: what
// passes, rulecheck check seals, and a server trusts the seal.
//
// It asks about each year and its imported plan, and compares what a year says with what it said
// when it last passed. A Record keeps what was noticed, so that it is not tried again.
package judge

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/internal/seal"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Matter is what is to be judged.
type Matter struct {
	// Files are the rules, Book the rules of these files with all years, Travel the tables. Either
	// book may be nil: then it is not judged.
	Files  fs.FS
	Book   *rules.Book
	Travel *tables.Book
	// TableFiles are the files of the tables.
	TableFiles fs.FS
	// OfRules and OfTables are the findings of their reviews.
	OfRules, OfTables diagnostic.List
	// Own are the user's own cases.
	Own []*conformance.Set
	// Of and Year, if set, limit the question to a country or regime and one of its years.
	Of   string
	Year int
	// All tries every year. Otherwise a change of files that a country's years share is tried
	// with the newest year alone.
	All bool
	// Confirm passes what the files no longer say, or say otherwise, than when they last passed.
	Confirm bool
	// Known is what earlier judgements found.
	Known Record
	// Progress begins to show the progress of so many tries; it may be nil.
	Progress func(tries int) (done func(int))
}

// Verdict is what a judge says.
type Verdict struct {
	// Rules and Tables are the reasons why the rules, and the tables, do not pass; neither has one
	// if all may go live.
	Rules, Tables []string
	// Reports are those of the sets that were replayed, in order.
	Reports []*conformance.Report
	*conformance.Evidence
	// Unnoticed is what no labelled case notices and what nobody said a reason for.
	Unnoticed []Unnoticed
	// Confirmed is what the files no longer say, or say otherwise, and what was confirmed.
	Confirmed []string
	// Untried are the years, such as DE/2026, whose labelled cases differ: what these notice was not
	// tried.
	Untried []string
	// Years are what is to be sealed.
	Years []seal.Year
	// Record is what is to be kept.
	Record Record

	said map[string]Said // by folders that were judged
}

// Refusals lists all reasons against it.
func (v *Verdict) Refusals() []string { return slices.Concat(v.Rules, v.Tables) }

// Unnoticed is something in a year of a country that can be wrong without a labelled case
// differing.
type Unnoticed struct {
	Year string           `json:"year"` // such as DE/2026
	What string           `json:"what"`
	At   diagnostic.Range `json:"-"`
	// Place is At as text, and Request a request whose Answer depends on it, if one was found, with
	// what a case of it has to expect: an amount that is null is to be filled in.
	Place    string             `json:"place"`
	Answer   conformance.Answer `json:"answer,omitempty"`
	Request  string             `json:"request,omitempty"`
	Expected string             `json:"expected,omitempty"`
	// Before is the set and case that noticed it in the year before, if one did. Without a better
	// one Request is that case's, asked of this year.
	Before string `json:"noticed_before,omitempty"`
}

// Judge judges a matter whose files have no errors. The error is that of ctx, or the reason why
// the cases cannot be replayed.
func Judge(ctx context.Context, m *Matter) (*Verdict, error) {
	builtIn, err := conformance.LoadFor(conformance.NewSubject(m.Files, m.Book, m.Travel))
	if err != nil {
		return nil, err
	}
	book := m.Book
	if book == nil { // questions about trips need one
		book, _ = rules.OpenEmbedded()
	}
	subject := conformance.NewSubject(m.Files, book, m.Travel)
	v := &Verdict{Record: Record{}, said: map[string]Said{}}
	v.Evidence = conformance.Gather(builtIn, judged(m.Own, m), subject)
	if m.Book == nil {
		v.Evidence.Unproved = nil
	}
	if m.Of != "" {
		v.Only(m.Of, m.Year, subject)
	}
	v.findings(m)
	for _, set := range v.Sets {
		report, err := set.Run(ctx, subject, conformance.Options{})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("the labelled cases %s cannot be replayed: %w", set.Name, err)
		}
		v.Reports = append(v.Reports, report)
		if !report.Fine() {
			v.refuse(set.OfTravel(), differs(report))
		}
	}
	if m.Book != nil {
		if err := v.countries(ctx, m, slices.Concat(builtIn, m.Own)); err != nil {
			return nil, err
		}
	}
	if err := v.travel(m); err != nil {
		return nil, err
	}
	v.keepSaid(m.Known)
	v.count(m, &subject)
	return v, nil
}

// judged leaves out the sets about what is not judged.
func judged(sets []*conformance.Set, m *Matter) []*conformance.Set {
	return slices.DeleteFunc(slices.Clone(sets), func(set *conformance.Set) bool {
		return set.OfTravel() && m.Travel == nil || !set.OfTravel() && m.Book == nil
	})
}

func (v *Verdict) refuse(travel bool, reason string) {
	of := &v.Rules
	if travel {
		of = &v.Tables
	}
	*of = append(*of, reason)
}

// differs names the first difference of a report.
func differs(r *conformance.Report) string {
	d := r.Differences[0]
	return fmt.Sprintf("%d of %d labelled cases of %s differ, such as %s: %s should be %s, is %s; correct the rules, or where the law has changed, give cases of your own with --cases",
		r.Differing, r.Cases, r.Set.Name, d.Case, d.Output, d.Want, d.Got)
}

// findings refuses findings that nobody answered.
func (v *Verdict) findings(m *Matter) {
	for i, found := range []diagnostic.List{m.OfRules, m.OfTables} {
		if len(found) > 0 {
			first := found.Sorted()[0]
			v.refuse(i == 1, fmt.Sprintf("%s that nobody answered, such as %s: %s; correct the files, or say the reason there", diagnostic.Counted(len(found), "finding"), first.Subject, first.Summary))
		}
	}
}

// countries judges the years of countries; sets are the cases of all years.
func (v *Verdict) countries(ctx context.Context, m *Matter, sets []*conformance.Set) error {
	files, err := ruletext.Read(m.Files)
	if err != nil {
		return err
	}
	for _, country := range m.Book.Countries() {
		if country.Status != rules.Available || m.Of != "" && m.Of != country.Code {
			continue
		}
		years := country.Years
		told := false
		for i, number := range years {
			j := &yearJudge{Verdict: v, matter: m, sets: sets, country: country, number: number, newest: i == len(years)-1, archived: country.Archived(number)}
			j.noticing = &mutation.Noticing{Files: files, Year: country.Folder() + "/" + strconv.Itoa(number), Sets: v.Sets, Book: m.Book}
			if i > 0 {
				j.before = country.Folder() + "/" + strconv.Itoa(years[i-1])
			}
			told = told || j.told()
			if j.newest && (m.Year == 0 || m.Year == number) {
				v.compare(m, files, country.Folder(), "", j.noticing.Cases(), false)
			}
			if m.Year != 0 && m.Year != number {
				continue
			}
			if err := j.judge(ctx); err != nil {
				return err
			}
		}
		if !told {
			v.refuse(false, country.Code+" has no labelled case that checks a result: rulecheck help conformance says how to add one")
		}
	}
	return nil
}

// travel compares what the files of travel regimes say.
func (v *Verdict) travel(m *Matter) error {
	if m.Travel == nil || m.TableFiles == nil {
		return nil
	}
	files, err := ruletext.Read(m.TableFiles)
	if err != nil {
		return err
	}
	for _, regime := range m.Travel.Regimes() {
		for _, part := range regime.WithParts() {
			if m.Of == "" || m.Of == part.ID {
				v.compare(m, files, part.ID, "", "", true)
			}
		}
	}
	return nil
}

// count counts the labelled cases of each year and edition.
func (v *Verdict) count(m *Matter, subject *conformance.Subject) {
	counts := conformance.CountCases(v.Sets, subject)
	add := func(of, year string, key string, scope conformance.Scope) {
		count := counts[scope]
		var unproved []string
		if found := v.Record[key]; found != nil {
			unproved = found.Unproved
		}
		v.Years = append(v.Years, seal.Year{Of: of, Year: year, Cases: count.All, Official: count.Official, Unproved: unproved})
	}
	if m.Book != nil {
		for _, country := range m.Book.Countries() {
			for _, number := range country.Years {
				year := strconv.Itoa(number)
				add(country.Code, year, country.Folder()+"/"+year, conformance.Scope{Of: country.Code, Year: number})
			}
		}
	}
	if m.Travel != nil {
		for _, regime := range m.Travel.Regimes() {
			for _, edition := range regime.Editions {
				number, _ := strconv.Atoi(edition.Valid.From[:4])
				add(regime.ID, edition.Name, "", conformance.Scope{Of: regime.ID, Year: number})
			}
		}
	}
}
