package main

import (
	"flag"

	"github.com/payslate/payslate/rulecheck/usage"
)

const explainOperation = "salary-net/explain"

// explain is "rulecheck explain".
func explain(c *call, arguments []string) error {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	lang := flags.String("lang", "en", "")
	others, err := usage.ParseCount(flags, arguments, 1, "explain needs one file with a request, or - for standard input")
	if err != nil {
		return err
	}
	request, err := c.read(others[0])
	if err != nil {
		return err
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	language, err := languageOf(*lang)
	if err != nil {
		return err
	}
	answer, err := c.ask(book, explainOperation, request, language)
	if answer == nil {
		return err
	}
	tree, err := newReasonTree(c.rules().place, language, answer)
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(tree)
	return err
}
