package tables

import (
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
		code, others := b.column("code"), b.languages("")
		also, postal := b.column("also"), b.column("postal_codes")
		l.each(b, func(row *record) {
			state := &State{Code: row.cells[code], Name: b.text(row, english, others), outside: part == "outside"}
			all := append([]string{state.Code}, wording.All(state.Name)...)
			if also >= 0 {
				all = append(all, names(row.cells[also])...)
			}
			if postal >= 0 {
				state.prefixes = strings.Fields(row.cells[postal])
			}
			s.list = append(s.list, state)
			for _, name := range all {
				for _, key := range r.gazetteer.keys(name) {
					if other := s.byKey[key]; other != nil && other != state {
						l.Fail(b.place(row.start, row.end), "duplicate-name", name+" names "+other.Code+" as well as "+state.Code, "")
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
func (l *loader) knownState(b *block, row *record, column int, r *Regime) {
	if r.lookup.states == nil {
		return
	}
	code := row.cells[column]
	if state := r.lookup.states.byKey[r.gazetteer.key(code)]; state == nil || state.Code != code {
		l.Fail(b.cellPlace(row, column), "unknown-state", "no state has the code "+code, "")
	}
}
