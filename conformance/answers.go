package conformance

import (
	"bytes"
	"errors"
	"fmt"
)

// answerCase is a request and its expected answer.
type answerCase struct {
	name              string
	request, expected *value
	// text is the request as sent, line the whole case.
	text []byte
	line []byte
}

// readAnswers reads a file with one JSON object per line: case, request, expected.
func readAnswers(data []byte) ([]answerCase, error) {
	var cases []answerCase
	seen := make(map[string]bool)
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		c, err := readAnswer(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if seen[c.name] {
			return nil, fmt.Errorf("line %d: case %q occurs twice", line, c.name)
		}
		seen[c.name] = true
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, errors.New("the file has no cases")
	}
	return cases, nil
}

func readAnswer(text []byte) (answerCase, error) {
	v, err := parseValue(text)
	if err != nil {
		return answerCase{}, err
	}
	c := answerCase{line: text}
	for i := range v.members {
		of := &v.members[i].value
		switch v.members[i].name {
		case CaseColumn:
			c.name = of.text
		case "request":
			c.request = of
		case "expected":
			c.expected = of
		default:
			return c, fmt.Errorf("key %q is not one of case, request, expected", v.members[i].name)
		}
	}
	switch {
	case c.name == "":
		return c, errors.New("the case has no name")
	case c.request == nil || c.request.kind != objectValue:
		return c, fmt.Errorf("case %s: request must be an object", c.name)
	case c.expected == nil || c.expected.kind != objectValue || len(c.expected.members) == 0:
		return c, fmt.Errorf("case %s: expected must be an object with members", c.name)
	}
	c.text = text[c.request.from:c.request.to]
	return c, checkExpectation(c.expected)
}
