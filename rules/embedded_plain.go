//go:build !packed

package rules

import "embed"

// embedded has the rule files. A release has them in an archive: embedded_packed.go.
//
//go:embed *.yaml */*.yaml */*/*.yaml
var embedded embed.FS
