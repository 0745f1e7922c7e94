package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// State is a part of a regime's country.
type State struct {
	Code string
	Name Text

	outside  bool     // the tables do not cover it
	prefixes []string // how its postal codes begin, if outside
}

// states are the parts of a country by key.
type states struct {
	list  []*State
	byKey map[string]*State
}

func (l *loader) states(n *document.Node, r *Regime) *states {
	s := &states{byKey: map[string]*State{}}
	for _, part := range []string{"covered", "outside"} {
		b := l.block(l.Need(n, part), []string{"code", english}, []string{"also", "postal_codes", anyLanguage})
		if b == nil {
			continue
		}
		l.each(b, func(row *record) {
			state := &State{Code: row.cell("code"), Name: row.text(english, ""), outside: part == "outside", prefixes: strings.Fields(row.cell("postal_codes"))}
			s.list = append(s.list, state)
			for _, name := range slices.Concat([]string{state.Code}, wording.All(state.Name), names(row.cell(columnAlso))) {
				for _, key := range r.gazetteer.keys(name) {
					if other := s.byKey[key]; other != nil && other != state {
						l.Fail(row.place(), "duplicate-name", name+" names "+other.Code+" as well as "+state.Code, "")
					}
					s.byKey[key] = state
				}
			}
		})
	}
	return s
}

// outsideOf finds the state outside the tables that a postal code lies in, by the
// longest beginning that fits; nil if there is none.
func (s *states) outsideOf(code string) *State {
	var found *State
	longest := 0
	if s == nil {
		return nil
	}
	for _, state := range s.list {
		for _, prefix := range state.prefixes {
			if len(prefix) > longest && strings.HasPrefix(code, prefix) {
				found, longest = state, len(prefix)
			}
		}
	}
	return found
}

// knownState reports a code in a cell that is not a state of the regime.
func (l *loader) knownState(row *record, column string, r *Regime) {
	if r.lookup.states == nil {
		return
	}
	code := row.cell(column)
	if state := r.lookup.states.byKey[r.gazetteer.key(code)]; state == nil || state.Code != code {
		l.Fail(row.cellPlace(column), "unknown-state", "no state has the code "+code, "")
	}
}
