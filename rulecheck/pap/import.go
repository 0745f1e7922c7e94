package pap

import (
	"crypto/sha256"
	"encoding/hex"
)

// Import translates the XML file of a flow plan into a program file of the rule
// language that loads and runs by itself. The year is the plan's. What the plan
// file does not know is kept as it stands and marked to be checked. The same
// input gives the same bytes. An error is an *Error with the line of the XML.
func Import(xml []byte, year int, plan *Plan) ([]byte, error) {
	source, err := readPlan(xml)
	if err != nil {
		return nil, err
	}
	program, err := translate(source)
	if err != nil {
		return nil, err
	}
	for _, procedure := range program.procedures {
		procedure.steps = tidy(procedure.steps)
	}
	found := findPatterns(plan.patterns, program.procedures)
	for number := range program.doubles { // no figure of the law has these digits
		delete(found.candidates, number)
	}
	solved := solve(numbersOf(program.procedures), found)
	toCheck := plan.toCheck(program, found, solved)
	solved.replaceNumbers(program.procedures)
	for _, procedure := range program.procedures {
		program.matchChains(procedure.steps)
	}
	digest := sha256.Sum256(xml)
	w := &writer{plan: plan, program: program, year: year, digest: hex.EncodeToString(digest[:]), solved: solved, toCheck: toCheck}
	return w.write(), nil
}
