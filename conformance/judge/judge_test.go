package judge

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
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

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
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

// TestWhatPassedFoldersSaid: what is said no longer, or otherwise, while what is computed is as before,
// is refused; what was only written otherwise is not.
func TestWhatPassedFoldersSaid(t *testing.T) {
	t.Parallel()
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	travel, err := ruletext.Read(tables.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, travel)
	passed := Record{} // as it is kept
	for name := range files {
		if folder := path.Dir(name); folder != "." && passed[folder] == nil {
			passed[folder] = &Year{Said: readSaid(files, folder)}
			passed[folder].Cases = "cases"
		}
	}
	if text, err := json.Marshal(passed); err != nil || json.Unmarshal(text, &passed) != nil {
		t.Fatal(err)
	}
	for _, slip := range said {
		folder := path.Dir(slip.file)
		if strings.Count(string(files[slip.file]), slip.old) != 1 {
			t.Fatalf("%s has not once %q", slip.file, slip.old)
		}
		v := &Verdict{Record: Record{}, said: map[string]Said{}}
		changed := files.With(slip.file, []byte(strings.Replace(string(files[slip.file]), slip.old, slip.text, 1)))
		v.compare(&Matter{Known: passed}, changed, folder, "", "cases", false)
		if refusals := strings.Join(v.Refusals(), "; "); slip.want == "" && refusals != "" || !strings.Contains(refusals, slip.want) {
			t.Errorf("%s: %q in place of %q: %q, should have %q", slip.file, slip.text, slip.old, refusals, slip.want)
		}
		if v.compare(&Matter{Confirm: true, Known: passed}, changed, folder, "", "cases", false); len(v.Confirmed) == 0 == (slip.want != "") {
			t.Errorf("%s: %q confirmed", slip.file, v.Confirmed)
		}
	}
}

