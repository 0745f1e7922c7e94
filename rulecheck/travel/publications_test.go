package travel

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/tables"
)

// imported imports with the embedded tables as the command does: code is 1 for a refusal, and
// said are its findings, or the changes.
func imported(arguments ...string) (out, said string, code int) {
	set, outFile := Settings{Words: map[string]string{}}, ""
	flags := pflag.NewFlagSet("import", pflag.ContinueOnError)
	flags.StringVar(&outFile, "out", "", "")
	flags.StringVar(&set.Year, "year", "", "")
	flags.StringToStringVar(&set.Words, "set", nil, "")
	if err := flags.Parse(arguments[1:]); err != nil {
		return "", err.Error(), 2
	}
	made, err := Import(arguments[0], flags.Args(), set, tables.Embedded())
	var refused diagnostic.List
	switch {
	case errors.As(err, &refused):
		return "", err.Error(), 1
	case err != nil:
		return "", err.Error(), 2
	}
	var text strings.Builder
	if err := diagnostic.Write(&text, made.Findings, made.Source); err != nil {
		return "", err.Error(), 2
	}
	if made.Findings.HasErrors() {
		return "", text.String(), 1
	}
	if outFile != "-" {
		if err := os.WriteFile(outFile, made.Text, 0o600); err != nil {
			return "", err.Error(), 2
		}
		return made.Summary, text.String(), 0
	}
	return string(made.Text), text.String() + made.Summary, 0
}

const latestUS = "../../tables/us-federal/2027.yaml"

func TestRebuiltPublications(t *testing.T) {
	want, err := os.ReadFile(latestUS)
	if err != nil {
		t.Fatal(err)
	}
	r := rebuild(t, "gsa-rates", "2027")
	rates, areas, tiers, workbook := r.csv("rates"), r.csv("areas"), r.csv("tiers"), r.workbook()
	for name, arguments := range map[string][]string{
		"CSV":      {rates, areas, tiers},
		"workbook": {workbook, areas, tiers, "--year", "2027"},
	} {
		out, said, code := imported(append([]string{"gsa-rates", "--out", "-"}, arguments...)...)
		if code != 0 || out != string(want) {
			t.Errorf("%s: code %d, equal %t: %.600s", name, code, out == string(want), said)
		}
		for _, change := range []string{"us-federal 2026 → 2027: ", "Oak Brook Terrace → Oakbrook Terrace", "[307]"} {
			if !strings.Contains(said, change) {
				t.Errorf("%s: the changes do not contain %q: %.600s", name, change, said)
			}
		}
	}
	// A county is written in another way than in the edition before.
	if _, said, code := imported("gsa-rates", rates, tiers, "--out", "-"); code != 1 || !strings.Contains(said, "233 (Carroll)") {
		t.Errorf("without definitions: code %d: %.600s", code, said)
	}
}

// TestRefusedPublications makes one mistake in a good publication at a time.
func TestRefusedPublications(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *rebuilt)
		want   string
	}{
		"gap":             {func(r *rebuilt) { r.set("rates", "2", "season_end", "2027-02-28", "2027-02-27") }, "gap"},
		"overlap":         {func(r *rebuilt) { r.set("rates", "2", "season_end", "2027-02-28", "2027-03-01") }, "overlap"},
		"twice":           {func(r *rebuilt) { r.tables["rates"] = append(r.tables["rates"], r.tables["rates"][2]) }, "duplicate-row"},
		"no tier":         {func(r *rebuilt) { r.set("rates", "1", "mie", "80", "81") }, "unknown-tier"},
		"bad amount":      {func(r *rebuilt) { r.set("rates", "1", "lodging", "135", "1e2") }, "bad-number"},
		"unknown state":   {func(r *rebuilt) { r.set("rates", "1", "state", "AL", "XX") }, "unknown-state"},
		"unknown area":    {func(r *rebuilt) { r.set("areas", "1", "did", "1", "9999") }, "unknown-area"},
		"other edition":   {func(r *rebuilt) { r.set("rates", "2", "fiscal_year", "2027", "2028") }, "the row belongs to the edition 2028"},
		"unknown heading": {func(r *rebuilt) { r.tables["rates"][0] = append(slices.Clone(r.tables["rates"][0][:8]), "meals") }, "the columns do not fit any table"},
	} {
		t.Run(name, func(t *testing.T) {
			r := rebuild(t, "gsa-rates", "2027")
			c.change(r)
			out, said, code := imported("gsa-rates", r.csv("rates"), r.csv("areas"), r.csv("tiers"), "--out", "-")
			if code != 1 || !strings.Contains(said, c.want) || out != "" {
				t.Errorf("code %d, want %q, got %.400s", code, c.want, said)
			}
			if strings.Contains(said, "us-federal/2027.yaml") {
				t.Errorf("a finding is in a file that was not written: %.400s", said)
			}
		})
	}
}

