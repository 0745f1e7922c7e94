//go:build packed

package tables

import (
	_ "embed"

	"github.com/payslate/payslate/interpreter/syntax"
)

//go:embed embedded.zip
var archive []byte

// embedded are the table files, from the archive that deploy/pack makes of them.
var embedded = syntax.Unpacked(archive)

// embeddedTexts would be the lists among the files as the program's own text.
var embeddedTexts map[string]string
