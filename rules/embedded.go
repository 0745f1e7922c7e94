package rules

import (
	"io/fs"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Embedded is the rule book that the program carries, as files.
func Embedded() fs.FS { return embedded }

// OpenEmbedded opens the rule book that the program carries.
func OpenEmbedded() (*Book, diagnostic.List) { return Open(embedded, Options{}) }
