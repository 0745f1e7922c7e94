package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// readAnswers reads a file with one JSON object per line: case, request, expected.
func readAnswers(data []byte) ([]testCase, error) {
	var cases []testCase
	line := 0
	seen := map[string]bool{}
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
			return nil, fmt.Errorf("line %d: case %q occurs twice: edit the one before, or give another name", line, c.name)
		}
		seen[c.name] = true
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, errors.New("the file has no cases")
	}
	return cases, nil
}

func readAnswer(text []byte) (c testCase, err error) {
	v, err := parseValue(text)
	if err != nil {
		return c, err
	}
	of, _ := v.(object)
	for name := range of {
		if !slices.Contains([]string{CaseColumn, "request", "expected"}, name) {
			return c, fmt.Errorf("key %q is not one of case, request, expected", name)
		}
	}
	var sent struct{ Request json.RawMessage }
	if err := json.Unmarshal(text, &sent); err != nil {
		return c, err
	}
	c = testCase{name: words(of[CaseColumn]), text: sent.Request}
	c.request, _ = of["request"].(object)
	c.expected, _ = of["expected"].(object)
	switch {
	case c.name == "":
		return c, errors.New("the case has no name")
	case c.request == nil:
		return c, fmt.Errorf("case %s: request must be an object", c.name)
	case len(c.expected) == 0:
		return c, fmt.Errorf("case %s: expected must be an object with members", c.name)
	}
	return c, checkExpectation(c.expected)
}
