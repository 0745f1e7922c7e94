package travel

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/tables"
)

// pressed is a kind of import with very small publications, to keep each run short.
type pressed struct {
	kind  string
	spec  *spec
	files fstest.MapFS
	// names and texts are the publications, at is the one that is fuzzed.
	names, texts []string
	at           int
}

const (
	smallRates = "fiscal_year,did,state,destination,county_location_defined,season_begin,season_end,lodging,mie\n" +
		"2027,0,,Standard CONUS rate,all counties not specifically listed,2026-10-01,2027-09-30,113,68\n" +
		"2027,1,AL,Birmingham,Jefferson,2026-10-01,2027-09-30,135,68\n" +
		"2027,2,AL,Gulf Shores,\"Baldwin\",2026-10-01,2027-02-28,144,68\n" +
		"2027,2,AL,Gulf Shores,Baldwin,2027-03-01,2027-09-30,177,68\n"
	smallTiers = "fiscal_year,mie_total,breakfast,lunch,dinner,incidentals,first_last_day\n2027,68,16,19,28,5,51.00\n"
	smallAreas = "fiscal_year,did,state,destination,kind,component_state,component\n2027,1,AL,Birmingham,county,AL,Jefferson\n2027,2,AL,Gulf Shores,county,AL,Baldwin\n"
	smallCodes = "zip,did,state,county_label,ambiguous\n35004,1,AL,\"Jefferson County, AL\",1\n35004,2,AL,,1\n36501,2,AL,,0\n99501,0,AK,,0\n"
	smallGrid  = "year,valid_from,valid_to,iso2,country_de,country_en,place_kind,place_de,place_en,full_day_eur,partial_day_eur,overnight_eur,cut_breakfast_eur,cut_lunch_eur,cut_dinner_eur,letter\n" +
		"2026,2026-01-01,2026-12-31,LU,Luxemburg,Luxembourg,country,,,63,42,139,12.60,25.20,25.20,\"BMF, S. 1\"\n" +
		"2026,2026-01-01,2026-12-31,AU,Australien,Australia,city,Canberra,Canberra,74,49,186,14.80,29.60,29.60,\"BMF, S. 1\"\n" +
		"2026,2026-01-01,2026-12-31,FR,Frankreich,France,city,Paris,Paris,58,39,159,11.60,23.20,23.20,\"BMF, S. 1\"\n" +
		"2026,2026-01-01,2026-12-31,FR,Frankreich,France,rest,im Übrigen,elsewhere,53,36,105,10.60,21.20,21.20,\"BMF, S. 1\"\n" +
		"2026,2026-01-01,2026-12-31,AU,Australien,Australia,rest,im Übrigen,elsewhere,57,38,173,11.40,22.80,22.80,\"BMF, S. 1\"\n"
	smallScale = "edition,country_original,country_en,iso2,city_original,city_en,also_applies_to,currency_text,currency,over_5h,over_10h,rate_24h_excl_room,room_rate,room_currency,rate_24h_incl_room,breakfast,breakfast_included_in_room,lunch,dinner,other,drinks,hotel_to_office,total_residual,anomaly,note\n" +
		"2019-04-06,Albania,Albania,AL,\"Tirana, Albania\",Tirana,,Albanian lek,ALL,3154.50,7536.50,8919,120.50,EUR,,0,yes,2925,4152.50,573.50,459,809,8919,,\n" +
		"2019-04-06,Austria,Austria,AT,\"Vienna, Austria\",Vienna,Graz; Linz,euros,EUR,33,84,89.50,123.50,EUR,213,0,yes,28.50,46.50,0,9,5.50,89.50,printed so,checked\n"
)

