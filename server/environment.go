package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// fromEnvironment sets flags by their variables, such as --rate-limit by PAYSLATE_RATE_LIMIT.
// Flags of the command line, which are parsed later, override them.
func fromEnvironment(flags *pflag.FlagSet, env func(name string) string) (wrong error) {
	flags.VisitAll(func(f *pflag.Flag) {
		variable := "PAYSLATE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := env(variable)
		if value == "" || f.Name == versionFlag {
			return
		}
		err := f.Value.Set(value)
		switch {
		case err == nil:
			return
		case errors.Is(err, errEnded):
			err = fmt.Errorf("%s %w", variable, err)
		case f.Value.Type() == "bool":
			err = fmt.Errorf("%s=%s: write true or false", variable, value)
		default:
			err = fmt.Errorf("%s: %w", variable, err)
		}
		wrong = errors.Join(wrong, err)
	})
	return wrong
}
