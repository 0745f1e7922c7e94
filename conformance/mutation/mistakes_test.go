package mutation

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
)

// mistake is a mistake in the rule files that a case must notice.
type mistake struct {
	Name    string
	Changes []struct {
		File, Old, New string
		Times          int
	}
}

// past matches the folders of years without mistakes.
var past = regexp.MustCompile(`/20(0.|1.|2[0-4])\b`)

// rulesWith returns the embedded rule files of a country with a mistake.
func rulesWith(t *testing.T, country string, m mistake) ruletext.Files {
	t.Helper()
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	files = files.Only(func(name string) bool {
		folder, _, below := strings.Cut(name, "/")
		return (!below || folder == country) && !past.MatchString(name)
	})
	// The checks between figures would find some of the mistakes first.
	name := country + "/figures.yaml"
	described, _, _ := strings.Cut(string(files[name]), "\nchecks:")
	files = files.With(name, []byte(described+"\nchecks: []\n"))
	for _, change := range m.Changes {
		text := string(files[change.File])
		if found := strings.Count(text, change.Old); found != max(1, change.Times) {
			t.Fatalf("%s contains %q %d times", change.File, change.Old, found)
		}
		files = files.With(change.File, []byte(strings.ReplaceAll(text, change.Old, change.New)))
	}
	return files
}

// firstDifference replays a country's sets until a case differs. Those that run a program
// come first, because they need no rule book.
func firstDifference(t *testing.T, sets []*conformance.Set, country string, files fs.FS) (string, conformance.Comparison) {
	t.Helper()
	subject := conformance.NewSubject(files, nil, nil)
	for _, whole := range []bool{false, true} {
		for _, set := range sets {
			if (set.Answer != "") != whole || !strings.HasPrefix(set.Name, country+"-") || past.MatchString(set.Program) {
				continue
			}
			if whole && subject.Book == nil {
				opened, list := rules.Open(files, rules.Options{})
				if list.HasErrors() {
					t.Fatalf("the rules with the mistake do not load:\n%v", list.Err())
				}
				subject = conformance.NewSubject(files, opened, nil)
			}
			report, err := set.Run(t.Context(), subject, conformance.Options{})
			if err != nil {
				t.Fatalf("the rules with the mistake do not load:\n%v", err)
			}
			if !report.Fine() {
				return set.Name, report.Differences[0]
			}
		}
	}
	return "", conformance.Comparison{}
}

// TestMistakesAreNoticed makes mistakes that authors have made.
func TestMistakesAreNoticed(t *testing.T) {
	if os.Getenv("PAYSLATE_FULL") != "1" {
		t.Skip("it opens the rules a hundred times: set PAYSLATE_FULL=1")
	}
	data, err := os.ReadFile("testdata/mistakes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var mistakes map[string][]mistake
	if err := yaml.Unmarshal(data, &mistakes); err != nil {
		t.Fatal(err)
	}
	sets, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	for country, list := range mistakes {
		for _, m := range list {
			t.Run(country+"/"+m.Name, func(t *testing.T) {
				set, found := firstDifference(t, sets, country, rulesWith(t, country, m).FS())
				if set == "" {
					t.Fatal("no case notices the mistake")
				}
				if found.Got == "" || strings.HasPrefix(found.Got, "program ") {
					t.Errorf("the rules with the mistake fail instead of answering: %s", found.Got)
				}
				t.Logf("noticed by %s, case %s, %s: want %s, got %s", set, found.Case, found.Output, found.Want, found.Got)
			})
		}
	}
}
