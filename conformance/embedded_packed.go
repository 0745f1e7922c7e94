//go:build packed

package conformance

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed embedded.zip
var archive []byte

// embedded has the sets and their cases, from the archive that deploy/pack makes.
var embedded = syntax.Unpacked(archive)
