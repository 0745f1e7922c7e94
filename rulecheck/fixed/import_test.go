package fixed_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/rulecheck/fixed"
	"github.com/payslate/payslate/rules"
)

const kind = "ch-tariffs"

// published writes a table in the form of the publication: the records of each tariff, between a
// first and a last one that counts the lines.
func published(t *testing.T, canton string) string {
	t.Helper()
	name := "ch/2026/tariffs/" + canton + ".csv.gz"
	text, err := rows.Text(rules.Embedded(), name)
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comment = '#'
	table, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "00%-17s20251201\r\n", canton)
	lines := 2
	for column := 2; column < len(table[0]); column++ {
		rate := ""
		least := cents(t, table[1][column])
		for _, row := range table[2:] {
			if row[column] != "" {
				rate = row[column]
			}
			from, to := row[0], row[1]
			if from == "" {
				from = "1"
			}
			if to == "" {
				to = "9900000"
			}
			step := cents(t, to) - cents(t, from)
			fmt.Fprintf(&out, "0601%s%-10s20260101%09d%09d %02d%09d%05d   \r\n", canton, table[0][column], cents(t, from), step, 0, least, cents(t, rate))
			lines++
		}
	}
	fmt.Fprintf(&out, "99%-17s%08d\r\n", canton, lines)
	return out.String()
}

func cents(t *testing.T, text string) int {
	t.Helper()
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole + (part + "00")[:2])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// imported writes a publication to a file and imports it; table is the unpacked text.
func imported(t *testing.T, text string) (name, table string, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	made, err := fixed.Import(rules.Embedded(), kind, file)
	if err != nil {
		return "", "", err
	}
	unpacked, err := rows.Text(fstest.MapFS{made.Name: {Data: made.Text}}, made.Name)
	return made.Name, string(unpacked), err
}

// TestImport: the publication of a canton gives its table, bracket by bracket.
func TestImport(t *testing.T) {
	for _, canton := range []string{"AG", "GE"} {
		want, err := rows.Text(rules.Embedded(), "ch/2026/tariffs/"+canton+".csv.gz")
		if err != nil {
			t.Fatal(err)
		}
		if name, got, err := imported(t, published(t, canton)); err != nil || name != canton+".csv.gz" || got != string(want) {
			t.Errorf("%s: %v, %d bytes in place of %d", name, err, len(got), len(want))
		}
	}
	// The record that the description of the form prints, and records of other kinds.
	text := "00AG               20260304\r\n0601AGA0N       20260101000000100000025000 0000000020000000   \r\n0601AGGON       20260101000000100000025000 0000000020000000   \r\n1101AGHEN  \r\n99AG               00000005\r\n"
	if _, got, err := imported(t, text); got != string(rows.WithDigest([]byte("from,to,A0N\nmin,,2.00\n,,0.00\n"))) {
		t.Errorf("got %s: %v", got, err)
	}
}

// TestDamagedPublication: what is wrong is said with its line.
func TestDamagedPublication(t *testing.T) {
	whole := published(t, "AG")
	lines := strings.SplitAfter(whole, "\r\n")
	for name, test := range map[string]struct{ text, want string }{
		"cut off":           {strings.Join(lines[:100], ""), "a.txt:100:1: "},
		"a record is gone":  {strings.Join(append(append([]string{}, lines[:10]...), lines[11:]...), ""), "lines"},
		"a change":          {strings.Replace(whole, "0601AG", "0602AG", 1), "a.txt:2:1: "},
		"another canton":    {strings.Replace(whole, lines[5], strings.Replace(lines[5], "0601AG", "0601ZH", 1), 1), "a.txt:6:1: "},
		"a gap":             {strings.Replace(whole, lines[5], strings.Replace(lines[5], lines[5][33:42], "000000100", 1), 1), "a.txt:7:1: "},
		"another least tax": {strings.Replace(whole, lines[5], lines[5][:45]+"000000999"+lines[5][54:], 1), "a.txt:6:1: "},
		"letters":           {strings.Replace(whole, lines[5], lines[5][:54]+"0O000"+lines[5][59:], 1), "a.txt:6:1: "},
		"another file":      {"nothing\n", "a.txt:1:1: "},
	} {
		if _, _, err := imported(t, test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
