package editor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules/names"
)

// hover returns the description of the name at a place, or nil.
func (b *book) hover(name string, at diagnostic.Position) *hover {
	o, ok := b.names.At(name, at)
	if !ok {
		return nil
	}
	text := b.describe(name, o.Symbol)
	if text == "" {
		return nil
	}
	return &hover{markup{"markdown", text}, b.span(o.At)}
}

// describe returns the description of a symbol in Markdown. It is empty for other words.
func (b *book) describe(name string, s names.Symbol) string {
	m := b.names.Meaning(name, s, wording.English)
	if m == nil {
		return ""
	}
	text := fmt.Sprintf("**%s** · %s", m.Name, m.Kind)
	if m.Unit != "" {
		text += " · " + m.Unit
	}
	if m.About != "" {
		text += "\n\n" + m.About
	}
	if len(m.Years) > 0 {
		text += "\n\n| year | value |\n|---|---|"
	}
	for _, y := range m.Years {
		text += fmt.Sprintf("\n| %s | %s |", cmp.Or(y.Year, "every year"), y.Value)
	}
	for _, k := range m.Keys {
		text += fmt.Sprintf("\n\n%s: `%s`", k.Key, k.Value)
	}
	for _, side := range []struct {
		label string
		list  []string
	}{{"in", m.In}, {"out", m.Out}} {
		if len(side.list) > 0 {
			text += "\n\n" + side.label + ": " + strings.Join(side.list, ", ")
		}
	}
	return text + strings.TrimSuffix("\n\n"+strings.Trim(m.Source+", "+m.Cite, ", "), "\n\n")
}

// lenses returns the number of cases that reach each program, and the value of each figure in
// the year before.
func (b *book) lenses(name string) []codeLens {
	list := []codeLens{}
	f := b.names[name]
	if f == nil {
		return list
	}
	reached := b.cases(name)
	for i, p := range f.Programs {
		end := 0
		if i+1 < len(f.Programs) {
			end = f.Programs[i+1].Range.Start.Line
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
	for _, p := range f.Parameters {
		if before := b.yearBefore(name, p.Name); before != nil {
			list = append(list, b.lens(p.Range, fmt.Sprintf("%d: %s", f.Year-1, names.ValueOf(before))))
		}
	}
	return list
}

func (b *book) lens(at diagnostic.Range, title string) codeLens {
	return codeLens{b.span(at), command{Title: title}}
}

func (b *book) yearBefore(name, parameter string) *declaration.Parameter {
	for file, f := range b.names {
		if names.FolderOf(file) != names.FolderOf(name) || f.Year == 0 || f.Year != b.names[name].Year-1 {
			continue
		}
		for _, p := range f.Parameters {
			if p.Name == parameter {
				return p
			}
		}
	}
	return nil
}

// cases returns the number of labelled cases that reach each line of a file, as counted by
// the last "rulecheck cover".
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
