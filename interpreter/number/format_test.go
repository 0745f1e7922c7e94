package number

import (
	"math"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	cases := []struct {
		v                          Decimal
		text, json, fixed2, people string
	}{
		{Decimal{}, "0", "0", "0.00", "0.00"},
		{New(0, 3), "0.000", "0", "0.00", "0.00"},
		{New(300010, 2), "3000.10", "3000.1", "3000.10", "3,000.10"},
		{New(3000, 0), "3000", "3000", "3000.00", "3,000.00"},
		{New(-5, 3), "-0.005", "-0.005", "-0.005", "-0.005"},
		{New(-1000, 0), "-1000", "-1000", "-1000.00", "-1,000.00"},
		{New(123456789, 2), "1234567.89", "1234567.89", "1234567.89", "1,234,567.89"},
		{New(math.MaxInt64, 2), "92233720368547758.07", "92233720368547758.07", "92233720368547758.07", "92,233,720,368,547,758.07"},
		{New(math.MinInt64, 0), "-9223372036854775808", "-9223372036854775808", "-9223372036854775808.00", "-9,223,372,036,854,775,808.00"},
		{d("123456789012345678901234567890.10"), "123456789012345678901234567890.10", "123456789012345678901234567890.1",
			"123456789012345678901234567890.10", "123,456,789,012,345,678,901,234,567,890.10"},
	}
	for _, c := range cases {
		if got := c.v.String(); got != c.text {
			t.Errorf("String() = %s, want %s", got, c.text)
		}
		if got := string(c.v.AppendJSON([]byte("x"))); got != "x"+c.json {
			t.Errorf("AppendJSON(%s) = %s, want x%s", c.text, got, c.json)
		}
		if got := string(c.v.AppendFixed([]byte("x"), 2)); got != "x"+c.fixed2 {
			t.Errorf("AppendFixed(%s) = %s, want x%s", c.text, got, c.fixed2)
		}
		if got := string(c.v.AppendText([]byte("x"), 2, '.', ',')); got != "x"+c.people {
			t.Errorf("AppendText(%s) = %s, want x%s", c.text, got, c.people)
		}
	}
}

// TestNumbersAreWrittenAsBigOnes compares formats with those of math/big.
func TestNumbersAreWrittenAsBigOnes(t *testing.T) {
	for _, coefficient := range []int64{0, 1, -1, 10, -10, 99, 999, 1000, -1000, 1001000, 123456789, math.MaxInt64, math.MinInt64} {
		for places := range 22 {
			d := New(coefficient, places)
			exact, _ := d.Rat().FloatPrec()
			for atLeast := range 22 {
				want := d.Rat().FloatString(max(exact, atLeast))
				if got := string(d.AppendFixed(nil, atLeast)); got != want {
					t.Errorf("%d with %d places, at least %d: %s, want %s", coefficient, places, atLeast, got, want)
				}
				grouped := string(d.AppendText(nil, atLeast, '.', '\u202f'))
				if got := strings.ReplaceAll(grouped, "\u202f", ""); got != want {
					t.Errorf("%d with %d places, at least %d, in groups: %s, want %s", coefficient, places, atLeast, grouped, want)
				}
			}
			if got, want := string(d.AppendJSON(nil)), d.Rat().FloatString(exact); got != want {
				t.Errorf("%d with %d places: %s, want %s", coefficient, places, got, want)
			}
		}
	}
}
