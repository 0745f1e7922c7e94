package tables

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// oneRegime is the embedded tables of one regime, as a copy to change.
func oneRegime(t *testing.T, regime string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (!strings.Contains(name, "/") || strings.HasPrefix(name, regime+"/")) {
			var data []byte
			data, err = fs.ReadFile(Embedded(), name)
			files[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestTripRuleFindings changes one thing of good rules at a time.
func TestTripRuleFindings(t *testing.T) {
	const rules = "de-federal/rules.yaml"
	for _, c := range []struct{ name, file, old, new, want string }{
		{"nothing", rules, "", "", ""},
		{"an input that there is not", rules, "      overnight: boolean\n", "      overnight: boolean\n      day_list: boolean\n", "unknown-input"},
		{"an input of another type", rules, "      overnight: boolean\n", "      overnight: integer\n", "wrong-type"},
		{"a field that there is not", rules, "    away: duration\n", "    away: duration\n    awya: duration\n", "unknown-field"},
		{"a field of another type", rules, "    away: duration\n", "    away: duration\n    there_at_night: date\n", "wrong-type"},
		{"a field that may be absent", rules, "    away: duration\n", "    away: duration\n    next: place\n", "wrong-type"},
		{"a field that is always there", rules, "    trip_away: duration\n", "    trip_away: {type: duration, optional: true}\n", "maybe-null"},
		{"a function that there is not", rules, "  calendar: {in: {date: date}, out: calendar_day}", "  calendar: {in: {date: date}, out: calendar_day}\n  diary: {in: {date: date}, out: calendar_day}", "unknown-function"},
		{"a function with other arguments", rules, "rate: {in: {place: place, date: date}", "rate: {in: {place: place, date: time}", "wrong-"},
		{"a column that there is not", rules, "    full_day: {unit: EUR, decimals: 0}\n", "    full_day: {unit: EUR, decimals: 0}\n    fullday: {unit: EUR, decimals: 0}\n", "unknown-column"},
		{"a place that the tables lack", rules, "germany: {country: DE}", "germany: {country: Atlantis}", "unknown-place"},
		{"another program", rules, "  trip:\n", "  journey:\n", "missing-program"},
		{"a line of another kind", rules, "kind: lodging", "kind: room", "unknown-word"},
		{"a line without its source", rules, ", source: r.source, rule: \"{rule}\"}", ", rule: \"{rule}\"}", "missing-field"},
		{"a limit with an amount", rules, "location: at, rule: three_months}", "location: at, amount: 1, rule: three_months}", "unknown-key"},
		{"a limit without an end", rules, "until: ends, ", "", "missing-field"},
		{"a field of a leg that says nothing of itself", rules, "    city: name\n", "    city: name\n    purpose: name\n", "unknown-field"},
		{"a field of a leg that no request can send", rules, "    city: name\n", "    city: name\n    at: {type: time, about: When.}\n", "wrong-type"},
		{"an input that no request can send", rules, "      overnight: boolean\n", "      overnight: boolean\n      at: {type: time, about: When.}\n", "wrong-type"},
		{"another output", rules, "out: {limits: {", "out: {limit: {", "unknown-field"},
		{"a figure without citation", rules, "    cite: § 9 Abs. 4a Satz 8 EStG\n\nprograms", "\nprograms", "missing-"},
		{"a text about journeys that there is not", tripFile, "  bad_day:\n", "  bad_dya:\n", "unknown-text"},
		{"a text without what it shows", tripFile, "{leave_home} is", "{leaves} is", "unknown-placeholder"},
		{"a bound that is none", tripFile, "days: 366", "days: many", "bad-number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := oneRegime(t, "de-federal")
			text := string(files[c.file].Data)
			if !strings.Contains(text, c.old) {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			files[c.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, c.old, c.new, 1))}
			_, found, _ := Open(files, Options{})
			if c.want == "" {
				if len(found) > 0 {
					t.Error(found.Error())
				}
				return
			}
			if !found.HasErrors() {
				t.Fatal("nothing is found")
			}
			there := func(d diagnostic.Diagnostic) bool {
				return strings.HasPrefix(d.Code, c.want) && d.Subject.File == c.file && d.Subject.Start.Line > 0
			}
			if !slices.ContainsFunc(found, there) {
				t.Errorf("%s, want %s in %s", found.Error(), c.want, c.file)
			}
		})
	}
}

// TestRegimeWithoutTripRules answers rates and refuses trips.
func TestRegimeWithoutTripRules(t *testing.T) {
	files := oneRegime(t, "de-federal")
	delete(files, "de-federal/rules.yaml")
	book, found, _ := Open(files, Options{})
	if book == nil {
		t.Fatal(found.Error())
	}
	if got := told(book.Trip("de-federal", journey("2026-05-", "AT 04T09:00 05T20:00"))); got != "unknown_regime" {
		t.Errorf("the trip gives %s", got)
	}
	if got := outcome(book.Resolve("de-federal", &Query{Country: "AT", Date: "2026-05-04"})); got != "117/50 Austria" {
		t.Errorf("the rate is %s", got)
	}
}

// TestGuideNamesWhatRulesMayAskFor keeps the guide for authors complete.
func TestGuideNamesWhatRulesMayAskFor(t *testing.T) {
	data, err := os.ReadFile("trips.md")
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) bool {
		return strings.Contains(string(data), "`"+name+"`") || strings.Contains(string(data), "`"+name+"(")
	}
	for name := range inputKinds {
		if !named(name) {
			t.Errorf("the input %s is not named", name)
		}
	}
	for of, fields := range recordFields {
		for name := range fields {
			if of != listSent && !named(of) || !named(name) {
				t.Errorf("the field %s of %s is not named", name, of)
			}
		}
	}
}
