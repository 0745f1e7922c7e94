package main

import (
	"fmt"

	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/server/operations"
)

const versionDetails = `Prints which build this is: its version, the commit of its sources and when that was
made, the compiler and the system it was built for. Also rulecheck --version.
`

// version is "rulecheck version".
func version(c *call, arguments []string) error {
	if len(arguments) > 0 {
		return usage.Errorf("version takes no arguments")
	}
	_, err := fmt.Fprint(c.stdout, operations.ThisBuild())
	return err
}
