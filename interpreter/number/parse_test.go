package number

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	valid := map[string]string{ // by what String gives back
		"0": "0", "-0": "0", "-0.00": "0.00", "7": "7", "-12": "-12", "0.5": "0.5",
		"3000.10": "3000.10", "-0.005": "-0.005", "10.0": "10.0",
		"9223372036854775807": "9223372036854775807", "-9223372036854775808": "-9223372036854775808",
		"9223372036854775808": "9223372036854775808", "999999999999999999": "999999999999999999",
		"1000000000000000000": "1000000000000000000", "0.1234567890123456789": "0.1234567890123456789",
		strings.Repeat("9", 100): strings.Repeat("9", 100),
	}
	for text, want := range valid {
		got, err := Parse(text)
		if err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %v, %v", text, got, err)
		}
		if got.wide != nil && got.Coefficient().IsInt64() {
			t.Errorf("Parse(%q) keeps a small coefficient in a big.Int", text)
		}
	}
}

func TestParseErrors(t *testing.T) {
	const hint = ": write digits without leading zeros, with a point before the decimals, as in -1234.50"
	invalid := map[string]string{}
	for text, at := range map[string]int{
		"": 1, "-": 2, "5.": 3, "+5": 1, ".5": 1, " 5": 1, "5 ": 2, "1_000": 2, "1,000": 2, "1e3": 2, "0x10": 2, "--1": 2, "1.2.3": 4,
		"007": 1, "-01.5": 2, "NaN": 1, "1.5\x00": 4,
	} {
		invalid[text] = fmt.Sprintf("number %q is wrong at character %d%s", text, at, hint)
	}
	invalid[strings.Repeat("9", 101)] = `number "99999999999999999999"… is 101 characters long: write at most 100`
	for text, want := range invalid {
		if got, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q) = %v, %v; want error %s", text, got, err, want)
		}
	}
}

