package conformance

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables"
)

// Scope is the subject of a case: a year of a country (DE/2026), or a calendar year of a
// travel regime (de-federal/2026).
type Scope struct {
	Of   string
	Year int
}

// String returns the scope in the form DE/2026.
func (s Scope) String() string { return s.Of + "/" + strconv.Itoa(s.Year) }

// scopes lists the scopes of case i; a case of rates without a date has those of every
// edition. A request that cannot be read has none: its replay reports why.
func (s *Set) scopes(i int, subject *Subject) []Scope {
	switch {
	case s.Program != "":
		country, rest, _ := strings.Cut(s.Program, "/")
		year, _, _ := strings.Cut(rest, "/")
		return yearScope(subject.countryCode(country), year)
	case s.Rates != "":
		if at := slices.Index(s.inputs, "date"); at >= 0 && s.cases[i].inputs[at] != "" {
			return yearScope(s.Rates, s.cases[i].inputs[at])
		}
		return subject.editionScopes(s.Rates)
	}
	request := s.cases[i].request
	if s.Answer == TripAnswer {
		return tripScope(request)
	}
	country := words(request["country"])
	if country == "" {
		return nil
	}
	if year, is := exact(request["year"]); is {
		return yearScope(subject.countryCode(country), year.String())
	}
	return []Scope{{subject.countryCode(country), subject.Book.Service().YearDefault}}
}

func tripScope(request object) []Scope {
	legs, _ := request["legs"].([]any)
	if len(legs) == 0 {
		return nil
	}
	return yearScope(words(request["regime"]), words(member(legs[0], "arrive")))
}

// yearScope returns the scope of a text that begins with the year.
func yearScope(of, text string) []Scope {
	const digits = 4
	year, err := strconv.Atoi(text[:min(digits, len(text))])
	if err != nil {
		return nil
	}
	return []Scope{{of, year}}
}

func (s *Subject) countryCode(name string) string {
	if s.Book != nil {
		if country, ok := s.Book.Country(name); ok {
			return country.Code
		}
	}
	return strings.ToUpper(name)
}

func (s *Subject) editionScopes(regime string) []Scope {
	var scopes []Scope
	if of := s.Regime(regime); of != nil {
		for _, edition := range of.Editions {
			scopes = append(scopes, yearScope(regime, edition.Valid.From)...)
		}
	}
	return scopes
}

// serves reports whether the subject answers questions of a scope.
func (s *Subject) serves(scope Scope) bool {
	if s.Book != nil {
		if country, ok := s.Book.Country(scope.Of); ok {
			return slices.Contains(country.Years, scope.Year)
		}
	}
	return s.Regime(scope.Of) != nil
}

// Evidence is the cases that a subject must match.
type Evidence struct {
	Sets []*Set
	// Replaced are the scopes whose built-in cases the user's own put aside, and PutAside is
	// the number of these cases.
	Replaced []Scope
	PutAside int
	// Unknown are monthly editions without built-in cases, such as us-federal-foreign
	// 2026-05: cases that they would answer are left out.
	Unknown []string
	// Unproved are the years of countries that the subject answers without a case.
	Unproved []Scope
}

// Gather collects the cases for a subject: the built-in ones and the user's own. It leaves
// out built-in cases of countries and years that the subject does not have, of days with
// tables that they were not made for, and of years that a set of the user's own replaces.
func Gather(builtIn, own []*Set, subject Subject) *Evidence {
	e := &Evidence{}
	unknown := e.unknownEditions(builtIn, &subject)
	proved, replaced := map[Scope]bool{}, map[Scope]bool{}
	for _, set := range own {
		for i := range set.cases {
			for _, scope := range set.scopes(i, &subject) {
				replaced[scope] = replaced[scope] || set.Replaces == builtInCases
				proved[scope] = true
			}
		}
	}
	for _, set := range builtIn {
		kept := set.only(func(i int) bool {
			if set.answeredFrom(unknown, i, &subject) || set.covered(i, &subject) {
				return false
			}
			scopes := set.scopes(i, &subject)
			for _, scope := range scopes {
				switch {
				case replaced[scope]:
					e.PutAside++
					return false
				case !subject.serves(scope):
					return false
				}
				proved[scope] = true
			}
			return true
		})
		if len(kept.cases) > 0 {
			e.Sets = append(e.Sets, kept)
		}
	}
	e.Sets = append(e.Sets, own...)
	e.Replaced = sorted(replaced)
	e.Unproved = subject.unproved(proved)
	return e
}

// unknownEditions lists the monthly editions of a subject that some cases were not made
// for, and names them in Unknown: the cases expect the values of another month's table.
func (e *Evidence) unknownEditions(sets []*Set, subject *Subject) (unknown []*tables.Edition) {
	if len(sets) == 0 {
		return nil
	}
	known := sets[0].editions
	for _, regime := range slices.Sorted(maps.Keys(known)) {
		if part := subject.Regime(regime); part != nil {
			for _, edition := range part.Editions {
				if !slices.Contains(known[regime], edition.Name) {
					unknown = append(unknown, edition)
					e.Unknown = append(e.Unknown, regime+" "+edition.Name)
				}
			}
		}
	}
	return unknown
}

