package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/operations"
)

// versionCommand is "rulecheck version".
func versionCommand(c *call) *cobra.Command {
	return command("version", "print version, commit, date and compiler", counted(0, "version takes no arguments"), func(*cobra.Command, []string) error { return c.showVersion() })
}

func (c *call) showVersion() error {
	if c.json {
		return c.writeJSON(operations.ThisBuild())
	}
	_, err := fmt.Fprint(c.stdout, operations.ThisBuild())
	return err
}
