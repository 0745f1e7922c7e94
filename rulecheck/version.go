package main

import (
	"fmt"

	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/operations"
)

// build is the answer of version as JSON.
type build struct {
	Product  string `json:"product"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// version is "rulecheck version".
func version(c *call, arguments []string) error {
	if len(arguments) > 0 {
		return args.Errorf("version takes no arguments")
	}
	if c.json {
		return c.writeJSON(build(operations.ThisBuild()))
	}
	_, err := fmt.Fprint(c.stdout, operations.ThisBuild())
	return err
}
