// Package format declares the kinds of table files, each in a file that ends in .yml because
// it is not a table file itself. Loaders check files against the declarations, and
// "rulecheck schema" generates the schemas for editors from them.
package format

import (
	"embed"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed *.yml
var declarations embed.FS

var schemas = hostfile.Schemas{Declarations: declarations, Missing: "missing-key"}

// Of returns the schema of a kind of file.
func Of(kind string) *syntax.Schema { return schemas.Of(kind) }

// Text returns the declaration of a kind of file.
func Text(kind string) []byte { return schemas.Text(kind) }
