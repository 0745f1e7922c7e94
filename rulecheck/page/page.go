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

// Style is what stands in the style element of a page.
func Style() template.CSS { return template.CSS(style) }
