package documents

import (
	"html/template"
	"strings"
)

// markdown turns the headings, lists and paragraphs of a Markdown text into HTML; the
// title, its first heading, is left out.
func markdown(text string) template.HTML {
	var html strings.Builder
	inList := false
	for block := range strings.SplitSeq(text, "\n") {
		item, isItem := strings.CutPrefix(block, "- ")
		if inList && !isItem {
			html.WriteString("</ul>\n")
		} else if isItem && !inList {
			html.WriteString("<ul>\n")
		}
		inList = isItem
		hashes, heading, isHeading := strings.Cut(block, " ")
		switch {
		case isItem:
			html.WriteString("<li>" + inline(item) + "</li>\n")
		case isHeading && (hashes == "##" || hashes == "###"):
			tag := map[string]string{"##": "h2", "###": "h3"}[hashes]
			html.WriteString("<" + tag + ">" + inline(heading) + "</" + tag + ">\n")
		case block != "" && hashes != "#":
			html.WriteString("<p>" + inline(block) + "</p>\n")
		}
	}
	if inList {
		html.WriteString("</ul>\n")
	}
	return template.HTML(html.String())
}

// prose turns text into paragraphs: a blank line starts another one.
func prose(text string) template.HTML {
	var html strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		html.WriteString("<p>" + inline(paragraph) + "</p>\n")
	}
	return template.HTML(html.String())
}

// inline escapes a text; what is between backquotes is code.
func inline(text string) string {
	var html strings.Builder
	for i, part := range strings.Split(text, "`") {
		escaped := template.HTMLEscapeString(part)
		if i%2 == 1 {
			escaped = "<code>" + escaped + "</code>"
		}
		html.WriteString(escaped)
	}
	return html.String()
}
