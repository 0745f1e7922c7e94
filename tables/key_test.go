package tables

import (
	"testing"
	"unicode/utf8"
)

func TestKeys(t *testing.T) {
	k := embeddedBook().Regimes()[0].gazetteer.keyer
	for _, same := range [][]string{
		{"St. John's", "St Johns", "Saint John’s", "SAINT-JOHNS", "st.johns"},
		{"Port-au-Prince", "Port au Prince", "port  au prince"},
		{"Washington, D. C.", "Washington D.C.", "washington dc"},
		{"São Paulo", "Sao Paulo", "SÃO PAULO", "Sa\u0303o Paulo"},
		{"Trinidad and Tobago", "Trinidad & Tobago", "Trinidad und Tobago"},
		{"Łódź", "Lodz"},
		{"İzmir", "Izmir", "izmir"},
		{"Straßburg", "Strassburg", "STRASSBURG"},
		{"Fort Worth", "Ft. Worth", "Ft Worth"},
	} {
		for _, name := range same[1:] {
			if got, want := k.key(name), k.key(same[0]); got != want {
				t.Errorf("%q is %q, %q is %q", name, got, same[0], want)
			}
		}
	}
	for name, want := range map[string][]string{"München": {"munchen", "muenchen"}, "Oslo": {"oslo"}, "Øresund": {"oresund", "oeresund"}} {
		got := k.keys(name)
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, none := range []string{"", " ", "?!", "-", "'"} {
		if key := k.key(none); key != "" {
			t.Errorf("%q has the key %q", none, key)
		}
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("us-federal", "US", "MA", "Suffolk", "Boston", "02139")
	f.Add("de-federal", "Österreich", "", "", "Wien, Österreich", "1010")
	f.Add("uk-revenue", "FR", "x", "y", "a,b,c,,", "")
	f.Fuzz(func(t *testing.T, regime, country, state, county, city, postalCode string) {
		query := Query{country, state, county, city, postalCode, "2026-01-15"}
		rate, err := embeddedBook().Resolve(regime, &query)
		_, refused := err.(*Refusal)
		if (rate == nil) != refused {
			t.Fatalf("neither an answer nor a refusal: %v", err)
		}
		for _, text := range []string{regime, country, state, county, city, postalCode} {
			if !utf8.ValidString(text) {
				return
			}
		}
		if refused && !utf8.ValidString(err.Error()) {
			t.Errorf("the message is not text: %q", err.Error())
		}
	})
}
