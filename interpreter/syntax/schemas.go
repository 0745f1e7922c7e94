package syntax

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"
)

// CommonSchema has the definitions that several kinds of files share, in addition to those
// of RuleSchema.
//
//go:embed common.yaml
var CommonSchema []byte

var common = sync.OnceValue(func() *Schema { return NewSchema("common.yaml", CommonSchema, nil) })

// Schemas are the schemas of the kinds of files of a host.
type Schemas struct {
	// Declarations has a file for each kind: service.yml for the kind service.
	Declarations fs.FS

	made sync.Map // *Schema by kind
}

// Text returns the declaration of a kind. It panics if there is none.
func (s *Schemas) Text(kind string) []byte {
	text, err := fs.ReadFile(s.Declarations, kind+".yml")
	if err != nil {
		panic(fmt.Sprintf("unknown kind of file %s: %v", kind, err))
	}
	return text
}

// Of returns the schema of a kind.
func (s *Schemas) Of(kind string) *Schema {
	made, known := s.made.Load(kind)
	if !known {
		made, _ = s.made.LoadOrStore(kind, NewSchema(kind+".yml", s.Text(kind), common()))
	}
	return made.(*Schema)
}
