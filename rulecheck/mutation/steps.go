package mutation

import (
	"bytes"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// dropped adds the removal of a step. The only step of a block is not removed, because an
// empty block does not load.
func (l *lister) dropped(site coverage.StepSite) {
	name := l.model.BranchName(site.Branch) + " without " + stepName(site.Step)
	at, ok := block(l.files[site.Step.Range().File], site.Step.Range())
	if ok {
		l.add(Dropped, name, at, "", []int{site.Branch})
	}
}

func stepName(step syntax.Step) string {
	switch step := step.(type) {
	case *syntax.Assign:
		return "setting " + step.Name
	case *syntax.If:
		return "if"
	case *syntax.Match:
		return "match"
	case *syntax.Call:
		return "call " + step.Name
	case *syntax.For:
		return "for " + step.Name
	case *syntax.Line:
		return "line"
	case *syntax.Note:
		return "note"
	case *syntax.Refuse:
		return "refuse"
	}
	return ""
}

// block returns the lines of a step: from its dash to the next line that is not indented
// more deeply. It returns false if the step cannot be removed.
func block(data []byte, at diagnostic.Range) (diagnostic.Range, bool) {
	lines := bytes.Split(data, []byte("\n"))
	first := at.Start.Line - 1
	dash := bytes.IndexByte(lines[first], '-')
	if dash < 0 || len(bytes.TrimSpace(lines[first][:dash])) > 0 {
		return at, false // a step in braces
	}
	last := first + 1
	for last < len(lines) && (len(bytes.TrimSpace(lines[last])) == 0 || indent(lines[last]) > dash) {
		last++
	}
	at.Start = diagnostic.Position{Line: first + 1, Column: 1}
	at.End = diagnostic.Position{Line: last + 1, Column: 1}
	if _, err := ruletext.Offset(data, at.End); err != nil {
		return at, false
	}
	return at, sibling(lines[:first], dash, true) || sibling(lines[last:], dash, false)
}

// sibling reports whether the list contains another step.
func sibling(lines [][]byte, dash int, before bool) bool {
	for i := range lines {
		line := lines[i]
		if before {
			line = lines[len(lines)-1-i]
		}
		if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' {
			continue
		}
		if n := indent(line); n != dash {
			if n < dash {
				return false
			}
			continue
		}
		return line[dash] == '-'
	}
	return false
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
