//go:build !packed

package conformance

import "embed"

// embedded has the sets and their cases. A release has them in an archive:
// embedded_packed.go.
//
//go:embed sets.yaml cases
var embedded embed.FS
