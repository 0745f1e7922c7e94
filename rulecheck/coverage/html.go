package coverage

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"slices"
	"strings"
)

// Page shows the rule files with what each place is reached by: a line with an
// unreached item is marked, and the margin tells the sides and their cases.
func Page(m *Model, r *Report, files fs.FS) ([]byte, error) {
	byFile := map[string]map[int][]*Item{}
	var names []string
	for _, item := range m.Items {
		if byFile[item.At.File] == nil {
			byFile[item.At.File] = map[int][]*Item{}
			names = append(names, item.At.File)
		}
		line := item.At.Start.Line
		byFile[item.At.File][line] = append(byFile[item.At.File][line], item)
	}
	slices.Sort(names)
	var out bytes.Buffer
	out.WriteString(pageHead)
	out.WriteString("<h1>What the labelled cases reach</h1>\n<table><tr><th></th><th>all</th><th>reached</th><th>excused</th></tr>\n")
	for _, t := range r.Totals {
		fmt.Fprintf(&out, "<tr><td>%s</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", t.Kind, t.Items, t.Reached, t.Excused)
	}
	fmt.Fprintf(&out, "</table>\n<p>%d cases.</p>\n<ul>\n", r.Cases)
	for _, name := range names {
		fmt.Fprintf(&out, "<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString(name), html.EscapeString(name))
	}
	out.WriteString("</ul>\n")
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "<h2 id=\"%s\">%s</h2>\n<pre>", html.EscapeString(name), html.EscapeString(name))
		for i, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			writeLine(&out, i+1, text, byFile[name][i+1])
		}
		out.WriteString("</pre>\n")
	}
	out.WriteString("</html>\n")
	return out.Bytes(), nil
}

// writeLine writes one line of a file with its mark.
func writeLine(out *bytes.Buffer, number int, text string, items []*Item) {
	class := ""
	var titles []string
	for _, item := range items {
		state := fmt.Sprintf("%d cases", item.Cases)
		switch {
		case !item.Reached() && item.Reason == "":
			class, state = "unreached", "no case"
		case !item.Reached():
			state = "no case: " + item.Reason
			if class != "unreached" {
				class = "excused"
			}
		case class == "":
			class = "reached"
		}
		titles = append(titles, item.ID+": "+state)
	}
	fmt.Fprintf(out, "<span class=\"%s\" title=\"%s\"><i>%4d</i> %s</span>\n",
		class, html.EscapeString(strings.Join(titles, "\n")), number, html.EscapeString(text))
}

const pageHead = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Coverage of the rules</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ddd; }
td:first-child { text-align: left; }
pre { font: 13px/1.45 ui-monospace, monospace; } pre span { display: block; } pre i { color: #999; font-style: normal; }
.reached { background: #e9f7ec; } .unreached { background: #fbd9d7; } .excused { background: #fdf3cf; }
</style>
`
