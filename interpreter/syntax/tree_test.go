package syntax

import "testing"

// TestTreesAreShared: trials of figures change the text of a node and open the rules again, so
// what is read of a tree has to keep its nodes, also where another file describes the figure.
func TestTreesAreShared(t *testing.T) {
	described, _ := Read("shared.yaml", []byte("parameters:\n  rate: {unit: percent, label: Rate}\n  bands: {unit: percent, label: Bands}\n"))
	file, list := Read("figures.yaml", []byte("parameters:\n  rate: 1\n  bands:\n    bands:\n      - {to: 10, rate: 1}\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	parameters := file.Root.Get("parameters")
	value := parameters.Get("rate")
	bound := parameters.Get("bands").Get("bands").Items[0].Get("to")
	value.Text, bound.Text = "2", "20"
	rate, _ := file.Parameters[0].Under(described.Parameters[0])
	bands, _ := file.Parameters[1].Under(described.Parameters[1])
	if rate.Value != value || bands.Bands[0].Rows[0].Columns[0].Value != bound {
		t.Errorf("read %v and %v", rate.Value, bands.Bands)
	}
}