func pressedKinds(t testing.TB) []pressed {
	t.Helper()
	american := baseTables(t, "us-federal")
	kinds := []pressed{
		{kind: "bmf", files: baseTables(t, "de-federal"), names: []string{"grid.csv"}, texts: []string{smallGrid}},
		{kind: "hmrc-scale", files: baseTables(t, "uk-revenue"), names: []string{"scale.csv"}, texts: []string{smallScale}},
	}
	for at := range 3 {
		kinds = append(kinds, pressed{kind: "gsa-rates", files: american, names: []string{"rates.csv", "tiers.csv", "areas.csv"},
			texts: []string{smallRates, smallTiers, smallAreas}, at: at})
	}
	rated := maps.Clone(american)
	edition, said, code := kinds[2].run(t, t.TempDir(), []byte(smallRates))
	if code != args.Fine {
		t.Fatalf("code %d: %s", code, said)
	}
	rated["us-federal/2027.yaml"] = &fstest.MapFile{Data: []byte(edition)}
	kinds = append(kinds, pressed{kind: "gsa-zip", files: rated, names: []string{"codes-fy2027.csv"}, texts: []string{smallCodes}})
	for i := range kinds {
		all, err := specs(kinds[i].files)
		if err != nil {
			t.Fatal(err)
		}
		kinds[i].spec = find(all, kinds[i].kind)
	}
	return kinds
}

// aimsElsewhere matches rows about countries that are not in the small tables.
var aimsElsewhere = regexp.MustCompile(`(?m)^    [A-Z]{2} \| [a-z_]+ \| ([A-KM-Z][A-Z]|L[A-TV-Z]) \|.*\n`)

// countsRows matches the totals of a table, as some rows are removed.
var countsRows = regexp.MustCompile(`(?m)^ +(count|sum): .*\n`)

// baseTables returns a regime's files except editions and postal codes.
func baseTables(t testing.TB, regime string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{"gazetteer.txt": &fstest.MapFile{Data: []byte("places 0 0\nkeys 0\n")}}
	err := fs.WalkDir(tables.Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		folder := path.Dir(name)
		if err != nil || entry.IsDir() || folder != "." && folder != regime {
			return err
		}
		data, err := fs.ReadFile(tables.Embedded(), name)
		if path.Ext(name) == ".yaml" {
			data = countsRows.ReplaceAll(aimsElsewhere.ReplaceAll(data, nil), nil)
		}
		if folder == regime && path.Ext(name) == ".txt" || !bytes.HasPrefix(data, []byte("# Written by")) {
			files[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// run imports the publications with another text for the fuzzed one.
func (p *pressed) run(t testing.TB, folder string, text []byte) (out, said string, code int) {
	t.Helper()
	arguments := []string{p.kind}
	for i, name := range p.names {
		content := []byte(p.texts[i])
		if i == p.at {
			content = text
		}
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, file)
	}
	if p.kind == "bmf" {
		arguments = append(arguments, "--set", "data_as_of=2025-12-05")
	}
	var stdout, stderr bytes.Buffer
	err := Command(append(arguments, "--out", "-"), p.files, &stdout, &stderr)
	if code = args.Code(err); code == args.Wrong {
		fmt.Fprintf(&stderr, "error: %v\n", err)
	}
	return stdout.String(), stderr.String(), code
}

// FuzzImport imports arbitrary publications of each kind. A refusal must have a reason
// and not write a file. A file must agree with the publication about the edition and
// every cell.
func FuzzImport(f *testing.F) {
	race.Skip(f)
	kinds, folder := pressedKinds(f), f.TempDir()
	for i, p := range kinds {
		text := p.texts[p.at]
		if _, said, code := p.run(f, folder, []byte(text)); code != args.Fine {
			f.Fatalf("%s: code %d: %s", p.names[p.at], code, said)
		}
		f.Add(uint8(i), []byte(text))
		f.Add(uint8(i), []byte("\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")))
		f.Add(uint8(i), []byte(text+text[strings.Index(text, "\n")+1:]))
		f.Add(uint8(i), []byte(strings.NewReplacer("Birmingham", "Birm|ing | ham", "checked", "checked|twice", "Canberra,Canberra", "Canberra,|", "36501,2,AL,", "36501,2,AL|Baldwin County,", "Jefferson,2026", "\"Jeffer\nson\",2026").Replace(text)))
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		p := &kinds[int(which)%len(kinds)]
		out, said, code := p.run(t, folder, text)
		switch code {
		case args.Findings:
			if out != "" || !strings.Contains(said, "error: ") {
				t.Fatalf("refused with %q on stdout and %q on stderr", out, said)
			}
		case args.Fine:
			if problem := p.holds(out, text); problem != "" {
				t.Fatalf("%s\n%s", problem, out)
			}
		default:
			t.Fatalf("code %d: %s", code, said)
		}
	})
}

// madeFile is a table file as a YAML library reads it.
type madeFile struct {
	Edition             string
	Valid               struct{ From, To string }
	Rates, Tiers, Areas madeBlock
	Postal              madeBlock `yaml:"postal_codes"`
}

type madeBlock struct{ Columns, Rows string }

// FuzzSpec imports with an arbitrary import.yaml, which must be refused with a reason or
// work.
func FuzzSpec(f *testing.F) {
	race.Skip(f)
	kinds, folder := pressedKinds(f), f.TempDir()
	for i, p := range kinds {
		text, err := fs.ReadFile(p.files, path.Join(p.spec.regime, specFile))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), text)
		f.Add(uint8(i), []byte(p.kind+": ~"))
		f.Add(uint8(i), []byte(p.kind+": {tables: [{block: rates}]}"))
		f.Add(uint8(i), []byte(p.kind+": {postal_codes: {columns: [{to: code}]}}"))
		f.Add(uint8(i), []byte(strings.NewReplacer("to: defined", "to: words", "(", "[", "letter}", "letter").Replace(string(text))))
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		p := kinds[int(which)%len(kinds)]
		files := maps.Clone(p.files)
		files[path.Join(p.spec.regime, specFile)] = &fstest.MapFile{Data: text}
		p.files = files
		out, said, code := p.run(t, folder, []byte(p.texts[p.at]))
		if (code == args.Fine) != (out != "") || code != args.Fine && !strings.Contains(said, "error: ") {
			t.Fatalf("code %d: %q on stdout and %q on stderr", code, out, said)
		}
	})
}

