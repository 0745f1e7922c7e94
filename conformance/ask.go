package conformance

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
)

// Request returns the request of a case of a whole answer, which must not be changed.
func (s *Set) Request(i int) map[string]any { return s.cases[i].request }

// Amounts answers a question about net pay and returns its amounts as one text; empty if it is
// refused.
func (s *Subject) Amounts(request map[string]any) string {
	text, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	service, err := s.service()
	if err != nil {
		return ""
	}
	answer, err := service.Operation(operationIDs[NetAnswer]).Answer(text, wording.English)
	if err != nil {
		return ""
	}
	payslip := answer.(*operations.NetOut)
	amounts := []string{payslip.Net.Trim().String(), payslip.EmployerCost.Trim().String()}
	for _, line := range payslip.Lines {
		amounts = append(amounts, line.Payer+line.Key+line.Amount.Trim().String())
	}
	slices.Sort(amounts)
	return strings.Join(amounts, " ")
}