// TestPlacesInPublications requires findings at cells of the publication, also with
// semicolons or tabs between cells.
func TestPlacesInPublications(t *testing.T) {
	r := rebuild(t, "gsa-rates", "2027")
	plain, err := os.ReadFile(r.csv("rates"))
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := imported("gsa-rates", r.csv("rates"), r.csv("areas"), r.csv("tiers"), "--out", "-")
	lines := strings.Split(string(plain), "\n")
	file := filepath.Join(t.TempDir(), "rates.csv")
	for _, parted := range ",;\t" {
		for _, c := range []struct{ from, to, place string }{
			{"", "", ""},
			{",113,68", ",1e2,68", ":2:"},
		} {
			changed := slices.Clone(lines)
			if changed[1] = strings.Replace(changed[1], c.from, c.to, 1); c.from != "" && changed[1] == lines[1] {
				t.Fatalf("%q is not in %s", c.from, lines[1])
			}
			rows, err := csv.NewReader(strings.NewReader(strings.Join(changed, "\n"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			w := csv.NewWriter(&text)
			w.Comma = parted
			if err := errors.Join(w.WriteAll(rows), os.WriteFile(file, []byte(text.String()), 0o600)); err != nil {
				t.Fatal(err)
			}
			got, said, _ := imported("gsa-rates", file, r.csv("areas"), r.csv("tiers"), "--out", "-")
			if c.place == "" && got != want {
				t.Errorf("separator %q: the tables differ: %.300s", parted, said)
			}
			at := fmt.Sprintf("%s:2:%d: error: 1e2 is no", file, strings.Index(changed[1], "1e2")+1)
			if c.place != "" && (!strings.Contains(said, at) || !strings.Contains(said, "^~~")) {
				t.Errorf("separator %q: %q is missing in %.600s", parted, at, said)
			}
		}
	}
}

// set changes a cell of the first row of an area that has a value there.
func (r *rebuilt) set(block, area, column, from, to string) {
	r.t.Helper()
	rows := r.tables[block]
	id, at := slices.Index(rows[0], "did"), slices.Index(rows[0], column)
	for _, row := range rows[1:] {
		if row[id] == area && row[at] == from {
			row[at] = to
			return
		}
	}
	r.t.Fatalf("no row of %s has the area %s and %s in %s", block, area, from, column)
}

func TestNextEdition(t *testing.T) {
	r := rebuild(t, "gsa-rates", "2027")
	later := strings.NewReplacer("2027-02-28", "2028-02-29", "2027", "2028", "2026", "2027")
	for _, block := range []string{"rates", "tiers", "areas"} {
		for _, row := range r.tables[block][1:] {
			for i, cell := range row {
				row[i] = later.Replace(cell)
			}
		}
	}
	r.set("rates", "1", "lodging", "135", "140")
	out := filepath.Join(t.TempDir(), "2028.yaml")
	arguments := []string{"gsa-rates", r.csv("rates"), "--out", out}
	if _, said, code := imported(arguments...); code != 1 || !strings.Contains(said, "--set data_as_of") {
		t.Errorf("without the day: code %d: %s", code, said)
	}
	said, errors, code := imported(append(arguments, "--set", "data_as_of=2027-08-15", "--set", "bulletin=FTR 28-01")...)
	if code != 0 || !strings.Contains(said, "1 changed") || !strings.Contains(said, "changed  Birmingham, AL, United States [1]\n    lodging 135 → 140  +3.70 %") {
		t.Errorf("code %d: %s %s", code, said, errors)
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(text), "FTR 28-01") || !strings.Contains(string(text), "\nareas:\n") {
		t.Errorf("%v: %.300s", err, text)
	}
	r.set("rates", "2", "county_location_defined", "Baldwin", "Baldwin and Mobile")
	if _, said, code := imported("gsa-rates", r.csv("rates"), "--out", out, "--set", "data_as_of=2027-08-15", "--set", "bulletin=x"); code != 1 || !strings.Contains(said, "2 (Baldwin and Mobile)") {
		t.Errorf("a new definition: code %d: %s", code, said)
	}
}

func TestPostalCodes(t *testing.T) {
	folder := t.TempDir()
	write := func(name, rows string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte("zip,did,state,county_label,ambiguous\n"+rows), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	before := write("areas-fy2026.csv", "00501,271,NY,,0\n18101,307,PA,\"Lehigh County, PA\",0\n87015,0,NM,,1\n87015,252,NM,\"Bernalillo County, NM\",1\n")
	now := write("areas-fy2027.csv", "00501,271,NY,,0\n18101,0,PA,,0\n87015,0,NM,,1\n87015,252,NM,\"Bernalillo County, NM\",1\n")
	out, said, code := imported("gsa-zip", before, now, "--out", "-")
	want := `    00501 | 271 | NY
    18101 | 307 | PA | Lehigh County, PA | 2026
    18101 | 0 | PA |  | 2027
    87015 | 0 | NM
    87015 | 252 | NM | Bernalillo County, NM
`
	if code != 0 || !strings.HasSuffix(out, want) {
		t.Errorf("code %d: %s\n%s", code, said, out)
	}
	for name, c := range map[string]struct{ rows, want string }{
		"mark":    {"00501,271,NY,,1\n", "is in 1 areas"},
		"order":   {"00502,271,NY,,0\n00501,271,NY,,0\n", "comes after 00502"},
		"twice":   {"00501,271,NY,,1\n00501,271,NY,,1\n", "has the area 271 twice"},
		"area":    {"00501,9999,NY,,0\n", "unknown-area"},
		"zeros":   {"501,271,NY,,0\n", "bad-code"},
		"dropped": {"18101,307,PA,,0\n", "unknown-area"},
	} {
		bad := write("bad-fy2027.csv", c.rows)
		if _, said, code := imported("gsa-zip", bad, "--out", "-"); code != 1 || !strings.Contains(said, c.want) {
			t.Errorf("%s: code %d, want %q: %s", name, code, c.want, said)
		}
	}
}
