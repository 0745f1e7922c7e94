package operations

import (
	"testing"

	"github.com/payslate/payslate/rules"
)

// BenchmarkAnswer measures requests from their JSON to that of their answers.
func BenchmarkAnswer(b *testing.B) {
	const payslip = `"country":"DE","year":2026,"period":"month","de":{"tax_class":4,"state":"NW","church":false,"child_allowances":0.5,"factor":0.925},"gross":4583.33}`
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		b.Fatal(list.Err())
	}
	catalogue, err := New(book)
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range []string{netOperation, "salary-net/explain", "salary-net/year"} {
		operation, body := catalogue.Operation(id), []byte("{"+payslip)
		dst := make([]byte, 0, 1<<17)
		if _, err := operation.AnswerJSON(dst, body, rules.English); err != nil { // the first compiles the year
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := operation.AnswerJSON(dst, body, rules.English); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