// holds describes the first difference between a file and its publications.
func (p *pressed) holds(out string, text []byte) string {
	s := p.spec
	var file madeFile
	if err := yaml.Unmarshal([]byte(out), &file); err != nil {
		return err.Error()
	}
	tables := s.Tables
	if s.Postal != nil {
		tables = []tableSpec{{Header: s.Postal.Header, Columns: s.Postal.Columns}}
	}
	for i, content := range p.texts {
		if i == p.at {
			content = string(text)
		}
		header, rows := published(content)
		table := tables[slices.IndexFunc(tables, func(t tableSpec) bool { return fits(header, t.Header) == "" })]
		made := map[string]madeBlock{"rates": file.Rates, "tiers": file.Tiers, "areas": file.Areas, "": file.Postal}[table.Block]
		if table.Block == "rates" {
			from := rows[0][s.Edition.From]
			for _, row := range rows {
				from = min(from, row[s.Edition.From])
			}
			if file.Edition != rows[0][s.Edition.Name] || file.Valid.From != from {
				return fmt.Sprintf("the edition is %q from %q, published is %q from %q", file.Edition, file.Valid.From, rows[0][s.Edition.Name], from)
			}
		} else if s.Postal == nil {
			rows = slices.DeleteFunc(rows, func(row map[string]string) bool { return row[s.Edition.Name] != file.Edition })
		}
		if problem := sameTable(made, table.Columns, rows); problem != "" {
			return table.Block + ": " + problem
		}
	}
	return ""
}

// published reads a table by column, without blanks around cells.
func published(text string) (header []string, rows []map[string]string) {
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		return nil, nil
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = strings.TrimSpace(line[i])
		}
		rows = append(rows, row)
	}
	return lines[0], rows
}

