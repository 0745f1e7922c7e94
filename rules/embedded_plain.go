//go:build !packed

package rules

import "embed"

// embedded are the rule files. A release carries them packed: embedded_packed.go.
//
//go:embed coverage.json proof.json *.yaml */*.yaml */*/*.yaml
var embedded embed.FS
