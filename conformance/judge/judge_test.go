package judge

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
)

var thisYear = regexp.MustCompile(`\b202[567]\b`)

// withNextYear returns the files of a country with a copy of its year 2026 for 2027, in which every
// year is the next, and the names of plans too.
func withNextYear(t *testing.T, country string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(rules.Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(name, "/") && !strings.HasPrefix(name, country+"/") || strings.Contains(name, "/20") && !strings.Contains(name, "/2026/") {
			return err
		}
		data, err := fs.ReadFile(rules.Embedded(), name)
		files[name] = &fstest.MapFile{Data: data}
		if strings.HasPrefix(name, country+"/2026/") {
			next := thisYear.ReplaceAllStringFunc(string(data), func(year string) string {
				number, _ := strconv.Atoi(year)
				return strconv.Itoa(number + 1)
			})
			files[strings.Replace(name, "/2026/", "/2027/", 1)] = &fstest.MapFile{Data: []byte(next)}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// casesOf makes a set of cases of net pay.
func casesOf(t *testing.T, lines string) []*conformance.Set {
	t.Helper()
	sets, err := conformance.LoadFrom(fstest.MapFS{
		"sets.yaml":       {Data: []byte("sets:\n  - {name: own, kind: hand-checked, origin: by hand, file: own.jsonl, answer: net}\n")},
		"cases/own.jsonl": {Data: []byte(lines)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

func judge(t *testing.T, files fstest.MapFS, m Matter) *Verdict {
	t.Helper()
	book, list := rules.Open(files, rules.Options{})
	if book == nil {
		t.Fatal(list)
	}
	m.Files, m.Book = files, book
	v, err := Judge(t.Context(), &m)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func refused(v *Verdict, part string) bool {
	return slices.ContainsFunc(v.Refusals(), func(reason string) bool { return strings.Contains(reason, part) })
}

// TestEchoesNoticeNothing: a case that expects its own input shows nothing of a year, and one that
// expects results shows what they depend on, once.
func TestEchoesNoticeNothing(t *testing.T) {
	if os.Getenv("PAYSLATE_FULL") != "1" {
		t.Skip("it tries the figures of a year four times: set PAYSLATE_FULL=1")
	}
	t.Parallel()
	files := withNextYear(t, "nl")
	const echo = `{"case":"a","request":{"country":"NL","year":2027,"gross":0.01},"expected":{"gross":0.01,"country":"NL","period":"month","annual":{"gross":0.12}}}` + "\n"
	v := judge(t, files, Matter{Of: "NL", Year: 2027, Own: casesOf(t, echo), Known: Record{"nl/2026": {Noticed: map[string]string{"line income_tax of the employee": "nl-net d-nl-0001"}}}})
	if lacking := len(v.Unnoticed); lacking == 0 || !refused(v, "no labelled case of NL/2027 notices another value of "+strconv.Itoa(lacking)) {
		t.Errorf("%d unnoticed: %v", lacking, v.Refusals())
	}
	at := slices.IndexFunc(v.Unnoticed, func(u Unnoticed) bool { return u.What == "line income_tax of the employee" })
	if at < 0 || v.Unnoticed[at].Before != "nl-net d-nl-0001" || !strings.Contains(v.Unnoticed[at].Request, `"year":2027`) {
		t.Errorf("what noticed the tax in 2026: %+v", v.Unnoticed)
	}
	const result = `{"case":"b","request":{"country":"NL","year":2027,"gross":4000,"nl":{"employer_size":"small"}},"expected":{"net":3181.33,"employer_contributions":665.2}}` + "\n"
	more := judge(t, files, Matter{Of: "NL", Year: 2027, Own: casesOf(t, echo+result)})
	named := func(v *Verdict, what string) bool {
		return slices.ContainsFunc(v.Unnoticed, func(u Unnoticed) bool { return strings.HasPrefix(u.What, what) })
	}
	for _, figure := range []string{"line income_tax of the employee", "line health_insurance of the employer"} {
		if !named(v, figure) || named(more, figure) {
			t.Errorf("%s: unnoticed by the echo %t, by a result %t", figure, named(v, figure), named(more, figure))
		}
	}
	tries := 0
	again := judge(t, files, Matter{Of: "NL", Year: 2027, Own: casesOf(t, echo+result), Known: more.Record, Progress: func(n int) func(int) { tries += n; return func(int) {} }})
	if tries > 0 || len(again.Unnoticed) != len(more.Unnoticed) {
		t.Errorf("%d tries of what did not change, %d of %d unnoticed", tries, len(again.Unnoticed), len(more.Unnoticed))
	}
}

// TestDifferingCasesNoticeNothing: nothing is tried with cases that differ, and what was found of the
// year before stays.
func TestDifferingCasesNoticeNothing(t *testing.T) {
	t.Parallel()
	tries := 0
	m := Matter{Of: "NL", Year: 2027, Progress: func(n int) func(int) { tries += n; return func(int) {} }}
	m.Own = casesOf(t, `{"case":"b","request":{"country":"NL","year":2027,"gross":4000,"nl":{"employer_size":"small"}},"expected":{"net":3181.34}}`+"\n")
	files := withNextYear(t, "nl")
	v := judge(t, files, m)
	if tries > 0 || !slices.Equal(v.Untried, []string{"NL/2027"}) || !refused(v, "net should be 3181.34, is 3181.33") || v.Record["nl/2027"] != nil {
		t.Errorf("%d tries, untried %q: %q, kept %v", tries, v.Untried, v.Refusals(), v.Record["nl/2027"])
	}
	for _, r := range v.Reports {
		if r.DiffersIn(conformance.Scope{Of: "NL", Year: 2026}) {
			t.Error(r.Name, "differs in another year")
		}
	}
	found := &Year{Own: "1", Shared: "2", Noticed: map[string]string{"a": "by"}}
	m.Known = Record{"nl/2027": found}
	if v := judge(t, files, m); tries > 0 || v.Record["nl/2027"].Own != "1" || v.Record["nl/2027"].Noticed["a"] != "by" {
		t.Errorf("%d tries, kept %+v", tries, v.Record["nl/2027"])
	}
}

// TestPlanOfAnotherYear: last year's plan under a new name is refused.
func TestPlanOfAnotherYear(t *testing.T) {
	t.Parallel()
	files := withNextYear(t, "de")
	book, list := rules.Open(files, rules.Options{Lazy: true})
	if book == nil {
		t.Fatal(list)
	}
	of, err := ruletext.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	country, _ := book.Country("DE")
	v := &Verdict{}
	j := &yearJudge{Verdict: v, country: country, number: 2027, noticing: &mutation.Noticing{Files: of, Year: "de/2027"}}
	if err := j.plan(); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"the imported plan of DE/2027 is that of 2026", "no labelled set runs the imported plan of DE/2027"} {
		if !refused(v, part) {
			t.Errorf("no refusal has %q: %q", part, v.Refusals())
		}
	}
}

// TestWhatAPassedYearSaid: a check that is gone and a citation that is another are refused, until a
// figure says why.
func TestWhatAPassedYearSaid(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	for _, name := range []string{"service.yaml", "at"} {
		err := fs.WalkDir(rules.Embedded(), name, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(rules.Embedded(), name)
			files[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	book, list := rules.Open(files, rules.Options{})
	if book == nil {
		t.Fatal(list)
	}
	country, _ := book.Country("AT")
	says := func(before Said, name, old, text string) (Said, []string) {
		t.Helper()
		of, err := ruletext.Read(files)
		if err != nil || strings.Count(string(of[name]), old) != 1 {
			t.Fatal(name, old, err)
		}
		of = of.With(name, []byte(strings.Replace(string(of[name]), old, text, 1)))
		v := &Verdict{}
		j := &yearJudge{Verdict: v, country: country, number: 2026, noticing: &mutation.Noticing{Files: of, Year: "at/2026"}}
		return j.said(before), v.Refusals()
	}
	const checks, figures = "at/figures.yaml", "at/2026/parameters.yaml"
	passed, refused := says(Said{}, checks, "checks:", "checks:")
	if len(passed.Checks) < 20 || len(passed.Cites) < 30 || len(refused) > 0 {
		t.Fatalf("%d checks, %d citations, %q", len(passed.Checks), len(passed.Cites), refused)
	}
	_, rest, _ := strings.Cut(string(files[checks].Data), "  - that: p.ceiling_special ==")
	rest, _, _ = strings.Cut(rest, "  - that:")
	for _, slip := range []struct{ file, old, text, reason string }{
		{checks, "  - that: p.ceiling_special ==" + rest, "", "AT/2026 lacks the check p.ceiling_special == 2 * p.ceiling_month"},
		{figures, "cite: § 5 Abs. 2 ASVG", "cite: § 45 Abs. 2 ASVG", "marginal_limit has the same figures"},
		{figures, "cite: § 5 Abs. 2 ASVG", "cite: § 5 Abs. 1 ASVG", "marginal_limit has the same figures"},
		{figures, "cite: § 5 Abs. 2 ASVG", "cite: § 45 Abs. 2 ASVG\n    accepted: renumbered", ""},
		{figures, "cite: § 5 Abs. 2 ASVG", "cite: ASVG § 5 Abs. 2", ""},
		{figures, "value: 551.10\n", "value: 561.10\n", ""},
	} {
		_, refused := says(passed, slip.file, slip.old, slip.text)
		if slip.reason == "" && len(refused) > 0 || slip.reason != "" && (len(refused) != 1 || !strings.Contains(refused[0], slip.reason)) {
			t.Errorf("%s in place of %s: %q", slip.text, slip.old, refused)
		}
	}
}
