// Package format declares the kinds of rule and table files: a YAML file for each kind,
// and common.yaml for shared definitions. Loaders check files against the declarations,
// and "rulecheck schema" generates the schemas for editors from them.
package format

import (
	"embed"
	"fmt"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed *.yaml
var declarations embed.FS

// Common is the name of the shared definitions.
const Common = "common"

// Text returns the declaration of a kind of file, such as regime.
func Text(kind string) []byte {
	text, err := declarations.ReadFile(kind + ".yaml")
	if err != nil {
		panic(fmt.Sprintf("unknown kind of file %s: %v", kind, err))
	}
	return text
}

var formats sync.Map // by kind

var common = sync.OnceValue(func() *syntax.Schema { return syntax.NewSchema(Common+".yaml", Text(Common), nil) })

// Of returns the format of a kind of file.
func Of(kind string) *syntax.Schema {
	made, known := formats.Load(kind)
	if !known {
		made, _ = formats.LoadOrStore(kind, syntax.NewSchema(kind+".yaml", Text(kind), common()))
	}
	return made.(*syntax.Schema)
}
