//go:build packed

package rules

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed embedded.zip
var archive []byte

// embedded has the rule files, from the archive that deploy/pack makes.
var embedded = syntax.Unpacked(archive)
