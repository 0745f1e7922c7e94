package engine

import (
	"encoding/json"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// ruleFilePaths starts the paths at which the web page asks what the names in a rule file
// mean.
const ruleFilePaths = "/rules/"

// names answers with what the names in a rule file mean.
func (e *Engine) names(file string, reader rules.Language) ([]byte, error) {
	catalogue, err := e.open(part{})
	if err != nil {
		return nil, err
	}
	reading, ok := catalogue.Reading(file, reader.First())
	if !ok {
		return nil, operations.Fail("not_found")
	}
	return json.Marshal(reading)
}
