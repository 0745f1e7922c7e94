package rules

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/check"
)

// bookFiles is a copy of the embedded rule files that a test may edit.
func bookFiles(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(Embedded(), name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// edit replaces a text that must occur in a file.
func edit(t testing.TB, files fstest.MapFS, name, old, with string) {
	t.Helper()
	data := string(files[name].Data)
	if !strings.Contains(data, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, old, with, 1))}
}

// annualWageTax runs the wage tax on 50,000.00 a year.
func annualWageTax(t *testing.T, files fs.FS, name string) string {
	t.Helper()
	program, list := LoadProgram(files, name)
	if program == nil {
		t.Fatal(list.Err())
	}
	exe, err := program.Compile(check.Silent)
	if err != nil {
		t.Fatal(err)
	}
	run := exe.Run()
	defer run.Release()
	for i, in := range program.Inputs {
		if in.Name == "RE4" {
			run.SetInt(i, 50_000_00)
		}
	}
	if err := run.Execute(); err != nil {
		t.Fatal(err)
	}
	for i, out := range program.Outputs {
		if out.Name == "LSTLZZ" {
			return run.Outcome().Output(i).String()
		}
	}
	t.Fatal("no wage tax")
	return ""
}

func TestLoadProgramNeedsNoCompleteYear(t *testing.T) {
	whole := annualWageTax(t, Embedded(), "de/2026/wage_tax")
	plan := bookFiles(t)["de/2026/wage_tax.yaml"]
	alone := fstest.MapFS{"de/2024/wage_tax.yaml": plan}
	broken := bookFiles(t)
	broken["de/2026/notes.yaml"] = &fstest.MapFile{Data: []byte("programs: [")}
	edit(t, broken, "de/net.yaml", "call: tax_lines", "call: no_such_program")
	edit(t, broken, "de/church_tax.yaml", "programs:", "programms:")
	copied := bookFiles(t)
	copied["de/2026/copy.yaml"] = copied["de/2026/parameters.yaml"]
	unchecked := bookFiles(t)
	edit(t, unchecked, "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: {value: 12348, to_check: true}\n")
	for name, test := range map[string]struct {
		files fs.FS
		name  string
	}{
		"a folder with the program alone":  {alone, "de/2024/wage_tax"},
		"a file":                           {alone, "de/2024/wage_tax.yaml"},
		"a program of a file":              {alone, "de/2024/wage_tax.yaml#wage_tax"},
		"a file at the top":                {fstest.MapFS{"plan.yaml": plan}, "plan.yaml"},
		"a file of a year":                 {Embedded(), "de/2026/wage_tax.yaml"},
		"broken neighbours":                {broken, "de/2026/wage_tax"},
		"another copy broken it":           {copied, "de/2026/wage_tax"},
		"marks to be checked":              {unchecked, "de/2026/wage_tax"},
		"a year that is not made of it":    {yearWithout(t), "de/2026/wage_tax"},
		"a program of another one's files": {Embedded(), "de/2026/wage_tax.yaml#wage_tax"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := annualWageTax(t, test.files, test.name); got != whole {
				t.Errorf("wage tax is %s, of the whole year %s", got, whole)
			}
		})
	}
}

func yearWithout(t *testing.T) fs.FS {
	files := bookFiles(t)
	edit(t, files, "de/2026/parameters.yaml", "  - wage_tax.yaml\n", "")
	return files
}

func TestLoadProgramTakesTheYearsFigures(t *testing.T) {
	files := bookFiles(t)
	before := annualWageTax(t, files, "de/2026/wage_tax")
	edit(t, files, "de/2026/parameters.yaml", ": 1034.87", ": 1134.87")
	if after := annualWageTax(t, files, "de/2026/wage_tax"); after == before {
		t.Errorf("the figure of parameters.yaml does not count: %s", after)
	}
}

func TestLoadProgramLoadsEveryProgram(t *testing.T) {
	race.Skip(t)
	for _, name := range []string{
		"de/2025/wage_tax", "de/2026/net", "de/2025/church_tax", "de/2026/health_insurance", "de/2026/care_rates",
		"uk/2025/income_tax", "uk/2026/national_insurance", "uk/2026/net", "uk/2026/net_to_gross",
	} {
		if program, list := LoadProgram(Embedded(), name); program == nil {
			t.Errorf("%s: %v", name, list.Err())
		}
	}
}

func TestLoadProgramSaysWhatIsWrong(t *testing.T) {
	race.Skip(t)
	broken := bookFiles(t)
	edit(t, broken, "de/2026/wage_tax.yaml", "programs:", "programms:")
	unreadable := bookFiles(t)
	edit(t, unreadable, "de/2026/parameters.yaml", "year: 2026\n", "yeer: 2026\n")
	mistaken := bookFiles(t)
	edit(t, mistaken, "de/net.yaml", "age >= 65", "aje >= 65")
	for _, test := range []struct {
		name  string
		files fs.FS
		want  []string
	}{
		{"de/2026/wage_taxes", Embedded(), []string{"unknown program wage_taxes", "wage_tax"}},
		{"de/2031/wage_tax", Embedded(), []string{"unknown program wage_tax"}},
		{"de/2026/none.yaml", Embedded(), []string{"unknown file de/2026/none.yaml"}},
		{"de/social_insurance.yaml", Embedded(), []string{"several programs", "care_rates"}},
		{"de/2026/wage_tax.yaml#tax", Embedded(), []string{"unknown program tax"}},
		{"de/2026/wage_tax", broken, []string{"unknown program wage_tax", "programms"}},
		{"de/2026/wage_tax.yaml", broken, []string{"programms"}},
		{"de/2026/wage_tax", unreadable, []string{"yeer"}},
		{"de/2026/net", mistaken, []string{"aje"}},
	} {
		program, list := LoadProgram(test.files, test.name)
		if program != nil || !list.HasErrors() {
			t.Errorf("%s loads", test.name)
			continue
		}
		text := ""
		for _, d := range list {
			text += d.Summary + " " + d.Detail + " " + d.Suggestion + "\n"
		}
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", test.name, want, text)
			}
		}
	}
}
