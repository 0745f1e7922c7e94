package rules

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/compile"
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
	exe, err := compile.Program(program, compile.Silent)
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
	variables := bookFiles(t)["de/variables.yaml"]
	alone := fstest.MapFS{"de/2024/wage_tax.yaml": plan, "de/variables.yaml": variables}
	broken := bookFiles(t)
	broken["de/2026/notes.yaml"] = &fstest.MapFile{Data: []byte("programs: [")}
	edit(t, broken, "de/net.yaml", "call: tax_lines", "call: no_such_program")
	edit(t, broken, "de/church_tax.yaml", "programs:", "programms:")
	copied := bookFiles(t)
	copied["de/2026/parameters.copy.yaml"] = copied["de/2026/parameters.yaml"]
	unchecked := bookFiles(t)
	edit(t, unchecked, "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: {value: 12348, to_check: true}\n")
	for name, test := range map[string]struct {
		files fs.FS
		name  string
	}{
		"a folder with the program alone":  {alone, "de/2024/wage_tax"},
		"a file":                           {alone, "de/2024/wage_tax.yaml"},
		"a program of a file":              {alone, "de/2024/wage_tax.yaml#wage_tax"},
		"a file at the top":                {fstest.MapFS{"plan.yaml": plan, "variables.yaml": variables}, "plan.yaml"},
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
	files["de/2026/wage_tax.spare.yaml"] = files["de/2026/wage_tax.yaml"]
	delete(files, "de/2026/wage_tax.yaml")
	return files
}

func openFiles(t testing.TB, files fstest.MapFS) *Book {
	t.Helper()
	book, list := Open(files, Options{})
	if book == nil {
		t.Fatal(list.Err())
	}
	return book
}

// countryOf keeps the files of the country of a file, and those of no country.
func countryOf(files fstest.MapFS, file string) fstest.MapFS {
	if country, _, ofCountry := strings.Cut(file, "/"); ofCountry {
		maps.DeleteFunc(files, func(name string, _ *fstest.MapFile) bool {
			folder, _, within := strings.Cut(name, "/")
			return within && folder != country
		})
	}
	return files
}
