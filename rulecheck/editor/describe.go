package editor

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/types"
)

// hover says what the name at a place means; nil where there is none.
func (b *book) hover(name string, at diagnostic.Position) *hover {
	f := b.names[name]
	if f == nil {
		return nil
	}
	o, ok := f.at(at)
	if !ok {
		return nil
	}
	text := b.describe(name, o.symbol)
	if text == "" {
		return nil
	}
	return &hover{markup{"markdown", text}, b.span(o.at)}
}

// describe says what a symbol is, in Markdown; empty for a word that is not one.
func (b *book) describe(name string, s symbol) string {
	declared := b.declarations(name, s)
	switch {
	case s.kind == functionName && len(declared) == 0:
		for _, f := range types.Builtins {
			if f.Name == s.name {
				return fmt.Sprintf("**%s**\n\n%s", f.Usage, f.About)
			}
		}
		return ""
	case len(declared) == 0:
		return ""
	case s.kind == parameterName:
		return b.describeParameter(s)
	case s.kind == programName:
		return b.describeProgram(declared[0].at.File, s.name)
	}
	text := fmt.Sprintf("**%s** · %s", s.name, s.kind)
	return text + describeNode(s.name, declared[0].node)
}

// describeNode shows how a name is declared, and what is written about it.
func describeNode(name string, n *document.Node) string {
	var text string
	switch {
	case n == nil:
		return ""
	case n.Kind == document.Scalar:
		text = fmt.Sprintf("\n\n`%s: %s`", name, n.Text)
	default:
		for _, key := range []string{"type", "unit", "value", "name", "date", "call", "for", "url"} {
			if v := n.Get(key); v != nil && v.Kind == document.Scalar {
				text += fmt.Sprintf("\n\n%s: `%s`", key, v.Text)
			}
		}
	}
	for _, key := range []string{"label", "about"} {
		v := n.Get(key)
		if english := v.Get("en"); english != nil {
			v = english
		}
		if v != nil && v.Kind == document.Scalar {
			text += "\n\n" + v.Text
		}
	}
	if cite := n.Get("cite"); cite != nil {
		text += "\n\n" + cite.Text
	}
	return text
}

// describeParameter shows a figure in each year.
func (b *book) describeParameter(s symbol) string {
	var last *declaration.Parameter
	var values strings.Builder
	for _, file := range slices.Sorted(maps.Keys(b.names)) {
		if folderOf(file) != s.scope {
			continue
		}
		for _, p := range b.names[file].parameters {
			if p.Name == s.name {
				last = p
				fmt.Fprintf(&values, "\n| %s | %s |", yearLabel(file), valueOf(p))
			}
		}
	}
	text := fmt.Sprintf("**%s**", s.name)
	if last == nil {
		return text
	}
	if last.Label != nil {
		text += " · " + last.Label.English.Plain()
	}
	if unit := last.Unit; unit != "" {
		text += " · " + unit
	}
	return text + fmt.Sprintf("\n\n| year | value |\n|---|---|%s\n\n%s, %s", values.String(), last.Source, last.Cite)
}

func yearLabel(file string) string {
	if year := yearOf(file); year != "" {
		return year
	}
	return "every year"
}

// mostCells is how many figures of a parameter are shown.
const mostCells = 12

func valueOf(p *declaration.Parameter) string {
	var list []string
	cells := p.Cells()
	for i, cell := range cells {
		if i == mostCells {
			list = append(list, "…")
			break
		}
		text := cell.Node.Text
		if len(cells) > 1 {
			text = strings.TrimPrefix(cell.Name(p.Name), p.Name) + " " + text
		}
		list = append(list, strings.TrimPrefix(text, "."))
	}
	return strings.Join(list, ", ")
}

func (b *book) describeProgram(file, name string) string {
	for _, p := range b.names[file].programs {
		if p.Name != name {
			continue
		}
		text := fmt.Sprintf("**%s** · program", name)
		if p.About != nil {
			text += "\n\n" + p.About.English.Plain()
		}
		for _, side := range []struct {
			word string
			list []*declaration.Variable
		}{{"in", p.Inputs}, {"out", p.Outputs}} {
			var names []string
			for _, v := range side.list {
				names = append(names, v.Name)
			}
			if len(names) > 0 {
				text += "\n\n" + side.word + ": " + strings.Join(names, ", ")
			}
		}
		return text + "\n\n" + p.Cite
	}
	return ""
}

// lenses shows over each program how many cases reach it, and over each figure what
// it was a year before.
func (b *book) lenses(name string) []codeLens {
	list := []codeLens{}
	f := b.names[name]
	if f == nil {
		return list
	}
	reached := b.cases(name)
	for i, p := range f.programs {
		end := 0
		if i+1 < len(f.programs) {
			end = f.programs[i+1].Range.Start.Line
		}
		most := 0
		for line, cases := range reached {
			if line >= p.Range.Start.Line && (end == 0 || line < end) {
				most = max(most, cases)
			}
		}
		if len(reached) > 0 {
			list = append(list, b.lens(p.Range, fmt.Sprintf("%d labelled cases", most)))
		}
	}
	for _, p := range f.parameters {
		if before := b.yearBefore(name, p.Name); before != nil {
			list = append(list, b.lens(p.Range, fmt.Sprintf("%d: %s", f.year-1, valueOf(before))))
		}
	}
	return list
}

func (b *book) lens(at diagnostic.Range, title string) codeLens {
	return codeLens{b.span(at), command{Title: title}}
}

func (b *book) yearBefore(name, parameter string) *declaration.Parameter {
	for file, f := range b.names {
		if folderOf(file) != folderOf(name) || f.year == 0 || f.year != b.names[name].year-1 {
			continue
		}
		for _, p := range f.parameters {
			if p.Name == parameter {
				return p
			}
		}
	}
	return nil
}

// cases counts for lines of a file the labelled cases that reach them, as the last
// run of "rulecheck cover" has written it; empty where there was none.
func (b *book) cases(name string) map[int]int {
	var counted struct {
		Items []struct {
			Place string `json:"place"`
			Cases int    `json:"cases"`
		} `json:"items"`
	}
	if json.Unmarshal(b.files["coverage.json"], &counted) != nil {
		return nil
	}
	lines := map[int]int{}
	for _, item := range counted.Items {
		rest, ok := strings.CutPrefix(item.Place, name+":")
		number, _, _ := strings.Cut(rest, ":")
		if line, err := strconv.Atoi(number); ok && err == nil {
			lines[line] = max(lines[line], item.Cases)
		}
	}
	return lines
}
