package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/judge"
	"github.com/payslate/payslate/conformance/ruletext"
)

// question is a question whose answer depends on things that no labelled case notices.
type question struct {
	judge.Unnoticed // the first of things
	things          []judge.Unnoticed
}

// questionsOf groups what is unnoticed by the request that would notice it, in order; without a
// request each thing is a group.
func questionsOf(unnoticed []judge.Unnoticed) (list []*question) {
	for _, missed := range unnoticed {
		at := slices.IndexFunc(list, func(q *question) bool {
			return missed.Request != "" && q.Request == missed.Request && q.Answer == missed.Answer
		})
		if at < 0 {
			at, list = len(list), append(list, &question{Unnoticed: missed})
		}
		list[at].things = append(list[at].things, missed)
	}
	return list
}

var notInName = regexp.MustCompile(`[^a-z0-9_.]+`)

// addFrames adds a case to fill in for each question to the folder of --cases, and returns the names
// of their sets.
func (c *call) addFrames(questions []*question, origin string) (sets []string, err error) {
	files := ruletext.Files{}
	for _, q := range questions {
		if q.Request == "" {
			continue
		}
		name := strings.ToLower(strings.ReplaceAll(q.Year, "/", "-")) + "-" + string(q.Answer)
		set := conformance.Set{Name: name, Kind: conformance.HandChecked, Origin: origin, Answer: q.Answer}
		one := addedCase{
			set: set, name: notInName.ReplaceAllString(strings.ToLower(q.What), "-"), numbered: true,
			request: json.RawMessage(q.Request), expected: json.RawMessage(q.Expected),
		}
		if err := one.join(c.casesDir, files); err != nil {
			return nil, err
		}
		if !slices.Contains(sets, name) {
			sets = append(sets, name)
		}
	}
	for name, data := range files {
		if err := writeFile(filepath.Join(c.casesDir, filepath.FromSlash(name)), data); err != nil {
			return nil, err
		}
	}
	return sets, nil
}
