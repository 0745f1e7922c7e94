package hostfile

import (
	_ "embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
)

// CommonSchema has the definitions that several kinds of files share, in addition to those
// of RuleSchema.
//
//go:embed common.yaml
var CommonSchema []byte

var common = sync.OnceValue(func() *syntax.Schema { return syntax.NewSchema("common.yaml", CommonSchema, nil, "missing-value") })

const sharedKind = "shared"

// Schemas are the schemas of the kinds of files of a host.
type Schemas struct {
	// Declarations has a file for each kind: service.yml for the kind service. Definitions that
	// several kinds share are in shared.yml, or in CommonSchema.
	Declarations fs.FS
	// Missing is the code of a key that a file lacks.
	Missing string

	made sync.Map // *syntax.Schema by kind
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
func (s *Schemas) Of(kind string) *syntax.Schema {
	made, known := s.made.Load(kind)
	if !known {
		shared := common()
		if _, err := fs.Stat(s.Declarations, sharedKind+".yml"); err == nil && kind != sharedKind {
			shared = s.Of(sharedKind)
		}
		made, _ = s.made.LoadOrStore(kind, syntax.NewSchema(kind+".yml", s.Text(kind), shared, s.Missing))
	}
	return made.(*syntax.Schema)
}
