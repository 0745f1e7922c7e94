// Package format declares the files of rules and tables that are not of the rule language
// alone: a file for each kind, common.yaml for what several share. What reads a file holds
// it to its declaration, and "rulecheck schema" makes the schemas for editors of the same.
package format

import (
	"embed"
	"fmt"
	"sync"

	"github.com/payslate/payslate/interpreter/document"
)

//go:embed *.yaml
var declarations embed.FS

// Common is the name of what several kinds share.
const Common = "common"

// Text is the declaration of a kind of file, such as regime.
func Text(kind string) []byte {
	text, err := declarations.ReadFile(kind + ".yaml")
	if err != nil {
		panic(fmt.Sprintf("no kind of file is %s: %v", kind, err))
	}
	return text
}

var formats sync.Map // by kind

var common = sync.OnceValue(func() *document.Format { return document.NewFormat(Common+".yaml", Text(Common), nil) })

// Of is the format of a kind of file.
func Of(kind string) *document.Format {
	made, known := formats.Load(kind)
	if !known {
		made, _ = formats.LoadOrStore(kind, document.NewFormat(kind+".yaml", Text(kind), common()))
	}
	return made.(*document.Format)
}