var said = []struct{ file, old, text, want string }{
	// Relations between figures.
	{"at/figures.yaml", "that: p.ceiling_special == 2 *", "that: p.ceiling_special >= 2 *", "no check requires any longer that p.ceiling_special == 2 * p.ceiling_month"},
	{"at/figures.yaml", "p.accident_age and p.accident_age < p.unemployment_age and", "p.accident_age and", "p.vienna_levy_age < p.accident_age and"},
	{"at/figures.yaml", "that: p.ceiling_special == 2 * p.ceiling_month", "that: 2 * p.ceiling_month == p.ceiling_special and p.ceiling_special > 0", ""},
	{"at/figures.yaml", "that: p.housing_rate_vienna > p.housing_rate\n", "that: p.housing_rate_vienna > 1.5 * p.housing_rate\n", "no check requires any longer that p.housing_rate_vienna > p.housing_rate"},
	// Citations, sources and marks of figures.
	{"at/2026/parameters.yaml", "cite: § 5 Abs. 2 ASVG", "cite: § 45 Abs. 2 ASVG", "parameters.marginal_limit: its cite changed"},
	{"at/2026/parameters.yaml", "cite: § 5 Abs. 2 ASVG", "cite: ASVG § 5 Abs. 2", ""},
	{"at/2026/parameters.yaml", "value: 551.10\n", "value: 561.10\n", ""},
	{"de/2026/parameters.yaml", "aufgerundet (minimum wage rounded up)\"\n    changes: yearly", "aufgerundet (minimum wage rounded up)\"", "parameters.minijob_limit_month lacks changes"},
	{"se/2026/parameters.yaml", "to: 0.91, amount: 0.687", "to: 0.91, amount: 0.678", "parameters.special_deduction: its figures changed"},
	{"de/2026/parameters.yaml", "minijob_health_rate: {value: 13, changes: yearly, kept: \"§ 249b SGB V names 13 % until 2026\"}", "minijob_health_rate: 13", "parameters.minijob_health_rate lacks changes"},
	{"at/2026/parameters.yaml", "    date: 2025-08-29\n", "", "sources.indexation lacks date"},
	// Steps, refusals and their remedies.
	{"at/wage_tax.yaml", "cite: § 33 Abs. 5 Z 4 EStG", "cite: § 33 Abs. 4 Z 5 EStG", "programs.credits: its cite changed"},
	{"at/request.yaml", "remedy: {set: {months_to_date: null}}", "remedy: {set: {regular_to_date: null}}", "programs.request_errors: its remedy changed"},
	{"at/request.yaml", "          remedy: {set: {fixed_base_to_date: used}}\n", "", "programs.request_errors has remedy in"},
	{"se/net.yaml", "when: young and period == \"year\"\n          error: unsupported_profile", "when: young and period == \"year\"\n          error: invalid_input", "programs.net: its error changed"},
	{"ch/net.yaml", "* 30 / max(days, 1), 2) + one_off_pay", "* 30 / max(days, 1), 2)", "programs.net computes otherwise, and no labelled case does"},
	// Fields and their names.
	{"at/country.yaml", "      max: 2012", "      max: 2021", "inputs.profile.birth_year: its max changed"},
	{"at/country.yaml", "    commuter_days:\n      asked_with: {commuter_allowance: [small, large]}\n", "    commuter_days:\n", "inputs.profile.commuter_days lacks asked_with"},
	{"at/country.yaml", "label: {en: Month of birth, de: Geburtsmonat}", "label: {en: Birth month, de: Monat der Geburt}", ""},
	{"ch/country.yaml", "NW: {en: \"Nidwalden\", de: \"Nidwalden\", fr: \"Nidwald\", it: \"Nidvaldo\"}\n    OW: {en: \"Obwalden\", de: \"Obwalden\", fr: \"Obwald\", it: \"Obvaldo\"}", "NW: {en: \"Obwalden\", de: \"Obwalden\", fr: \"Obwald\", it: \"Obvaldo\"}\n    OW: {en: \"Nidwalden\", de: \"Nidwalden\", fr: \"Nidwald\", it: \"Nidvaldo\"}", "country.yaml texts: its order changed"},
	{"uk/country.yaml", "aliases: [GB]\n", "", "country.yaml lacks aliases"},
	{"uk/country.yaml", "only: {student_loans.lowest_plan: plan1}", "only: {student_loans.lowest_plan: plan2}", "country.yaml: its thresholds changed"},
	{"nl/components.yaml", "      type: amount\n      above: 0\n      label: {en: Amount", "      type: amount\n      label: {en: Amount", "components.fields.amount lacks above"},
	// Travel.
	{"us-federal/rules.yaml", "cite: 41 CFR 301-11.18\n", "cite: 41 CFR 301-11.81\n", "its cite changed"},
	{"de-federal/rules.yaml", "cite: § 9 Abs. 4a Satz 7 EStG\n  few", "cite: § 9 Abs. 4a Satz 6 EStG\n  few", "parameters.interruption_days: its cite changed"},
	{"us-federal-foreign/2026-04.yaml", "AL | city | Tirana |  | Tirana | 01-01 | 12-31 | 223 | 122", "AL | city | Tirana |  | Tirana | 01-01 | 12-31 | 232 | 122", "2026-04.yaml: its rates changed"},
	{"us-federal-foreign/regime.yaml", "\"19\": {en: \"With", "\"18\": {en: \"With", "regime.yaml: its footnotes changed"},
}

// TestYearsSayWhatTheYearBeforeSaid: a new year may have other figures and citations, but says of each
// what the year before says.
func TestYearsSayWhatTheYearBeforeSaid(t *testing.T) {
	t.Parallel()
	files := ruletext.Files{}
	for name, file := range withNextYear(t, "nl") {
		files[name] = file.Data
	}
	const name = "nl/2027/parameters.yaml"
	for removed, want := range map[string]string{"": "", ", changes: yearly": "nl/2027 says less than nl/2026"} {
		v := &Verdict{Record: Record{}, said: map[string]Said{}}
		v.compare(&Matter{}, files, "nl/2026", "", "", false)
		before := v.said["nl/2026"]
		changed := files.With(name, []byte(strings.Replace(string(files[name]), removed+"}", "}", 1)))
		v.compare(&Matter{Known: Record{"nl/2026": {Said: before}}}, changed, "nl/2027", "nl/2026", "", false)
		if refusals := strings.Join(v.Refusals(), "; "); want == "" && refusals != "" || !strings.Contains(refusals, want) {
			t.Errorf("without %q: %q, should have %q", removed, refusals, want)
		}
	}
}
