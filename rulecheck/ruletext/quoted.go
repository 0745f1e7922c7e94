package ruletext

import "strings"

// Quoted returns a text as a YAML string in double quotes.
func Quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}
