// Package format declares the kinds of files about labelled cases.
package format

import (
	"embed"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed *.yml
var declarations embed.FS

var schemas = hostfile.Schemas{Declarations: declarations, Missing: "missing-value"}

// Of returns the schema of a kind of file: sets or people.
func Of(kind string) *syntax.Schema { return schemas.Of(kind) }
