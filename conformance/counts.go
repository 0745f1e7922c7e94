package conformance

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/server/operations"
)

//go:embed counts.yaml
var counts []byte

// Counted returns the numbers of embedded cases by the codes of countries, without those
// of wording. They are written in counts.yaml, because counting reads every case.
func Counted() (byCountry map[string]operations.CaseCount, err error) {
	return byCountry, syntax.Decode(counts, &byCountry)
}