func TestParseJSON(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("0", n) }
	huge := "1" + zeros(40)
	tiny := "0." + zeros(40) + "1"
	valid := map[string]string{
		"0": "0", "-0": "0", "-0.0": "0.0", "0e5": "0", "-0e-5": "0.00000", "0.00e-999999999": "0." + zeros(40),
		"1e3": "1000", "1E+3": "1000", "1e03": "1000", "1.50e1": "15.0", "1.5e1": "15", "1.5e0": "1.5",
		"2026.0": "2026.0", "3000.10": "3000.10", "-12.5e-2": "-0.125", "1e-40": "0." + zeros(39) + "1",
		"1e39": "1" + zeros(39), "1e40": huge, "-1e40": "-" + huge, "1e41": huge, "1e999999999": huge,
		"-1e99999999999999999999999": "-" + huge, "9" + zeros(40): huge, strings.Repeat("9", 41): huge,
		strings.Repeat("9", 40): strings.Repeat("9", 40), "99e38": "99" + zeros(38),
		"1e-41": tiny, "-1e-999999999": "-" + tiny, "0.1e-99999999999999999999": tiny,
		"0." + zeros(50) + "3":           tiny,
		"0." + zeros(50) + "3e50":        "0.3",
		"0." + zeros(50) + "3e51":        "3",
		"1" + zeros(60) + "e-60":         "1." + zeros(40),
		"1.5" + zeros(60):                "1.5" + zeros(39),
		"1.5" + zeros(60) + "1":          "1.5" + zeros(39) + "1",
		"0.005" + zeros(1000) + "1":      "0.005" + zeros(37) + "1",
		strings.Repeat("3", 60) + "e-30": strings.Repeat("3", 30) + "." + strings.Repeat("3", 30),
	}
	for text, want := range valid {
		got, err := ParseJSON([]byte(text))
		if err != nil || got.String() != want {
			t.Errorf("ParseJSON(%.60s) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "1e1.5", "1e5x", "1 ", " 1", "NaN", "Infinity", "0x1", `"1"`, "1f3", "--1", "null"} {
		if got, err := ParseJSON([]byte(text)); err == nil {
			t.Errorf("ParseJSON(%q) = %v", text, got)
		}
	}
}

// TestParseJSONOutOfReach checks comparisons and roundings of numbers beyond the limits.
func TestParseJSONOutOfReach(t *testing.T) {
	j := func(text string) Decimal {
		v, err := ParseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	largest := d(strings.Repeat("9", 40) + "." + strings.Repeat("9", 40))
	if j("1e99").Cmp(largest) != 1 || j("-1e99").Cmp(largest.Neg()) != -1 {
		t.Error("a huge number compares wrongly")
	}
	smallest := New(1, 40)
	if v := j("1e-99"); v.Cmp(smallest) != -1 || v.Sign() != 1 || v.IsInteger() {
		t.Errorf("a tiny number is %v", v)
	}
	if v := j("-1e-99"); v.Cmp(smallest.Neg()) != 1 || v.Sign() != -1 {
		t.Errorf("a tiny negative number is %v", v)
	}
	above := j("0.005" + strings.Repeat("0", 200) + "1")
	if got := above.Round(2, HalfDown).String(); got != "0.01" {
		t.Errorf("a little more than a half rounds to %s", got)
	}
	if above.Cmp(d("0.005")) != 1 {
		t.Error("a little more than a half compares wrongly")
	}
}

// TestParseJSONIsLinear reads numbers as long as a whole request.
func TestParseJSONIsLinear(t *testing.T) {
	const length = 1 << 20
	start := time.Now()
	for _, text := range []string{
		strings.Repeat("7", length), "0." + strings.Repeat("7", length), "1e" + strings.Repeat("7", length),
		"1e-" + strings.Repeat("7", length), "0." + strings.Repeat("0", length) + "7e1048576",
	} {
		if _, err := ParseJSON([]byte(text)); err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("numbers of a mebibyte took %v", took)
	}
	small := []byte("12345.67")
	if got := testing.AllocsPerRun(100, func() { _, _ = ParseJSON(small) }); got > 0 {
		t.Errorf("a small number allocates %v times", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"0", "-0.00", "3000.10", "1e3", "007", "5.", "-9223372036854775808", "18446744073709551616.5", "0." + strings.Repeat("0", 41)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		want, ok := new(big.Rat).SetString(text)
		if !ok || rat(v).Cmp(want) != 0 {
			t.Fatalf("Parse(%q) = %v, want %v", text, v, want)
		}
		checkRoundTrip(t, text, v)
	})
}

func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{"0", "-0", "1e3", "1.50e1", "2026.0", "1e-41", "-1e999999999", "0.005e-3", "1e40"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := ParseJSON(text)
		if err != nil {
			return
		}
		checkRoundTrip(t, string(text), v)
		want, bounded := boundedRat(string(text))
		if !bounded {
			if size := v.Abs(); size.Cmp(d("1"+strings.Repeat("0", 40))) != 0 && size.Cmp(New(1, 41)) > 0 {
				t.Fatalf("ParseJSON(%q) = %v", text, v)
			}
			return
		}
		huge := new(big.Rat).SetInt(PowerOfTen(JSONDigits))
		if size := new(big.Rat).Abs(want); size.Cmp(huge) > 0 {
			want.SetInt(huge.Num())
			if strings.HasPrefix(string(text), "-") {
				want.Neg(want)
			}
		}
		if v.Sign() != want.Sign() {
			t.Fatalf("ParseJSON(%q) = %v has the wrong sign", text, v)
		}
		if v.Places() <= JSONDigits {
			if rat(v).Cmp(want) != 0 {
				t.Fatalf("ParseJSON(%q) = %v, want %v", text, v, want)
			}
			return
		}
		unit := new(big.Rat).SetInt(PowerOfTen(JSONDigits - 1))
		for _, mode := range roundings {
			expect := roundExpected(new(big.Rat).Mul(want, unit), mode)
			if got := v.Round(JSONDigits-1, mode); got.Coefficient().Cmp(expect) != 0 {
				t.Fatalf("ParseJSON(%q) rounds %v to %v, want coefficient %v", text, mode, got, expect)
			}
		}
	})
}

// boundedRat parses text as a fraction unless its exponent is too large.
func boundedRat(text string) (*big.Rat, bool) {
	if at := strings.IndexAny(text, "eE"); at >= 0 && len(strings.TrimLeft(text[at+1:], "+-0")) > 3 {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// checkRoundTrip formats v in each form and parses it again, if JSON can represent it.
func checkRoundTrip(t *testing.T, text string, v Decimal) {
	t.Helper()
	if v.Places() > JSONDigits || v.Abs().Cmp(FromBig(PowerOfTen(JSONDigits), 0)) >= 0 {
		return
	}
	if again, err := ParseJSON(v.AppendJSON(nil)); err != nil || again.Cmp(v) != 0 {
		t.Fatalf("%q: JSON %s comes back as %v, %v", text, v.AppendJSON(nil), again, err)
	}
	written := v.String()
	if again, err := ParseJSON([]byte(written)); err != nil || again.Cmp(v) != 0 || again.Places() != v.Places() {
		t.Fatalf("%q: %s comes back as %v, %v", text, written, again, err)
	}
}
