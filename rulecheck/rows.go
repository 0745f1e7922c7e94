package main

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/conformance"
	exec "github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// rowWriter writes the outputs of runs as rows of CSV or as JSON objects.
type rowWriter struct {
	program *types.Program
	json    bool
	hasCase bool
}

// header returns the first line of the CSV output.
func (w *rowWriter) header() []byte {
	var names []string
	if w.hasCase {
		names = append(names, conformance.CaseColumn)
	}
	return []byte(strings.Join(append(names, w.program.OutputNames()...), ",") + "\n")
}

// appendRow appends the outputs of a run.
func (w *rowWriter) appendRow(dst []byte, out exec.Outcome, name []byte) []byte {
	if w.json {
		return w.appendObject(dst, out, name)
	}
	if w.hasCase {
		dst = append(appendCell(dst, string(name)), ',')
	}
	for i := range w.program.Outputs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOutput(dst, out.Output(i))
	}
	return append(dst, '\n')
}

func appendOutput(dst []byte, value exec.Value) []byte {
	if value.Given() && value.Decimal() {
		return value.Number().AppendJSON(dst)
	}
	return appendCell(dst, value.String())
}

// appendCell appends a text as a CSV cell, quoted if necessary.
func appendCell(dst []byte, text string) []byte {
	if !strings.ContainsAny(text, "\",\r\n") && !strings.HasPrefix(text, " ") {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

func (w *rowWriter) appendObject(dst []byte, out exec.Outcome, name []byte) []byte {
	dst = append(dst, '{')
	if w.hasCase {
		dst = append(dst, `"`+conformance.CaseColumn+`":`...)
		dst = appendText(dst, string(name))
		dst = append(dst, ',')
	}
	for i, output := range w.program.Outputs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, output.Name), ':')
		value := out.Output(i)
		switch {
		case !value.Given():
			dst = append(dst, "null"...)
		case value.Decimal():
			dst = value.Number().AppendJSON(dst)
		case value.Kind() == types.Boolean:
			dst = strconv.AppendBool(dst, value.Bool())
		default:
			dst = appendText(dst, value.String())
		}
	}
	return append(dst, "}\n"...)
}

// appendText appends a text as a JSON string; invalid UTF-8 is replaced.
func appendText(dst []byte, text string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, text)
	return quoted
}
