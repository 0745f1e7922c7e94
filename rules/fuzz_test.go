package rules

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
)

// FuzzOpen opens a small rule book with one file replaced. It expects a book, or a finding
// with a place; a book must answer or refuse a question.
func FuzzOpen(f *testing.F) {
	names := []string{serviceFile, "yy/country.yaml", "uk/country.yaml", "uk/2026/parameters.yaml", "uk/tax_code.yaml", "uk/net.yaml", "uk/net_to_gross.yaml"}
	whole := bookFiles(f)
	small := fstest.MapFS{"yy/country.yaml": {Data: []byte("country: YY\nname: {en: Utopia, de: Utopia}\nstatus: planned\ncurrency: EUR\n")}}
	for name, file := range whole {
		if slices.Contains(names, name) || strings.HasPrefix(name, "uk/") && strings.Count(name, "/") == 1 {
			small[name] = file
		}
	}
	if book, list := Open(small, Options{}); book == nil {
		f.Fatal(list)
	}
	for i, name := range names {
		text := string(small[name].Data)
		f.Add(uint8(i), []byte(text))
		f.Add(uint8(i), []byte(strings.Replace(text, "status: planned", "status: available\nperiods: {month: 0}", 1)))
		f.Add(uint8(i), []byte(strings.NewReplacer("periods: {", "periods: {hour: 1e9, ", "max: ", "max: -", "valid: {", "valid: {of: ", "text: \"", "text: \"{{").Replace(text)))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		files := fstest.MapFS{}
		for name, file := range small {
			files[name] = file
		}
		files[names[int(which)%len(names)]] = &fstest.MapFile{Data: data}
		book, list := Open(files, Options{AllowUnchecked: true})
		if (book == nil) != list.HasErrors() {
			t.Fatalf("a book %t with findings %v", book != nil, list)
		}
		for _, d := range list {
			if d.Code == "" || d.Summary == "" || d.Subject.File == "" {
				t.Fatalf("a finding that does not say what and where: %+v", d)
			}
		}
		if book == nil {
			return
		}
		for _, country := range book.Countries() {
			for _, year := range append([]int{2019}, country.Years...) {
				for _, period := range append([]string{"none"}, country.Periods...) {
					scenario := &Scenario{Country: country, Year: year, Period: period, Amount: number.New(300010, 2), Values: make([]Value, len(country.Fields))}
					result, err := book.Net(scenario)
					switch {
					case err != nil && err.Error() == "":
						t.Fatalf("%s %d %s: a failure without a word", country.Code, year, period)
					case err == nil && result.Gross.Sub(result.EmployeeDeductions).Cmp(result.Net) != 0:
						t.Fatalf("%s %d %s: net %v is not gross %v less deductions %v", country.Code, year, period, result.Net, result.Gross, result.EmployeeDeductions)
					}
				}
			}
		}
	})
}

// The forms of tax codes, in capitals without blanks. D2 and D3 only exist in Scotland.
var (
	contractCode = regexp.MustCompile(`^([SC]?([0-9]{1,6}[LMNT]|K[0-9]{1,6}|BR|D[01])|S?D[23]|NT)(W1|M1|X|W1/M1|NONCUM)?$`)
	scottishCode = regexp.MustCompile(`^D[23]`)
)

// FuzzTaxCode compares the grammar of tax codes in the rules with a regular expression: both
// accept the same texts, an accepted code is shown in capitals with the applied prefix, and
// the shown code has the same meaning.
func FuzzTaxCode(f *testing.F) {
	for _, seed := range []string{
		"1257L", " s 1257 l w1/m1", "K475", "CK475X", "BR", "D0", "SD3", "D3", "CD2", "NT", "SNT", "0T", "000000TNONCUM", "1234567L", "L",
		"1257LW1M1", "1257L\t", "1257ſ", "１２５７L", "nt x", "",
	} {
		f.Add(seed, uint8(0))
		f.Add(seed, uint8(2))
	}
	book := openEmbedded(f)
	regions := []string{"england", "northern-ireland", "scotland", "wales"}
	net := func(t *testing.T, code, region string) (*Result, string, error) {
		r, err := book.Net(question(t, book, "UK", 2026, "month", "3000", map[string]Value{"tax_code": text(code), "region": text(region)}))
		if err != nil {
			return nil, "", err
		}
		for _, applied := range r.Profile {
			if applied.Name == "tax_code" {
				return r, applied.Value.Text, nil
			}
		}
		t.Fatalf("%q: the profile has no tax code", code)
		return nil, "", nil
	}
	f.Fuzz(func(t *testing.T, code string, which uint8) {
		region := regions[int(which)%len(regions)]
		plain := strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' {
				r += 'A' - 'a'
			}
			return r
		}, strings.ReplaceAll(code, " ", ""))
		prefix := map[string]string{"scotland": "S", "wales": "C"}[region]
		is := contractCode.MatchString(plain) && (region == "scotland" || !scottishCode.MatchString(plain))
		result, shown, err := net(t, code, region)
		if err != nil {
			var refusal *Refusal
			if is || !errors.As(err, &refusal) || refusal.Code != "invalid_input" || refusal.Message.In(german) == "" {
				t.Fatalf("%q in %s: %v", code, region, err)
			}
			return
		}
		if !is {
			t.Fatalf("%q in %s is not a code, and was taken as %q", code, region, shown)
		}
		want := plain
		if !strings.HasPrefix(plain, "NT") && !strings.ContainsAny(plain[:1], "SC") {
			want = prefix + plain
		}
		if shown != want {
			t.Fatalf("%q in %s is shown as %q, want %q", code, region, shown, want)
		}
		again, shownAgain, err := net(t, shown, region)
		if err != nil || shownAgain != shown || again.Net.Cmp(result.Net) != 0 {
			t.Fatalf("%q in %s: net %v; shown as %q: %v, net of %q", code, region, result.Net, shown, err, shownAgain)
		}
	})
}
