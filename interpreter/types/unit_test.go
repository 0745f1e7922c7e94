package types

import "testing"

func unitOf(t *testing.T, text string) Unit {
	t.Helper()
	if text == "free" {
		return FreeUnit
	}
	if text == "" {
		return Unit{}
	}
	u, err := builtInUnits.parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestUnits(t *testing.T) {
	for _, c := range []struct{ text, shown string }{
		{"EUR", "EUR"}, {"EUR/year", "EUR/year"}, {"%", "percent"}, {"days", "day"}, {"1/years", "1/year"}, {"EUR / day", "EUR/day"},
		{"EUR/EUR", "a pure number"}, {"pence", "cent"},
	} {
		if got := unitOf(t, c.text).String(); got != c.shown {
			t.Errorf("%s is shown as %s, want %s", c.text, got, c.shown)
		}
	}
	for _, text := range []string{"", "euro", "EURO", "Eur", "EUR/", "/EUR", "EUR*day", "€"} {
		if u, err := builtInUnits.parse(text); err == nil {
			t.Errorf("%q is read as %s", text, u)
		}
	}
	for _, c := range []struct{ x, y, product, quotient string }{
		{"EUR", "percent", "EUR·percent", "EUR/percent"},
		{"EUR/year", "years", "EUR", "EUR/year/year"},
		{"EUR", "EUR", "EUR·EUR", "a pure number"},
		{"EUR", "free", "EUR", "EUR"},
		{"free", "EUR", "EUR", "1/EUR"},
		{"", "days", "day", "1/day"},
	} {
		x, y := unitOf(t, c.x), unitOf(t, c.y)
		if got := x.Times(y).String(); got != c.product {
			t.Errorf("%s × %s is %s, want %s", c.x, c.y, got, c.product)
		}
		if got := x.Per(y).String(); got != c.quotient {
			t.Errorf("%s / %s is %s, want %s", c.x, c.y, got, c.quotient)
		}
	}
	for _, c := range []struct {
		x, y   string
		shared bool
	}{
		{"EUR", "EUR", true}, {"EUR", "free", true}, {"free", "EUR", true}, {"EUR", "", false}, {"EUR", "cent", false}, {"EUR", "GBP", false}, {"", "", true},
	} {
		if _, ok := Unify(unitOf(t, c.x), unitOf(t, c.y)); ok != c.shared {
			t.Errorf("%q and %q together: %v", c.x, c.y, ok)
		}
	}
}

func TestConversion(t *testing.T) {
	for _, c := range []struct {
		from, to   string
		times, per int64 // 0: there is none
	}{
		{"EUR", "cent", 100, 1}, {"cent", "EUR", 1, 100}, {"GBP", "pence", 100, 1}, {"penny", "GBP", 1, 100},
		{"EUR", "GBP", 0, 0}, {"EUR", "EUR", 1, 1},
		{"EUR/year", "EUR/month", 1, 12}, {"EUR/month", "EUR/year", 12, 1}, {"EUR/year", "cent/month", 100, 12},
		{"years", "months", 12, 1}, {"days", "hours", 24, 1}, {"weeks", "days", 7, 1}, {"minutes", "hours", 1, 60},
		{"months", "days", 0, 0}, {"years", "days", 0, 0}, {"percent", "EUR", 0, 0}, {"EUR", "EUR/year", 0, 0},
		{"1/year/year", "1/month/month", 1, 144}, {"1/year/year", "1/year/month", 1, 12},
		{"GBP/month", "penny/month", 100, 1}, {"GBP/day", "penny/day", 100, 1}, {"penny/week", "GBP/day", 1, 700}, {"GBP/month", "penny/day", 0, 0}, {"free", "EUR", 1, 1}, {"", "years", 1, 1},
	} {
		times, per, ok := Conversion(unitOf(t, c.from), unitOf(t, c.to))
		if ok != (c.times != 0) || ok && (times != c.times || per != c.per) {
			t.Errorf("%s to %s is %d/%d, %v", c.from, c.to, times, per, ok)
		}
	}
}