// answeredFrom reports whether one of some editions answers case i of the set.
func (s *Set) answeredFrom(editions []*tables.Edition, i int, subject *Subject) bool {
	switch {
	case len(editions) == 0:
		return false
	case s.Rates != "":
		regime := subject.Regime(s.Rates)
		if regime == nil {
			return false
		}
		for rate, err := range (&rateChecker{s, regime}).rates(i) {
			if err == nil && slices.Contains(editions, rate.Area.Edition) {
				return true
			}
		}
		return false
	case s.Answer != TripAnswer:
		return false
	}
	service, err := subject.catalogue(s)
	if err != nil {
		return false
	}
	regime, journey, err := service.Operation(operationIDs[TripAnswer]).Journey(s.cases[i].text)
	if err != nil {
		return false
	}
	allowances, err := subject.Tables.Trip(regime, journey)
	return err == nil && slices.ContainsFunc(allowances.Sources, func(from tables.TripSource) bool {
		return slices.ContainsFunc(editions, func(e *tables.Edition) bool {
			return from.AsOf == e.AsOf && wording.Equal(from.Source.Name, e.Source.Name)
		})
	})
}

// notCovered is the code of a refusal of a day that no edition covers.
const notCovered = "date_not_covered"

var aDay = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}`)

// covered reports whether case i says that no edition covers a day, and the subject has an edition
// from then on that is not built in: the case ends where the edition begins.
func (s *Set) covered(i int, subject *Subject) bool {
	if !s.OfTravel() {
		return false
	}
	c := &s.cases[i]
	regime, sent := s.Rates, strings.Join(c.inputs, " ")
	if s.Rates == "" {
		regime, sent = words(c.request["regime"]), string(c.text)
	}
	part := subject.Regime(regime)
	if part == nil || words(c.expected["error"]) != notCovered && !slices.Contains(c.want, notCovered) {
		return false
	}
	return slices.ContainsFunc(part.Editions, func(e *tables.Edition) bool {
		_, err := fs.Stat(tables.Embedded(), path.Join(part.ID, e.Name+".yaml"))
		return err != nil && slices.ContainsFunc(aDay.FindAllString(sent, -1), func(day string) bool { return e.Valid.From <= day })
	})
}

func (s *Subject) unproved(proved map[Scope]bool) []Scope {
	missing := map[Scope]bool{}
	if s.Book == nil {
		return nil
	}
	for _, country := range s.Book.Countries() {
		for _, year := range country.Years {
			if scope := (Scope{country.Code, year}); !proved[scope] {
				missing[scope] = true
			}
		}
	}
	return sorted(missing)
}

// Only leaves the cases and years of a country or regime; year 0 means all its years.
func (e *Evidence) Only(of string, year int, subject Subject) {
	other := func(scope Scope) bool { return !strings.EqualFold(scope.Of, of) || year != 0 && scope.Year != year }
	var sets []*Set
	for _, set := range e.Sets {
		kept := set.only(func(i int) bool {
			return slices.ContainsFunc(set.scopes(i, &subject), func(s Scope) bool { return !other(s) })
		})
		if len(kept.cases) > 0 {
			sets = append(sets, kept)
		}
	}
	e.Sets = sets
	for _, scopes := range []*[]Scope{&e.Replaced, &e.Unproved} {
		*scopes = slices.DeleteFunc(*scopes, other)
	}
}

func sorted(scopes map[Scope]bool) []Scope {
	list := make([]Scope, 0, len(scopes))
	for scope, is := range scopes {
		if is {
			list = append(list, scope)
		}
	}
	slices.SortFunc(list, func(a, b Scope) int {
		return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Year, b.Year))
	})
	return list
}

// only returns the set with the cases that keep accepts.
func (s *Set) only(keep func(i int) bool) *Set {
	kept := *s
	kept.cases = nil
	for i := range s.cases {
		if keep(i) {
			kept.cases = append(kept.cases, s.cases[i])
		}
	}
	return &kept
}

// Names joins scopes with commas.
func Names(scopes []Scope) string { return strings.Join(diagnostic.Names(scopes, Scope.String), ", ") }

// CasesOf lists the cases that programs answer from a year in its folder, such as de/2026, or
// from the trip rules of a travel regime.
func (s *Set) CasesOf(year string, subject Subject) (cases []int) {
	for i := range s.cases {
		scopes := s.scopes(i, &subject)
		if s.Rates != "" || len(scopes) == 0 || has(s.cases[i].expected, "detail") {
			continue
		}
		of := scopes[0].Of
		if country, ok := subject.Book.Country(of); ok {
			of = path.Join(country.Folder(), strconv.Itoa(scopes[0].Year))
		}
		if of == year {
			cases = append(cases, i)
		}
	}
	return cases
}