// sameTable describes the first difference between a block and rows. Texts between bars
// are entries of a cell.
func sameTable(made madeBlock, columns []columnSpec, rows []map[string]string) string {
	lines := strings.Split(strings.TrimSuffix(made.Rows, "\n"), "\n")
	if len(lines) != len(rows) {
		return fmt.Sprintf("%d rows, published are %d", len(lines), len(rows))
	}
	for i, row := range rows {
		cells := strings.Split(lines[i], "|")
		if len(cells) > len(columns) {
			return fmt.Sprintf("row %d has %d cells: %s", i+1, len(cells), lines[i])
		}
		for j, column := range columns {
			cell := ""
			if j < len(cells) {
				cell = strings.TrimSpace(cells[j])
			}
			var entries []string
			for _, entry := range strings.Split(row[column.From]+"|"+row[column.And], "|") {
				if words := strings.Fields(entry); len(words) > 0 {
					entries = append(entries, strings.Join(words, " "))
				}
			}
			if want := strings.Join(entries, "; "); cell != want {
				return fmt.Sprintf("row %d: %s is %q, published is %q", i+1, column.To, cell, want)
			}
		}
	}
	return ""
}

// FuzzWorkbook reads arbitrary sheets, with tabs between cells. A table must have rows of
// its width and days for seasons, and cells must keep their meaning.
func FuzzWorkbook(f *testing.F) {
	all, err := specs(tables.Embedded())
	if err != nil {
		f.Fatal(err)
	}
	table := find(all, "gsa-rates").Tables[0]
	const headings = "FY 2027 Per Diem Rates\nID\tSTATE\tDESTINATION\tCOUNTY/LOCATION DEFINED\tSEASON BEGIN\tSEASON END\tFY27 Lodging Rate\tFY27 M&IE\n"
	f.Add("2027", headings+"\t\tStandard Rate: all others\t\t\t\t$113\t$68.00\n1\tAL\tBirmingham\tJefferson\t\t\t$135\t$80.00\n\tLodging taxes are not included.\n")
	f.Add("2027", headings+"2\tAL\tGulf Shores\tBaldwin\tOctober 1\tFebruary 28\t$1,144.50\t74\n2\tAL\tGulf Shores\tBaldwin\t3/1/2027\t2027-09-30\t177\t74\n")
	f.Add("2028", headings+"2\tAL\tGulf Shores\tBaldwin\t2-Jan\tFebruary 29\t$$.\t,\n")
	f.Add("x", headings+"1")
	f.Fuzz(func(t *testing.T, year, sheet string) {
		var rows [][]string
		for line := range strings.SplitSeq(sheet, "\n") {
			rows = append(rows, strings.Split(line, "\t"))
			for _, cell := range rows[len(rows)-1] {
				checkCell(t, table.Workbook, cell)
			}
		}
		for i := range min(len(rows), maxHeading) {
			columns := table.Workbook.columns(rows[i])
			if columns == nil {
				continue
			}
			p, err := table.workbookRows("sheet.xlsx", year, rows, i+1, columns)
			var found *finding
			if err != nil && !errors.As(err, &found) {
				t.Fatalf("%v is not a finding", err)
			}
			if err != nil {
				return
			}
			for j, row := range p.rows {
				if len(row) != len(table.Header) {
					t.Fatalf("row %d has %d cells", j, len(row))
				}
				for _, name := range []string{"season_begin", "season_end"} {
					if !isDay(p.cell(j, name)) {
						t.Fatalf("row %d: %s is %q", j, name, p.cell(j, name))
					}
				}
			}
			return
		}
	})
}

// dollars are amounts as workbooks write them.
var dollars = regexp.MustCompile(`^\$?[0-9]{1,3}(,?[0-9]{3})*(\.[0-9]+)?$`)

// checkCell compares a cell, read as an amount and as a day of 2027, with its text.
func checkCell(t *testing.T, w *workbookSpec, cell string) {
	if dollars.MatchString(cell) {
		want, _ := new(big.Rat).SetString(strings.NewReplacer("$", "", ",", "").Replace(cell))
		if got, is := new(big.Rat).SetString(amount(cell)); !is || got.Cmp(want) != 0 {
			t.Fatalf("the amount %q is read as %q", cell, amount(cell))
		}
	}
	day, is := w.day(cell, 2027, w.FirstMonth, 1)
	if is && !isDay(day) {
		t.Fatalf("the day %q is read as %q", cell, day)
	}
	for _, layout := range yearlessLayouts {
		if parsed, err := time.Parse(layout, cell); err == nil && is && !strings.HasSuffix(day, parsed.Format("-01-02")) {
			t.Fatalf("the day %q is read as %q", cell, day)
		}
	}
}
