package main

import (
	"fmt"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/args"
)

// version is "rulecheck version".
func version(c *call, arguments []string) error {
	if len(arguments) > 0 {
		return args.Errorf("version takes no arguments")
	}
	if c.json {
		return c.writeJSON(operations.ThisBuild())
	}
	_, err := fmt.Fprint(c.stdout, operations.ThisBuild())
	return err
}
