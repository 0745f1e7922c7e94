package main

import (
	_ "embed"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/conformance/review"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/rules"
)

//go:embed testdata/slips.json
var slipsFile []byte

// slips returns mistakes that authors make: a text of a file, its wrong replacement and the
// code of a finding. The
// client that tests the language server makes them too.
func slips(t *testing.T) (list []struct{ Name, File, Text, Slip, Code string }) {
	if err := json.Unmarshal(slipsFile, &list); err != nil || len(list) < 30 {
		t.Fatalf("%d slips, %v", len(list), err)
	}
	return list
}

// TestSlips checks that each mistake has a finding with a place and a remedy. It makes a
// sample of them.
func TestSlips(t *testing.T) {
	parts := map[string]fstest.MapFS{"de": partOf(t, rules.Embedded(), "de"), "uk": partOf(t, rules.Embedded(), "uk"), "nl": partOf(t, rules.Embedded(), "nl")}
	for i, slip := range slips(t) {
		if !sampled(i) {
			continue
		}
		t.Run(slip.Name, func(t *testing.T) {
			t.Parallel()
			country, _, _ := strings.Cut(slip.File, "/")
			files := maps.Clone(parts[country])
			right := string(files[slip.File].Data)
			if strings.Count(right, slip.Text) != 1 {
				t.Fatalf("%s contains the text %d times", slip.File, strings.Count(right, slip.Text))
			}
			files[slip.File] = &fstest.MapFile{Data: []byte(strings.Replace(right, slip.Text, slip.Slip, 1))}
			_, list, source := review.Rules(files, rules.Options{WithoutArchive: true}, today)
			if !slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool {
				return d.Code == slip.Code && !d.Subject.Start.IsZero()
			}) {
				t.Errorf("no finding %s names a line:\n%s", slip.Code, list.Error())
			}
			var shown strings.Builder
			if err := diagnostic.Write(&shown, list, source); err != nil {
				t.Fatal(err)
			}
			if !remedy.MatchString(shown.String()) {
				t.Errorf("no finding has a remedy:\n%s", shown.String())
			}
		})
	}
}

var remedy = regexp.MustCompile(`(?m)^  = `)

// TestSlipsInImportedRows: what no labelled case looks up is found by the digest of the rows.
func TestSlipsInImportedRows(t *testing.T) {
	t.Parallel()
	const folder = "ch/2026/tariffs/"
	files := partOf(t, rules.Embedded(), "ch")
	for canton, slip := range map[string]struct{ what, old, text string }{
		"GE": {"a rate one hundredth higher", "\n2550,2600,0.14,", "\n2550,2600,0.15,"},
		"ZH": {"another least tax", "\nmin,,0.00,", "\nmin,,1.00,"},
		"BE": {"an emptied cell", "\n1751,1801,0.42,", "\n1751,1801,,"},
	} {
		text, err := rows.Text(files, folder+canton+".csv.gz")
		if err != nil || strings.Count(string(text), slip.old) != 1 {
			t.Fatalf("%s: %d times %q: %v", slip.what, strings.Count(string(text), slip.old), slip.old, err)
		}
		delete(files, folder+canton+".csv.gz")
		files[folder+canton+".csv"] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), slip.old, slip.text, 1))}
	}
	_, list, _ := review.Rules(files, rules.Options{WithoutArchive: true}, today)
	found := ""
	for _, d := range list.Sorted() {
		found += d.Code + " " + path.Base(d.Subject.File) + "; "
	}
	if found != "edited-rows BE.csv; edited-rows GE.csv; edited-rows ZH.csv; " {
		t.Error(list)
	}
}
