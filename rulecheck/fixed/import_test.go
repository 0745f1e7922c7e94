package fixed_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"testing"

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
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
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

// TestImport: the publication of a canton gives its table, bracket by bracket.
func TestImport(t *testing.T) {
	for _, canton := range []string{"AG", "GE"} {
		want, err := rows.Text(rules.Embedded(), "ch/2026/tariffs/"+canton+".csv.gz")
		if err != nil {
			t.Fatal(err)
		}
		got, err := fixed.Import(rules.Embedded(), kind, "tar26.txt", []byte(published(t, canton)))
		if err != nil {
			t.Fatal(err)
		}
		if got.Name != canton+".csv.gz" || !bytes.Equal(got.Text, want) {
			a, b := strings.Split(string(got.Text), "\n"), strings.Split(string(want), "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Fatalf("%s:%d: %.80s in place of %.80s", got.Name, i+1, a[i], b[i])
				}
			}
			t.Errorf("%s: %d bytes in place of %d", got.Name, len(got.Text), len(want))
		}
	}
}

// TestRecord reads the record that the description of the form prints.
func TestRecord(t *testing.T) {
	text := "00AG               20260304\r\n0601AGA0N       20260101000000100000025000 0000000020000000   \r\n0601AGGON       20260101000000100000025000 0000000020000000   \r\n1101AGHEN  \r\n99AG               00000005\r\n"
	table, err := fixed.Import(rules.Embedded(), kind, "tar26ag.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := "from,to,A0N\nmin,,2.00\n,,0.00\n"; string(table.Text) != want || table.Records != 1 {
		t.Errorf("got %s", table.Text)
	}
}

// TestDamagedPublication: what is wrong is said with its line.
func TestDamagedPublication(t *testing.T) {
	whole := published(t, "AG")
	lines := strings.SplitAfter(whole, "\r\n")
	for name, test := range map[string]struct{ text, want string }{
		"cut off":           {strings.Join(lines[:100], ""), "a.txt:100: "},
		"a record is gone":  {strings.Join(append(append([]string{}, lines[:10]...), lines[11:]...), ""), "lines"},
		"a change":          {strings.Replace(whole, "0601AG", "0602AG", 1), "a.txt:2: "},
		"another canton":    {strings.Replace(whole, lines[5], strings.Replace(lines[5], "0601AG", "0601ZH", 1), 1), "a.txt:6: "},
		"a gap":             {strings.Replace(whole, lines[5], strings.Replace(lines[5], lines[5][33:42], "000000100", 1), 1), "a.txt:7: "},
		"another least tax": {strings.Replace(whole, lines[5], lines[5][:45]+"000000999"+lines[5][54:], 1), "a.txt:6: "},
		"letters":           {strings.Replace(whole, lines[5], lines[5][:54]+"0O000"+lines[5][59:], 1), "a.txt:6: "},
		"another file":      {"nothing\n", "a.txt:1: "},
	} {
		if _, err := fixed.Import(rules.Embedded(), kind, "a.txt", []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKinds finds the declared publication.
func TestKinds(t *testing.T) {
	kinds, err := fixed.Kinds(rules.Embedded())
	if err != nil || len(kinds) != 1 || kinds[0] != kind {
		t.Errorf("%v %v", kinds, err)
	}
	if _, err := fs.Stat(rules.Embedded(), "ch/import.yml"); err != nil {
		t.Error(err)
	}
}
