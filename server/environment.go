package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// environ looks up a variable: os.Getenv outside tests. A flag overrides its variable.
type environ func(name string) string

// text defines a flag whose value without the flag is its variable, such as PAYSLATE_RATE_LIMIT
// of --rate-limit, or else the preset.
func (env environ) text(flags *pflag.FlagSet, target *string, name, preset, about string) {
	flags.StringVar(target, name, preset, about)
	if value := env(variableOf(name)); value != "" {
		*target = value // not the default that help shows: it may be secret
	}
}

// toggle defines a flag that the variable "true" turns on.
func (env environ) toggle(flags *pflag.FlagSet, target *bool, name, about string) {
	flags.BoolVar(target, name, false, about)
	*target = env(variableOf(name)) == "true"
}

// variableOf is the name of the variable of a flag.
func variableOf(flag string) string {
	return "PAYSLATE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}
