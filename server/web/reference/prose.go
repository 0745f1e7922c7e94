package reference

import (
	"html/template"
	"strings"
)

// prose turns text into paragraphs: a blank line starts another one, and text
// between backquotes is code.
func prose(text string) template.HTML {
	var html strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		html.WriteString("<p>")
		for i, part := range strings.Split(paragraph, "`") {
			escaped := template.HTMLEscapeString(part)
			if i%2 == 1 {
				escaped = "<code>" + escaped + "</code>"
			}
			html.WriteString(escaped)
		}
		html.WriteString("</p>\n")
	}
	return template.HTML(html.String())
}
