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
