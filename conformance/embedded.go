package conformance

import "embed"

// embedded has the sets and their cases.
//
//go:embed sets.yaml cases
var embedded embed.FS
