package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter/document"
)

// definition is a part of an area.
type definition struct {
	kind, state, name string
}

// Kinds of parts: counties and cities that are not part of one may be asked for
// as counties; places and installations as cities. An excluded place belongs to
// another area.
const (
	partCounty       = "county"
	partCity         = "independent_city"
	partPlace        = "place"
	partInstallation = "installation"
	partExcluded     = "exclude_place"
)

var partKinds = []string{partCounty, partCity, partPlace, partInstallation, partExcluded}

// definitions reads what the areas consist of.
func (t *rateReader) definitions(n *document.Node) {
	b := t.loader.block(n, []string{columnID, columnKind, columnState, "name"}, nil)
	if b == nil {
		return
	}
	type part struct{ kind, state, key string }
	seen := map[part]bool{}
	t.each(b, func(row *record) {
		t.record = row
		area := t.edition.byID[t.record.cell(columnID)]
		if area == nil {
			t.failCell(columnID, "unknown-area", "the table has no area "+t.record.cell(columnID), "")
			return
		}
		d := definition{t.record.cell(columnKind), t.record.cell(columnState), t.record.cell("name")}
		if !slices.Contains(partKinds, d.kind) {
			t.Unknown(row.cellPlace(columnKind), "unknown-kind", "kind", d.kind, partKinds)
		}
		t.knownState(row, columnState, t.regime)
		p := part{d.kind, d.state, t.regime.gazetteer.key(d.name)}
		if seen[p] {
			t.Fail(row.place(), "duplicate-row", d.name+", "+d.state+" belongs to two areas", "")
		}
		seen[p] = true
		area.parts = append(area.parts, d)
	})
}
