package yeardiff

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Point is one side of a comparison: a year, or the law of a year on a day.
type Point struct {
	Year int
	// Day is a day such as 2023-07-01; "" is the end of the year.
	Day string
	// Named reports whether the command named the day.
	Named bool
}

// String returns the named day, or the year.
func (p Point) String() string {
	if p.Named {
		return p.Day
	}
	return strconv.Itoa(p.Year)
}

// MarshalJSON writes a year as a number and a day as a text.
func (p Point) MarshalJSON() ([]byte, error) {
	if p.Named {
		return json.Marshal(p.Day)
	}
	return json.Marshal(p.Year)
}

// onDay returns the files of a year with the law of one day: figures by date become
// plain figures, and files by date one file.
func onDay(files ruletext.Files, year, day string) (ruletext.Files, error) {
	name := path.Join(year, parametersFile)
	data, err := fs.ReadFile(files.FS(), name)
	if err != nil {
		return files, err
	}
	file, _ := syntax.Read(name, data)
	var changes []ruletext.Change
	for _, p := range file.Parameters {
		if len(p.Dated) == 0 {
			continue
		}
		parameter := file.Root.Get("parameters").Get(p.Name)
		i := slices.IndexFunc(parameter.Entries, func(e syntax.Entry) bool { return e.Key.Text == "values" })
		dated := parameter.Entries[i]
		text, err := content(files, itemOn(dated.Value, day))
		if err != nil {
			return files, err
		}
		at := diagnostic.Range{File: name, Start: dated.Key.Range.Start, End: dated.Value.Range.End}
		changes = append(changes, ruletext.Change{At: at, Text: text})
	}
	if madeOf := file.Root.Get("made_of"); madeOf != nil {
		for _, item := range madeOf.Items {
			if by := item.Get("files"); by != nil {
				changes = append(changes, ruletext.Change{At: item.Range, Text: itemOn(by, day).Get("file").Text})
			}
		}
	}
	data, err = files.Edited(name, changes...)
	return files.With(name, data), err
}

// itemOn returns the item of a list by date that applies on a day.
func itemOn(list *syntax.Node, day string) *syntax.Node {
	now := list.Items[0]
	for _, item := range list.Items {
		if from := item.Get("from"); day == "" || from.Text <= day {
			now = item
		}
	}
	return now
}

// content returns the text of an item by date without its day.
func content(files ruletext.Files, item *syntax.Node) (string, error) {
	for _, e := range item.Entries {
		if !slices.Contains([]string{"value", "text", "values", "bands"}, e.Key.Text) {
			continue
		}
		text, err := files.Text(e.Value.Range)
		if e.Value.Kind != syntax.Scalar && !e.Value.Flow { // a block begins on a new line
			text = "\n" + strings.Repeat(" ", e.Value.Range.Start.Column-1) + text
		}
		return e.Key.Text + ": " + text, err
	}
	return "", nil
}
