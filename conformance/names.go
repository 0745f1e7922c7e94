package conformance

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
)

// UnknownName returns the first name in what a case expects that no answer of its kind has, such as
// annual.nett, and the names that answers have there. It is empty if all are known, and for a refusal.
func (s *Set) UnknownName(subject Subject, name string) (unknown string, known []string, err error) {
	service, err := subject.catalogue(s)
	i := slices.Index(s.Cases(), name)
	if err != nil || i < 0 || has(s.cases[i].expected, "error") || has(s.cases[i].expected, "detail") {
		return "", nil, err
	}
	n := naming{}
	if scopes := s.scopes(i, &subject); len(scopes) > 0 && s.Answer != TripAnswer {
		if country, is := subject.Book.Country(scopes[0].Of); is && slices.Contains(country.Years, scopes[0].Year) {
			lines, err := country.Lines(scopes[0].Year)
			if err != nil {
				return "", nil, err
			}
			for _, line := range lines {
				n.lines = append(n.lines, line.Key)
			}
		}
	}
	unknown, known = n.unknown("", s.cases[i].expected, service.Operation(operationIDs[s.Answer]).Output)
	return unknown, known, nil
}

// naming finds names that answers do not have; lines are the keys of the lines that they may have.
type naming struct{ lines []string }

func (n naming) unknown(path string, expected any, schema *operations.Schema) (string, []string) {
	list := schema.Kind == types.ListKind
	if list {
		schema = schema.Items
	}
	if items, is := expected.([]any); is {
		for _, item := range items {
			if name, known := n.unknown(path, item, schema); name != "" {
				return name, known
			}
		}
	}
	of, _ := expected.(object)
	if schema == nil || len(schema.Properties) == 0 || has(of, anyKey) || has(of, setKey) || has(of, absentKey) {
		return "", nil
	}
	names := diagnostic.Names(schema.Properties, func(p operations.Property) string { return p.Name })
	byKey := list && slices.Contains(names, "key")
	for _, name := range slices.Sorted(maps.Keys(of)) {
		at, within := below(path, []string{name})[0], schema.Index(name)
		switch {
		case byKey && !slices.Contains(n.lines, name):
			return at, below(path, n.lines)
		case list: // the amount of a line, or a payday by its number
			if name, known := n.unknown(at, of[name], schema); name != "" {
				return name, known
			}
		case within >= 0:
			if name, known := n.unknown(at, of[name], schema.Properties[within].Schema); name != "" {
				return name, known
			}
		case path != "" || !slices.Contains([]string{comparedMember, "tables_from"}, name):
			return at, below(path, names)
		}
	}
	return "", nil
}

// below returns the paths of names.
func below(path string, names []string) []string {
	return diagnostic.Names(names, func(name string) string { return strings.TrimPrefix(path+"."+name, ".") })
}
