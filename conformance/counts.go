package conformance

// Count is how many labelled cases check results, and how many of these an authority published.
type Count struct{ Official, All int }

// CountCases counts the cases of some sets by the year that they are about, without those that pin
// texts.
func CountCases(sets []*Set, subject *Subject) map[Scope]Count {
	counts := map[Scope]Count{}
	for _, set := range sets {
		if set.CountedAs() == Words {
			continue
		}
		for i := range set.cases {
			for _, scope := range set.scopes(i, subject) {
				count := counts[scope]
				if count.All++; set.Kind == Official {
					count.Official++
				}
				counts[scope] = count
			}
		}
	}
	return counts
}

// OfTravel reports whether the cases are about travel tables.
func (s *Set) OfTravel() bool { return s.Rates != "" || s.Answer == TripAnswer }
