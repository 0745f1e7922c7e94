package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// consoleBlock is a block of commands. A block marked published needs the files of
// nextPublications.
var consoleBlock = regexp.MustCompile("(?ms)^```console( published)?\n(.*?)^```\n")

// TestGuide runs the commands of the guide in order, in a folder with the rules and tables,
// and compares their output with the guide. It runs imports if the environment names the
// folders of the publications; the other commands do not depend on them.
func TestGuide(t *testing.T) {
	if os.Getenv("PAYSLATE_FULL") != "1" {
		t.Skip("three years of three countries take a minute: set PAYSLATE_FULL=1")
	}
	name := filepath.Join("..", "rules", "README.md")
	guide, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for root, files := range map[string]fs.FS{"rules": rules.Embedded(), "tables": tables.Embedded()} {
		if err := copyFiles(filepath.Join(folder, root), files, func(string) bool { return true }); err != nil {
			t.Fatal(err)
		}
	}
	published := nextPublications(t, folder)
	commands := 0
	played := consoleBlock.ReplaceAllFunc(guide, func(block []byte) []byte {
		first, _, _ := strings.Cut(string(block), "\n")
		if strings.HasSuffix(first, " published") && !published {
			return block
		}
		var out bytes.Buffer
		out.WriteString(first + "\n")
		for _, line := range strings.Split(string(block), "\n") {
			command, is := strings.CutPrefix(line, "$ ")
			if !is {
				continue
			}
			commands++
			out.WriteString(line + "\n")
			shell := exec.Command("sh", "-c", command)
			shell.Dir, shell.Stdout, shell.Stderr = folder, &out, &out
			// Refused payslips and findings have their own exit codes.
			if err := shell.Run(); err != nil && shell.ProcessState == nil {
				t.Fatalf("%s: %v", command, err)
			}
		}
		out.WriteString("```\n")
		return out.Bytes()
	})
	if commands < 20 {
		t.Errorf("%d commands", commands)
	}
	if *update {
		if err := os.WriteFile(name, played, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(played, guide) {
		t.Errorf("the output in the guide is out of date; run with -update and review the difference:\n%s", firstDifference(guide, played))
	}
}

// nextPublications writes invented publications of the next year into a folder: those of this
// year with other dates and some other figures. It returns false without publications.
func nextPublications(t *testing.T, folder string) bool {
	t.Helper()
	plans, lists := os.Getenv("PAYSLATE_PLAN_XML"), os.Getenv("PAYSLATE_TABLE_SOURCES")
	if plans == "" || lists == "" {
		return false
	}
	write := func(name, from string, changes ...string) {
		t.Helper()
		text := published(t, from)
		for i := 0; i < len(changes); i += 2 {
			if !strings.Contains(text, changes[i]) {
				t.Fatalf("%s does not contain %q", from, changes[i])
			}
		}
		text = strings.NewReplacer(changes...).Replace(text)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("Lohnsteuer2027.xml", filepath.Join(plans, "Lohnsteuer2026.xml"),
		"Lohnsteuer2026", "Lohnsteuer2027", "(12348)", "(12600)", "(17800)", "(18052)", "(17799)", "(18051)", "(69879)", "(70131)",
		"(11135.63)", "(11241.47)", "(19470.38)", "(19576.22)", "(101400)", "(105000)")
	write("letter-2027.csv", filepath.Join(lists, "de_bmf_2026.csv"),
		"2026,2026-01-01,2026-12-31,", "2027,2027-01-01,2027-12-31,", "05.12.2025, IV C 5 - S 2353/00094/007/012, BStBl I S. 2078", "03.12.2026",
		"BE,Belgien,Belgium,country,,,59,40,141,11.80,23.60,23.60,", "BE,Belgien,Belgium,country,,,60,40,141,12.00,24.00,24.00,")
	nextFiscalYear := []string{"\n2026,", "\n2027,", "\n2027,", "\n2028,", "2026-", "2027-", "2027-02-28", "2028-02-29", "2027-", "2028-"}
	write("rates-fy2028.csv", filepath.Join(lists, "us_conus_rates_fy2027.csv"), append(nextFiscalYear[2:], "not specifically listed,2026-10-01,2027-09-30,113,", "not specifically listed,2027-10-01,2028-09-30,115,")...)
	write("areas.csv", filepath.Join(lists, "us_area_definitions.csv"), nextFiscalYear[:4]...)
	write("tiers.csv", filepath.Join(lists, "us_mie_breakdown.csv"), nextFiscalYear[:4]...)
	write("zip-fy2026.csv", filepath.Join(lists, "us_zip_areas_fy2026.csv.gz"))
	write("zip-fy2027.csv", filepath.Join(lists, "us_zip_areas_fy2027.csv.gz"))
	write("zip-fy2028.csv", filepath.Join(lists, "us_zip_areas_fy2027.csv.gz"))
	return true
}

// published is the text of a publication.
func published(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err == nil && strings.HasSuffix(name, ".gz") {
		var packed *gzip.Reader
		if packed, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(packed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// firstDifference shows the lines in which two texts differ first.
func firstDifference(want, got []byte) string {
	wanted, gotten := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(wanted), len(gotten)) {
		if wanted[i] != gotten[i] {
			return "guide: " + wanted[i] + "\nprinted: " + gotten[i]
		}
	}
	return "one is longer"
}
