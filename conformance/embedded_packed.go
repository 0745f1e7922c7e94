//go:build packed

package conformance

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/document"
)

//go:embed embedded.zip
var archive []byte

// embedded are the sets and their cases, from the archive that deploy/pack makes of them.
var embedded = document.Unpacked(archive)
