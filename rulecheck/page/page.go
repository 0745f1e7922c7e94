// Package page is what the pages that rulecheck writes have in common: their style,
// which follows the reader's choice of light and dark, and their plots. A page is one
// file that asks no other.
//
// The route through it: page.go holds the style, plot.go draws.
package page

import (
	_ "embed"
	"html/template"
)

//go:embed style.css
var style string

// Head begins a page, up to its first heading.
func Head(title string) template.HTML {
	return template.HTML("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
		template.HTMLEscapeString(title) + "</title>\n<style>\n" + style + "</style>\n") // the title is escaped
}
