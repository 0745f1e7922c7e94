package tables

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// oneRegime returns a copy of the embedded tables of one regime.
func oneRegime(t *testing.T, regime string) fstest.MapFS {
	t.Helper()
	return embeddedFiles(t, func(name string) bool { return !strings.Contains(name, "/") || strings.HasPrefix(name, regime+"/") })
}

// TestTripRuleFindings makes one mistake in good rules at a time.
func TestTripRuleFindings(t *testing.T) {
	const rules = "de-federal/rules.yaml"
	for _, c := range []struct{ name, file, old, new, want string }{
		{"nothing", rules, "", "", ""},
		{"unknown input", rules, "      overnight: boolean\n", "      overnight: boolean\n      day_list: boolean\n", "unknown-input"},
		{"input of the wrong type", rules, "      overnight: boolean\n", "      overnight: integer\n", "wrong-type"},
		{"unknown field", rules, "    away: duration\n", "    away: duration\n    awya: duration\n", "unknown-field"},
		{"field of the wrong type", rules, "    away: duration\n", "    away: duration\n    there_at_night: date\n", "wrong-type"},
		{"field must be optional", rules, "    away: duration\n", "    away: duration\n    next: place\n", "wrong-type"},
		{"field must not be optional", rules, "    trip_away: duration\n", "    trip_away: {type: duration, optional: true}\n", "maybe-null"},
		{"unknown function", rules, "  calendar: {in: {date: date}, out: calendar_day}", "  calendar: {in: {date: date}, out: calendar_day}\n  diary: {in: {date: date}, out: calendar_day}", "unknown-function"},
		{"wrong arguments of a function", rules, "rate: {in: {place: place, date: date}", "rate: {in: {place: place, date: time}", "wrong-"},
		{"unknown column", rules, "    full_day: {unit: EUR, decimals: 0}\n", "    full_day: {unit: EUR, decimals: 0}\n    fullday: {unit: EUR, decimals: 0}\n", "unknown-column"},
		{"unknown place", rules, "germany: {country: DE}", "germany: {country: Atlantis}", "unknown-place"},
		{"missing program", rules, "  trip:\n", "  journey:\n", "missing-program"},
		{"line of an unknown kind", rules, "kind: lodging", "kind: room", "unknown-word"},
		{"line without a source", rules, ", source: r.source, rule: \"{rule}\"}", ", rule: \"{rule}\"}", "missing-field"},
		{"limit with an amount", rules, "location: at, rule: three_months}", "location: at, amount: 1, rule: three_months}", "unknown-key"},
		{"limit without an end", rules, "until: ends, ", "", "missing-field"},
		{"request field of a leg without about", rules, "    city: name\n", "    city: name\n    purpose: name\n", "unknown-field"},
		{"field of a leg with a type that requests do not have", rules, "    city: name\n", "    city: name\n    at: {type: time, about: When.}\n", "wrong-type"},
		{"input with a type that requests do not have", rules, "      overnight: boolean\n", "      overnight: boolean\n      at: {type: time, about: When.}\n", "wrong-type"},
		{"unknown output", rules, "out: {limits: {", "out: {limit: {", "unknown-field"},
		{"figure without a citation", rules, "    cite: § 9 Abs. 4a Satz 8 EStG\n\nprograms", "\nprograms", "missing-"},
		{"unknown text about journeys", tripFile, "  bad_day:\n", "  bad_dya:\n", "unknown-text"},
		{"unknown placeholder", tripFile, "{leave_home} is", "{leaves} is", "unknown-placeholder"},
		{"limit that is not a number", tripFile, "days: 366", "days: many", "bad-number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := oneRegime(t, "de-federal")
			text := string(files[c.file].Data)
			if !strings.Contains(text, c.old) {
				t.Fatalf("%s does not have %q", c.file, c.old)
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
				t.Fatal("no findings")
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

// TestRegimeWithoutTripRules requires rates, and refusals of trips.
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

// TestGuideIsComplete requires every input, function and field in the guide for authors.
func TestGuideIsComplete(t *testing.T) {
	data, err := os.ReadFile("trips.md")
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) bool {
		return strings.Contains(string(data), "`"+name+"`") || strings.Contains(string(data), "`"+name+"(")
	}
	for of, fields := range map[string][]string{
		"": sortedKeys(tripInputs), listLegs: sortedKeys(legRecord.Fields), "days": sortedKeys(dayRecord.Fields), "parts": sortedKeys(partRecord.Fields), "visits": sortedKeys(visitRecord.Fields),
		"trip_visits": sortedKeys(visitRecord.Fields), "nights": sortedKeys(nightRecord.Fields), "stays": sortedKeys(stayRecord.Fields), "rate": sortedKeys(new(Regime).rateRecord().Fields),
		"whereabouts": sortedKeys(whereaboutsRecord.Fields), "clock": sortedKeys(clockRecord.Fields), "name": sortedKeys(nameRecord.Fields), "calendar": sortedKeys(calendarRecord.Fields), "provided": sortedKeys(mealRecord.Fields),
	} {
		for _, name := range fields {
			if of != "" && !named(of) || !named(name) {
				t.Errorf("the field %s of %s is not named", name, of)
			}
		}
	}
	for name := range new(Regime).tripFunctions() {
		if !named(name) {
			t.Errorf("the function %s is not named", name)
		}
	}
}
