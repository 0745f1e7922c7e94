package conformance

import "embed"

// embedded has the sets and their cases, and the people.
//
//go:embed sets.yaml people.yaml cases
var embedded embed.FS
