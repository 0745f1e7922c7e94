// Package pap imports the official German flow plan for wage tax
// (Programmablaufplan) from the XML pseudo-code that the Federal Ministry of Finance
// publishes, and writes it as a program of the rule language. What it cannot translate is
// an error with its place.
//
// Elements become declarations and steps, their Java expressions those of the language, and
// steps are simplified. rules/de/plan.yaml has patterns that identify parameters among the
// numbers of a plan. Where Java computes in binary floating point, the program computes what that
// gives. Everything that nobody has compared with the law yet is marked.
package pap

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Import translates the XML file of a flow plan into a program file, which loads and runs
// with the file that describes its variables, or alone if the plan says so. A plan of another
// year is refused. The marks are names and numbers that the plan file does not have, with
// lines for that file as details; the program contains them unchanged. A plan that cannot be
// translated is an error of type diagnostic.List with its place in the XML.
func Import(xml []byte, year int, plan *Plan) (program []byte, marks diagnostic.List, err error) {
	p, err := translate(xml)
	if err != nil {
		return nil, nil, err
	}
	if p.year != "" && p.year != strconv.Itoa(year) {
		return nil, nil, refusal(p.at, fmt.Sprintf("this is the plan of %s (%s), not that of %d", p.year, p.name, year),
			fmt.Sprintf("Import the file of %d, or write --year %s.", year, p.year))
	}
	for _, d := range p.written() {
		if v := plan.variables[d.name]; v != nil && (v.Type == "integer") != (d.kind == kindInteger) {
			return nil, nil, refusal(d.at, fmt.Sprintf("%s is %v in the plan, but not at %s", d.name, d.kind, v.Range), "Correct the description if it holds for all plans, or rename the variable there.")
		}
	}
	found := findFigures(plan, p)
	variables, steps := (&marker{plan, p, found}).marks()
	found.replaceNumbers(p)
	for _, procedure := range p.procedures {
		p.matchChains(procedure.steps)
	}
	digest := sha256.Sum256(xml)
	w := &writer{plan: plan, program: p, year: year, digest: hex.EncodeToString(digest[:]), figures: found, marks: steps}
	program = w.write()
	described := plan.file
	if plan.Alone {
		described = &syntax.File{}
	}
	return program, append(variables, steps...), loads(program, described)
}

// loads refuses a program that the rule language does not take, such as one whose methods
// call themselves.
func loads(program []byte, described *syntax.File) error {
	file, list := syntax.Read("the imported program", program)
	if !list.HasErrors() {
		_, list = interpreter.Load([]*syntax.File{described, file}, types.Options{Alone: true})
	}
	if list.HasErrors() {
		return errorAt(diagnostic.Position{}, "the rule language does not take the plan: %s", strings.TrimSpace(list.Error()))
	}
	return nil
}
