package main

import (
	"fmt"

	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/server/operations"
)

const versionDetails = `Prints the version of this build, its commit with the date, the compiler, and the system
it was built for. rulecheck --version does the same.
`

// version is "rulecheck version".
func version(c *call, arguments []string) error {
	if len(arguments) > 0 {
		return usage.Errorf("version takes no arguments")
	}
	_, err := fmt.Fprint(c.stdout, operations.ThisBuild())
	return err
}
