//go:build !packed

package conformance

import "embed"

// embedded are the sets and their cases. A release carries them packed: embedded_packed.go.
//
//go:embed sets.yaml cases
var embedded embed.FS
