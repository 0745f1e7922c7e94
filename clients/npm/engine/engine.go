// Package engine answers the operations of the service without a server: in a
// browser, a worker or a Node program, as WebAssembly (engine/wasm). Answers and errors are
// those of the service, byte for byte.
//
// It opens only what a request asks for: the country and year of a payslip, the
// travel tables for a trip. Whatever such a part of the rules refuses, all of the rules
// answer instead, since a message may name other years and countries.
package engine

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Engine answers operations from the embedded rules and tables. It must not be used by
// several goroutines at once.
type Engine struct {
	files   fs.FS
	parts   parts
	version string // of all rules; empty until they are open
	opened  map[part]*operations.Catalogue
	travel  *tables.Book
}

// New returns an engine that has opened nothing. rulesVersion is the version of the
// embedded rules; if it is empty, the first answer opens all rules to find it.
func New(rulesVersion string) *Engine {
	files := rules.Embedded()
	return &Engine{files: files, parts: newParts(files), version: rulesVersion, opened: map[part]*operations.Catalogue{}}
}

// statusOK is the status of an answer; net/http would make the engine a fifth larger.
const statusOK = 200

// Request is a request to the service.
type Request struct {
	// Path is the path of the operation, such as /v1/salary-net/net.
	Path string
	// Query is the query string, Body the JSON text of a POST.
	Query string
	Body  []byte
	// Language is what a client would send as Accept-Language.
	Language string
}

// Answer returns the HTTP status and the body with which the service would answer.
func (e *Engine) Answer(r *Request) (status int, answer []byte) {
	reader := operations.Language(r.Language)
	answer, err := e.try(e.parts.of(r), r, reader)
	if err != nil {
		answer, status = operations.AppendError(nil, err, reader)
		return status, answer
	}
	return statusOK, answer
}

// try answers from a part of the rules and, where that has no answer, from all of them.
func (e *Engine) try(from part, r *Request, reader rules.Language) (answer []byte, err error) {
	answer, err = e.from(from, r, reader)
	if err != nil && from != from.everything() {
		return e.from(from.everything(), r, reader)
	}
	return answer, err
}

// from answers from a part of the rules. A panic is an error of this call alone.
func (e *Engine) from(p part, r *Request, reader rules.Language) (answer []byte, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	if file, ok := strings.CutPrefix(r.Path, ruleFilePaths); ok {
		return e.names(file, reader)
	}
	catalogue, err := e.open(p)
	if err != nil {
		return nil, err
	}
	all := catalogue.Operations()
	at := slices.IndexFunc(all, func(o *operations.Operation) bool { return o.Path == r.Path })
	if at < 0 {
		return nil, operations.Fail("not_found")
	}
	operation := all[at]
	if operation.Method == "GET" {
		return operation.AnswerQuery(nil, r.Query, reader)
	}
	if operation, err = operation.Select(r.Query); err != nil {
		return nil, err
	}
	return operation.AnswerJSON(nil, r.Body, reader)
}

// open returns the operations of a part of the rules, and opens it at its first use.
func (e *Engine) open(p part) (*operations.Catalogue, error) {
	if known := e.opened[p]; known != nil {
		return known, nil
	}
	version, err := e.rulesVersion()
	if err != nil {
		return nil, err
	}
	book, list := rules.Open(p.filesOf(e.files), rules.Options{WithoutArchive: true, AllSteps: p.folder != ""})
	if list.HasErrors() {
		return nil, list
	}
	var options []operations.Option
	if p.travel {
		if e.travel == nil {
			if e.travel, list, _ = tables.Open(tables.Embedded(), tables.Options{}); list.HasErrors() {
				return nil, list
			}
		}
		options = append(options, operations.WithTables(e.travel))
	}
	catalogue, err := operations.New(versioned{book, version}, options...)
	if err == nil {
		e.opened[p] = catalogue
	}
	return catalogue, err
}

// versioned is a part of the rules with the version of all of them.
type versioned struct {
	*rules.Book
	version string
}

func (v versioned) Version() string { return v.version }

func (e *Engine) rulesVersion() (string, error) {
	if e.version == "" {
		book, list := rules.Open(e.files, rules.Options{WithoutArchive: true})
		if book == nil {
			return "", list
		}
		e.version = book.Version()
	}
	return e.version, nil
}
