package tables

import "testing"

// BenchmarkOpen measures reading all tables; the goal is 150 ms.
func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if book, findings, _ := Open(Embedded(), Options{}); book == nil {
			b.Fatal(findings.Error())
		}
	}
}

// BenchmarkResolve measures a rate; the goal is 20 µs.
func BenchmarkResolve(b *testing.B) {
	for _, c := range []struct {
		name, regime string
		query        Query
	}{
		{"city", "us-federal", Query{State: "MA", City: "Boston", Date: "2026-01-15"}},
		{"county", "us-federal", Query{State: "MA", County: "Suffolk County", Date: "2026-01-15"}},
		{"zip", "us-federal", Query{PostalCode: "87015", Date: "2026-01-15"}},
		{"accents", "de-federal", Query{Country: "Brasilien", City: "São Paulo", Date: "2026-01-15"}},
		{"fallback", "de-federal", Query{Country: "Kiribati", Date: "2026-01-15"}},
		{"currencies", "uk-revenue", Query{Country: "GD", City: "St George's", Date: "2026-01-15"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			book := embeddedBook()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := book.Resolve(c.regime, &c.query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSearch measures the search over all places of a regime; the goal is
// 2 ms.
func BenchmarkSearch(b *testing.B) {
	for _, text := range []string{"", "boston", "bostn", "san fransisco california", "xyzzy"} {
		b.Run(text, func(b *testing.B) {
			book := embeddedBook()
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := book.Search("us-federal", &Filter{Text: text, Date: "2026-01-15", Limit: 500}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
