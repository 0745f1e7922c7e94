package conformance

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/tables"
)

// TestUnknownMonths adds a monthly table without cases: exactly the cases that it would
// answer are left out.
func TestUnknownMonths(t *testing.T) {
	const known, added = "us-federal-foreign/2026-04.yaml", "us-federal-foreign/2026-05.yaml"
	files := fstest.MapFS{}
	err := fs.WalkDir(tables.Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			data, _ := fs.ReadFile(tables.Embedded(), name)
			files[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files[added] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(files[known].Data), "2026-04", "2026-05"))}
	travel, _, _ := tables.Open(files, tables.Options{})
	if travel == nil {
		t.Fatal("the tables do not open")
	}
	subject := NewSubject(nil, embeddedSubject(t).Book, travel)
	sets, err := LoadFrom(fstest.MapFS{
		"sets.yaml": {Data: []byte(`
editions: {us-federal-foreign: ["2026-03", "2026-04"]}
sets:
  - {name: trips, kind: hand-checked, origin: made up, file: trips.jsonl, answer: trip}
  - {name: rates, kind: hand-checked, origin: made up, file: rates.csv, rates: us-federal}
`)},
		"cases/trips.jsonl": {Data: []byte(`
{"case":"april","request":{"regime":"us-federal","legs":[{"country":"IT","city":"Rome","arrive":"2026-04-11T10:00","depart":"2026-04-13T18:00"}]},"expected":{"currency":"USD"}}
{"case":"over the end","request":{"regime":"us-federal","legs":[{"country":"IT","city":"Rome","arrive":"2026-04-29T10:00","depart":"2026-05-02T18:00"}]},"expected":{"currency":"USD"}}
{"case":"may at home","request":{"regime":"us-federal","legs":[{"country":"US","state":"CA","city":"San Diego","arrive":"2026-05-11T10:00","depart":"2026-05-13T18:00"}]},"expected":{"currency":"USD"}}
{"case":"refused","request":{"regime":"us-federal","legs":[{"country":"IT","city":"Rome","arrive":"2025-05-11T10:00","depart":"2025-05-13T18:00"}]},"expected":{"currency":"USD"}}
`)},
		"cases/rates.csv": {Data: []byte("case,country,city,date,exp_meals\nmarch,IT,Rome,2026-03-31,1\nmay,IT,Rome,2026-05-01,1\nhawaii,PR,San Juan,2026-05-01,1\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	e := Gather(sets, nil, subject)
	var kept []string
	for _, set := range e.Sets {
		kept = append(kept, set.Cases()...)
	}
	if want := []string{"april", "may at home", "refused", "march", "hawaii"}; !slices.Equal(kept, want) || !slices.Equal(e.Unknown, []string{"us-federal-foreign 2026-05"}) {
		t.Errorf("kept %q of the cases, want %q; unknown: %q", kept, want, e.Unknown)
	}
}
