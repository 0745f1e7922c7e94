package editor

import (
	"cmp"
	"fmt"
	"strings"

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
