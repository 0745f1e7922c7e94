package rules

import "embed"

// embedded has the rule files.
//
//go:embed *.yaml */*.yaml */*/*.yaml
var embedded embed.FS
