package main

import (
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/payslate/payslate/rulecheck/usage"
)

//go:embed codes/*.md
var codePages embed.FS

// codePage is the page of one diagnostic code.
type codePage struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// explainCode is "rulecheck explain-code".
func explainCode(c *call, arguments []string) error {
	others, err := usage.Parse(flag.NewFlagSet("explain-code", flag.ContinueOnError), arguments)
	if err != nil {
		return err
	}
	switch len(others) {
	case 0:
		return c.listCodes()
	case 1:
	default:
		return usage.Errorf("explain-code takes at most one code, not %d", len(others))
	}
	code := strings.Trim(others[0], "[]")
	page, known := readCodePage(code)
	if !known {
		return usage.Unknown("code", code, codeNames(), "; explain-code without a code lists all")
	}
	if c.json {
		return c.writeJSON(page)
	}
	_, err = fmt.Fprint(c.stdout, page.Text)
	return err
}

func readCodePage(code string) (codePage, bool) {
	text, err := codePages.ReadFile("codes/" + code + ".md")
	return codePage{code, string(text)}, err == nil
}

// codeNames returns all codes in alphabetical order.
func codeNames() []string {
	var names []string
	found, _ := fs.Glob(codePages, "codes/*.md")
	for _, name := range found {
		names = append(names, strings.TrimSuffix(path.Base(name), ".md"))
	}
	return names
}

func (c *call) listCodes() error {
	var pages []codePage
	for _, code := range codeNames() {
		page, _ := readCodePage(code)
		pages = append(pages, page)
	}
	if c.json {
		return c.writeJSON(pages)
	}
	for _, page := range pages {
		fmt.Fprintf(c.stdout, "%-24s %s\n", page.Code, page.summary())
	}
	return nil
}

// summary returns the first line after the title.
func (p codePage) summary() string {
	for _, line := range strings.Split(p.Text, "\n")[1:] {
		if line != "" {
			return line
		}
	}
	return ""
}
