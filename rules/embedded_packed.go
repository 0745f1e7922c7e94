//go:build packed

package rules

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/document"
)

//go:embed embedded.zip
var archive []byte

// embedded are the rule files, from the archive that deploy/pack makes of them.
var embedded = document.Unpacked(archive)
