package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
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
	if text, err = service.Operation(operationIDs[NetAnswer]).AnswerJSON(nil, text, wording.English); err != nil {
		return ""
	}
	answer, err := parseObject(text)
	if err != nil {
		return ""
	}
	amounts := []string{shown(answer["net"]), shown(answer["employer_cost"])}
	eachLine(answer, func(line object) {
		amounts = append(amounts, fmt.Sprint(words(line["payer"]), words(line["key"]), shown(line["amount"])))
	})
	slices.Sort(amounts)
	return strings.Join(amounts, " ")
}
