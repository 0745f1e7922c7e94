package main

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/conformance/review"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// yearSlips are mistakes in a year without labelled cases: a text of a file that occurs
// once, its wrong replacement, and the code of the finding, or why there is none.
//
//go:embed testdata/year_slips.yaml
var yearSlips []byte

const (
	slippedYear = "nl/2027/parameters.yaml"
	mostSilent  = 5
)

// TestSlipsInAYearWithoutCases makes each mistake in a Dutch year 2027 whose figures are two
// percent above those of 2026. A server refuses a year without cases that has a finding. It
// makes a sample of them.
func TestSlipsInAYearWithoutCases(t *testing.T) {
	var slips []struct{ Name, File, Text, Slip, Code, Silent string }
	if err := yaml.Unmarshal(yearSlips, &slips); err != nil {
		t.Fatal(err)
	}
	right := partOf(t, rules.Embedded(), "nl")
	delete(right, "nl/figures.yaml") // its relations hold in no year that is two percent higher
	right[slippedYear] = &fstest.MapFile{Data: nextYear(right["nl/2026/parameters.yaml"].Data)}
	if found := newFindings(right); len(found) > 0 {
		t.Fatalf("the year has findings without a mistake:\n%s", found.Error())
	}
	silent := 0
	for i, slip := range slips {
		if slip.Silent != "" {
			silent++
		}
		if !sampled(i) {
			continue
		}
		t.Run(slip.Name, func(t *testing.T) {
			t.Parallel()
			name := slip.File
			if name == "" {
				name = slippedYear
			}
			files, text := maps.Clone(right), string(right[name].Data)
			if count := strings.Count(text, slip.Text); count != 1 {
				t.Fatalf("%s contains %q %d times", name, slip.Text, count)
			}
			files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, slip.Text, slip.Slip, 1))}
			found := newFindings(files)
			caught := slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.Code == slip.Code })
			if slip.Silent == "" && !caught || slip.Silent != "" && len(found) > 0 {
				t.Errorf("want %s%s, found:\n%s", slip.Code, slip.Silent, found.Error())
			}
		})
	}
	if len(slips) < 64 || silent > mostSilent {
		t.Errorf("%d mistakes, of which %d are silent", len(slips), silent)
	}
}

// newFindings returns the findings of the rules without those about the day.
func newFindings(files fstest.MapFS) diagnostic.List {
	_, list, _ := review.Rules(files, rules.Options{WithoutArchive: true}, today)
	return list
}

var (
	aYear  = regexp.MustCompile(`\b202[56]\b`)
	figure = regexp.MustCompile(`(\b(?:value|to|rate|standard|build_up|reduction|low|high|small|medium_or_large|below_aow|aow_born_\w+): )(\d+(?:\.\d+)?)\b`)
)

// nextYear returns the figures of a year for the next one, two percent higher.
func nextYear(text []byte) []byte {
	head, figures, _ := strings.Cut(string(text), "  last_row:")
	figures = figure.ReplaceAllStringFunc(figures, func(found string) string {
		parts := figure.FindStringSubmatch(found)
		value, _ := strconv.ParseFloat(parts[2], 64) // no amount: a made-up figure
		_, places, _ := strings.Cut(parts[2], ".")
		return parts[1] + strconv.FormatFloat(value*1.02+0.4*float64(1-min(1, len(places))), 'f', len(places), 64) // no amount
	})
	whole := strings.NewReplacer("42324", "42325", "38055", "38056").Replace(head + "  last_row:" + figures) // other publications
	return []byte(aYear.ReplaceAllStringFunc(whole, func(found string) string {
		year, _ := strconv.Atoi(found)
		return strconv.Itoa(year + 1)
	}))
}
