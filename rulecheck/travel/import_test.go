package travel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/tables"
)

// sourcesVariable names the folder that holds the published tables.
const sourcesVariable = "PAYSLATE_TABLE_SOURCES"

// committed lists the committed files with the publications that they come from.
var committed = []struct {
	file         string
	kind         string
	publications []string
}{
	{"de-federal/2024.yaml", "bmf", []string{"de_bmf_2024.csv"}},
	{"de-federal/2025.yaml", "bmf", []string{"de_bmf_2025.csv"}},
	{"de-federal/2026.yaml", "bmf", []string{"de_bmf_2026.csv"}},
	{"uk-revenue/2019-04-06.yaml", "hmrc-scale", []string{"uk_hmrc_overseas_2019.csv"}},
	{"us-federal/2026.yaml", "gsa-rates", []string{"us_conus_rates_fy2026.csv", "us_area_definitions.csv", "us_mie_breakdown.csv"}},
	{"us-federal/2027.yaml", "gsa-rates", []string{"us_mie_breakdown.csv", "us_conus_rates_fy2027.csv", "us_area_definitions.csv"}},
	{"us-federal/towns.txt", "census-towns", []string{"us_conus_towns.csv.gz"}},
	{"us-federal/postal_codes.yaml", "gsa-zip", []string{"us_zip_areas_fy2026.csv.gz", "us_zip_areas_fy2027.csv.gz"}},
	{"us-federal-foreign/2026-04.yaml", "state-foreign", []string{"us_foreign_2026-04.csv.gz"}},
	{"us-federal-oconus/2026-04.yaml", "dod-oconus", []string{"us_oconus_2026-04.csv.gz"}},
	{"gazetteer.txt", "gazetteer", []string{"cities.csv.gz"}},
}

func sources(t *testing.T) string {
	t.Helper()
	folder := os.Getenv(sourcesVariable)
	if folder == "" {
		t.Skip(sourcesVariable + " does not name the folder of the published tables")
	}
	return folder
}

// TestCommittedTables imports the publications again.
func TestCommittedTables(t *testing.T) {
	folder := sources(t)
	for _, c := range committed {
		t.Run(c.file, func(t *testing.T) {
			var publications []string
			for _, name := range c.publications {
				publications = append(publications, filepath.Join(folder, name))
			}
			want, err := os.ReadFile(filepath.Join("../../tables", c.file))
			if err != nil {
				t.Fatal(err)
			}
			got, err := Import(c.kind, publications, Settings{}, tables.Embedded())
			if err != nil || got.Findings.HasErrors() {
				t.Fatalf("%v %v", err, got)
			}
			if string(got.Text) != string(want) {
				t.Error("the import is not the committed file")
			}
		})
	}
}

// TestImportTowns writes a line for each name of a town, by state and name.
func TestImportTowns(t *testing.T) {
	const header = "state,town,kind,counties,inhabitants,shares,part,also,zip_check,zip_areas\n"
	for _, c := range []struct{ rows, want string }{
		{"NY,Troy,city,Rensselaer;Albany,10,0.500;0.500,,,partly,0;259\nCA,San Buenaventura,city,Ventura,100,,,Ventura,yes,\nCA,Saticoy,postal,Ventura,,,,,no,22\n",
			"towns 4 210\nCA|San Buenaventura|city|Ventura|100\nCA|Saticoy|postal|Ventura||||differs|22\nCA|Ventura|city|Ventura|100\nNY|Troy|city|Rensselaer;Albany|10|0.500;0.500||crosses|0;259\n"},
		{"NY,Troy,city,Rensselaer,many,,,,yes,\n", "the place Troy has \"many\" inhabitants"},
		{"NY,Troy,castle,Rensselaer,10,,,,yes,\n", "NY|Troy|castle|Rensselaer|10: the kind castle is unknown"},
	} {
		file := filepath.Join(t.TempDir(), "towns.csv")
		if err := os.WriteFile(file, []byte(header+c.rows), 0o644); err != nil {
			t.Fatal(err)
		}
		made, said, code := imported("census-towns", file, "--out", "-")
		if !strings.Contains(made+said, c.want) {
			t.Errorf("%s: %d\n%s", c.rows, code, said)
		}
	}
}
