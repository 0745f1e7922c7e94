package reference

import (
	"bytes"
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// content is what the pages show.
type content struct {
	Heading, Title, Summary          string
	Version, RulesVersion, PublicURL string
	Notes                            []note
	Services                         []service
	Failures                         []failure
	InvalidTypes                     []string
	Headers                          []headerTable
	Changelog                        string
	Countries                        []country
}

// Style is the style of the pages, which is part of the program.
func (*content) Style() template.CSS { return template.CSS(style) }

// Script is the script of the reference, which is part of the program.
func (*content) Script() template.JS { return template.JS(script) }

type note struct{ ID, Title, Text string }

type service struct {
	ID, Title, About string
	Operations       []operation
}

type operation struct {
	ID, Title, About, Method, Path, Tool string
	Query                                bool
	Input, Output                        []table
	Examples                             []example
	Failures                             []string
}

type example struct{ Title, Request, Answer string }

type failure struct {
	Status      int
	Code, About string
}

type headerTable struct {
	Name string
	Rows []struct{ Name, About string }
}

type country struct{ Name, Years, Conformance string }

// gather gathers what the pages show.
func gather(catalogue *operations.Catalogue, publicURL string, w *syntax.Words) (*content, error) {
	reference := catalogue.Reference
	c := &content{
		Title: reference.Title.In(w.Language), Summary: reference.Summary.In(w.Language),
		Version: catalogue.Version, RulesVersion: catalogue.RulesVersion, PublicURL: publicURL,
		InvalidTypes: operations.FailureTypes(), Changelog: payslate.Changelog,
	}
	for _, section := range reference.Notes {
		c.Notes = append(c.Notes, note{section.ID, section.Title.In(w.Language), catalogue.NoteText(section, w.Language)})
	}
	tables := tabler{words: w, shown: map[string]bool{}}
	for _, group := range catalogue.Services {
		shown := service{ID: group.Name, Title: group.Title.In(w.Language), About: group.About.In(w.Language)}
		for _, each := range group.Operations {
			described, err := tables.operation(reference, each, publicURL)
			if err != nil {
				return nil, err
			}
			shown.Operations = append(shown.Operations, described)
		}
		c.Services = append(c.Services, shown)
	}
	c.failures(reference, w)
	c.headers(reference, w)
	for _, each := range catalogue.Available() {
		c.Countries = append(c.Countries, country{each.Name().In(w.Language), yearList(each.Years()), each.Conformance().In(w.Language)})
	}
	return c, nil
}

func (t *tabler) operation(reference *operations.Reference, each *operations.Operation, publicURL string) (operation, error) {
	language := t.words.Language
	described := operation{
		ID: each.Tool, Title: each.Title.In(language), About: each.About.In(language),
		Method: each.Method, Path: each.Path, Tool: each.Tool, Query: each.Method == "GET",
		Input: append(t.tables(each.Input, false), t.tables(each.Query, false)...), Output: t.tables(each.Output, true),
	}
	if each.RESTOnly {
		described.Tool = ""
	}
	for _, shown := range each.Examples(language) {
		answer, err := indented(shown.Answer)
		if err != nil {
			return described, err
		}
		request, err := command(each, publicURL, shown.Request, language)
		if err != nil {
			return described, err
		}
		described.Examples = append(described.Examples, example{shown.Title.In(language), request, answer})
	}
	statuses := []int{operations.InvalidStatus}
	for _, kind := range reference.FailuresOf(each) {
		statuses = append(statuses, kind.Status)
	}
	slices.Sort(statuses)
	for _, status := range slices.Compact(statuses) {
		described.Failures = append(described.Failures, strconv.Itoa(status))
	}
	return described, nil
}

func (c *content) failures(reference *operations.Reference, w *syntax.Words) {
	for _, kind := range reference.Failures {
		c.Failures = append(c.Failures, failure{kind.Status, kind.Code, kind.About.In(w.Language)})
	}
	c.Failures = append(c.Failures, failure{operations.InvalidStatus, "", reference.Invalid.About.In(w.Language)})
	slices.SortStableFunc(c.Failures, func(a, b failure) int { return a.Status - b.Status })
}

func (c *content) headers(reference *operations.Reference, w *syntax.Words) {
	for _, group := range []struct {
		name    string
		headers []operations.Header
	}{{"request_headers", reference.RequestHeaders}, {"response_headers", reference.ResponseHeaders}} {
		shown := headerTable{Name: w.Word(group.name)}
		for _, header := range group.headers {
			shown.Rows = append(shown.Rows, struct{ Name, About string }{header.Name, header.About.In(w.Language)})
		}
		c.Headers = append(c.Headers, shown)
	}
}

// command is a request as a curl command.
func command(each *operations.Operation, publicURL, request string, language rules.Language) (string, error) {
	address := publicURL + each.Path
	if each.Method == "GET" {
		if request != "" {
			address += "?" + request
		}
		return "curl '" + address + "' \\\n  -H 'X-API-Key: YOUR_KEY'" + languageHeader(language), nil
	}
	body, err := indented([]byte(request))
	if err != nil {
		return "", err
	}
	return "curl '" + address + "' \\\n  -H 'X-API-Key: YOUR_KEY' \\\n  -H 'Content-Type: application/json'" + languageHeader(language) +
		" \\\n  -d '" + strings.ReplaceAll(body, "'", `'\''`) + "'", nil
}

func languageHeader(language rules.Language) string {
	if language == rules.English {
		return ""
	}
	return " \\\n  -H 'Accept-Language: " + language.Tag() + "'"
}

func indented(text []byte) (string, error) {
	var dst bytes.Buffer
	err := json.Indent(&dst, text, "", "  ")
	return dst.String(), err
}

func yearList(years []int) string {
	words := make([]string, len(years))
	for i, year := range years {
		words[i] = strconv.Itoa(year)
	}
	return strings.Join(words, ", ")
}
