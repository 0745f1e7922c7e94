package pap

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Imported is a flow plan as a program of the rule language.
type Imported struct {
	// Program is the program file. It loads and runs by itself.
	Program []byte
	// Marks are names and numbers that the plan file does not have. The program contains
	// them unchanged.
	Marks []Mark
	// Unmatched has a message, which begins with a line of the plan file, for each pattern
	// that fits no step but is about a mark. OtherLines are the lines of other patterns
	// that fit no step, such as those for other years.
	Unmatched  []string
	OtherLines []int
}

// Import translates the XML file of a flow plan. A plan of another year is refused. The
// result is deterministic. Errors are of type *Error and have the place in the XML.
func Import(xml []byte, year int, plan *Plan) (*Imported, error) {
	source, err := readPlan(xml)
	if err != nil {
		return nil, err
	}
	if source.year != "" && source.year != strconv.Itoa(year) {
		return nil, &Error{At: source.at, Message: fmt.Sprintf("this is the plan of %s (%s), not that of %d", source.year, source.name, year),
			Hint: fmt.Sprintf("Import the file of %d, or write --year %s.", year, source.year)}
	}
	program, err := translate(source)
	if err != nil {
		return nil, err
	}
	for _, procedure := range program.procedures {
		procedure.steps = tidy(procedure.steps)
	}
	found := findPatterns(plan.patterns, program)
	for number := range program.doubles { // these digits are not in the law
		delete(found.candidates, number)
	}
	solved := solve(numbersOf(program.procedures), found)
	m := &marker{plan: plan, program: program, found: found, solved: solved, proposed: make(map[string]string)}
	result := &Imported{Marks: m.marks()}
	result.Unmatched, result.OtherLines = m.unmatched(result.Marks)
	solved.replaceNumbers(program.procedures)
	for _, procedure := range program.procedures {
		program.matchChains(procedure.steps)
	}
	digest := sha256.Sum256(xml)
	w := &writer{plan: plan, program: program, year: year, digest: hex.EncodeToString(digest[:]), solved: solved, marks: result.Marks}
	result.Program = w.write()
	return result, nil
}
