package tables

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
)

// changes are one-step changes of a rule.
var changes = []struct {
	old *regexp.Regexp
	new string
}{
	{regexp.MustCompile(` > `), " >= "}, {regexp.MustCompile(` >= `), " > "}, {regexp.MustCompile(` < `), " <= "}, {regexp.MustCompile(` <= `), " < "},
	{regexp.MustCompile(` == `), " != "}, {regexp.MustCompile(` != `), " == "},
	{regexp.MustCompile(` and `), " or "}, {regexp.MustCompile(` or `), " and "}, {regexp.MustCompile(`\bnot `), ""},
	{regexp.MustCompile(`\bmin\(`), "max("}, {regexp.MustCompile(`\bmax\(`), "min("},
	{regexp.MustCompile(` \+ `), " - "}, {regexp.MustCompile(` - `), " + "},
	{regexp.MustCompile(`\.first\b`), ".last"}, {regexp.MustCompile(`\.last\b`), ".first"},
	{regexp.MustCompile(`\.full_day\b`), ".partial_day"}, {regexp.MustCompile(`\.partial_day\b`), ".full_day"},
	{regexp.MustCompile(`\br\.`), "there."}, {regexp.MustCompile(`\bthere\.`), "r."}, {regexp.MustCompile(`\broom\.`), "r."},
	{regexp.MustCompile(`value: 8$`), "value: 9"}, {regexp.MustCompile(`value: 12$`), "value: 11"}, {regexp.MustCompile(`value: 24$`), "value: 25"},
	{regexp.MustCompile(`value: 75$`), "value: 80"}, {regexp.MustCompile(`value: 5$`), "value: 4"}, {regexp.MustCompile(`value: 10$`), "value: 9"},
	{regexp.MustCompile(`breakfast: `), "breakfast: 1"}, {regexp.MustCompile(`lunch: `), "lunch: 1"}, {regexp.MustCompile(`dinner: `), "dinner: 1"},
}

// without are the changed lines that make no difference, with the reason.
var without = map[string]string{
	"- if: both and other_day <= day.date":           "the other day is never this one",
	"- if: both and other_day >= day.date":           "the other day is never this one",
	"- last: choose(begun and last >= to, last, to)": "the same day either way",
	"- if: amount >= allowance":                      "the same M&IE has the same tier",
	"source: r.source":                               "there is one edition",
	`- line: {kind: deduction, date: provided.date, location: there.location, meal: provided.meal, amount: -cut, currency: there.currency, source: r.source, rule: "{why}"}`: "there is one edition",
	"- place: choose(r.mie >= highest, visit.place, place)": "the same M&IE has the same tier",
}

// TestEveryRuleCounts makes one-step changes of the rules; each must be noticed by a
// case of the tests beside.
func TestEveryRuleCounts(t *testing.T) {
	race.Skip(t)
	cases := map[string][]*tripCases{
		"de-federal": {&officialGermany, &tripsGermany, &threeMonths},
		"us-federal": {&officialUnitedStates, &tripsUnitedStates, &seam},
		"uk-revenue": {&officialUnitedKingdom, &tripsUnitedKingdom, &zonesUnitedKingdom},
	}
	for regime, of := range cases {
		t.Run(regime, func(t *testing.T) {
			name := regime + "/" + rulesFile
			data, err := fs.ReadFile(Embedded(), name)
			if err != nil {
				t.Fatal(err)
			}
			made, noticed := 0, 0
			now := answersOf(embeddedBook(), of)
			lines := strings.Split(string(data), "\n")
			for at, line := range lines {
				code, _, _ := strings.Cut(line, " #")
				if rule := strings.TrimSpace(code); regexp.MustCompile(`^(#|en:|de:|about:|cite:|label:|name:|- note|text:|- that:)`).MatchString(rule) || rule == "" || at < 10 {
					continue
				}
				if i := strings.Index(code, ", de: "); i >= 0 && !strings.Contains(code, "when:") {
					continue // a text
				}
				for _, change := range changes {
					for _, place := range change.old.FindAllStringIndex(code, -1) {
						changed := code[:place[0]] + change.new + code[place[1]:]
						lines[at] = changed
						book, _ := embeddedBook().WithTripRules(regime, []byte(strings.Join(lines, "\n")))
						lines[at] = line
						if book == nil {
							continue // does not load
						}
						made++
						if !slices.Equal(answersOf(book, of), now) {
							noticed++
						} else if without[strings.TrimSpace(changed)] == "" {
							t.Errorf("%s:%d: no case notices %s", name, at+1, strings.TrimSpace(changed))
						}
					}
				}
			}
			t.Logf("%d changes, %d noticed", made, noticed)
			if made < 25 {
				t.Errorf("only %d changes were made", made)
			}
		})
	}
}

// answersOf words what a book says to the cases.
func answersOf(book *Book, of []*tripCases) []string {
	var answers []string
	for _, cases := range of {
		for _, c := range cases.list {
			answers = append(answers, said(book.Trip(cases.regime, journey(cases.month, c.journey))))
		}
	}
	return answers
}

// said is all that an answer says.
func said(a *Allowances, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(a.Lines, a.Totals, a.Limits, a.Notes)
}
