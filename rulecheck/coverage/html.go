package coverage

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"slices"
	"strings"

	"github.com/payslate/payslate/rulecheck/page"
)

// Page returns an HTML page of the rule files. It marks lines with unreached items, and
// shows in the margin how many cases reach each line.
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
	out.WriteString(string(page.Head("Coverage of the rules")))
	fmt.Fprintf(&out, "<h1>What the labelled cases reach</h1>\n<p>%d cases. Rows and cells are those of the tables of rates and of programs. The texts of the files are pinned by the cases of the kind wording and are not counted here.</p>\n<table><tr><th></th><th>all</th><th>reached</th><th>excused</th><th>unreached</th></tr>\n", r.Cases)
	for _, t := range r.Totals {
		writeRow(&out, html.EscapeString(string(t.Kind)), t)
	}
	out.WriteString("</table>\n")
	writeItems(&out, "Not reached", r.Unreached)
	writeItems(&out, "Not reached, for a reason", r.Excused)
	out.WriteString("<h2>Files</h2>\n<p>A line is <span class=\"mark reached\">reached by cases</span>, <span class=\"mark excused\">not reached for a reason</span> or <span class=\"mark unreached\">not reached</span>; after its number comes the number of cases that reach its least reached place. Point at a line to see all its places.</p>\n<table><tr><th>file</th><th>all</th><th>reached</th><th>excused</th><th>unreached</th></tr>\n")
	for _, name := range names {
		total := Total{}
		for _, items := range byFile[name] {
			for _, item := range items {
				total.add(item)
			}
		}
		writeRow(&out, fmt.Sprintf("<a class=\"key\" href=\"#%s\">%s</a>", html.EscapeString(name), html.EscapeString(name)), total)
	}
	out.WriteString("</table>\n")
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "<h2 id=\"%s\" class=\"key\">%s</h2>\n<pre>", html.EscapeString(name), html.EscapeString(name))
		for i, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			writeLine(&out, name, i+1, text, byFile[name][i+1])
		}
		out.WriteString("</pre>\n")
	}
	out.WriteString("</html>\n")
	return out.Bytes(), nil
}

// writeRow writes the counts of a kind or file; its name is HTML.
func writeRow(out *bytes.Buffer, name string, t Total) {
	fmt.Fprintf(out, "<tr><td>%s</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", name, t.Items, t.Reached, t.Excused, t.Items-t.Reached-t.Excused)
}

// writeItems lists unreached items with their places and reasons.
func writeItems(out *bytes.Buffer, title string, items []*Item) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(out, "<details><summary>%s: %d</summary>\n<table><tr><th>what</th><th class=\"left\">where</th><th class=\"left\">reason</th></tr>\n", title, len(items))
	for _, item := range items {
		fmt.Fprintf(out, "<tr><td>%s <span class=\"key\">%s</span></td><td class=\"left\"><a class=\"key\" href=\"#%s:%d\">%s</a></td><td class=\"left\">%s</td></tr>\n",
			item.Kind, html.EscapeString(item.ID), html.EscapeString(item.At.File), item.At.Start.Line, html.EscapeString(item.Place), html.EscapeString(item.Reason))
	}
	out.WriteString("</table></details>\n")
}

// writeLine writes a line of a file with its mark. A line with an unreached item is a
// target of links.
func writeLine(out *bytes.Buffer, file string, number int, text string, items []*Item) {
	class, count, least := "", "", 0
	var titles []string
	anchor := ""
	for i, item := range items {
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
		if !item.Reached() {
			anchor = fmt.Sprintf(" id=\"%s:%d\"", html.EscapeString(file), number)
		}
		if least = min(least, item.Cases); i == 0 {
			least = item.Cases
		}
		count = fmt.Sprint(least)
		titles = append(titles, item.ID+": "+state)
	}
	attributes := anchor
	if class != "" {
		attributes += fmt.Sprintf(" class=\"%s\" title=\"%s\"", class, html.EscapeString(strings.Join(titles, "\n")))
	}
	fmt.Fprintf(out, "<span%s><i>%4d %5s</i> %s</span>", attributes, number, count, html.EscapeString(text))
}
