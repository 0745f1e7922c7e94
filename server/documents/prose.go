package documents

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
)

// markdown turns a Markdown text into HTML without its title, the first heading.
func markdown(text string) template.HTML {
	_, text, _ = strings.Cut(text, "\n")
	return prose(text)
}

// prose turns Markdown into HTML. HTML in it is left out.
func prose(text string) template.HTML {
	var html bytes.Buffer
	must(goldmark.Convert([]byte(text), &html))
	return template.HTML(html.String())
}
