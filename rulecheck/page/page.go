// Package page provides the style and the plots of the HTML pages that rulecheck writes. The
// style follows the reader's preference for light or dark. A page is a single file that
// loads no other.
package page

import (
	_ "embed"
	"html/template"
)

//go:embed style.css
var style string

// Head returns the start of a page, up to its first heading.
func Head(title string) template.HTML {
	return template.HTML("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
		template.HTMLEscapeString(title) + "</title>\n<style>\n" + style + "</style>\n") // the title is escaped
}
