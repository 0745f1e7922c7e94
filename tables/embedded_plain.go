//go:build !packed

package tables

import "embed"

// embedded are the table files. A release carries them packed: embedded_packed.go.
//
//go:embed */*.yaml *.yaml gazetteer.txt
var embedded embed.FS
