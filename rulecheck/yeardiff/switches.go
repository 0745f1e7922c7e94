package yeardiff

import (
	"path"
	"slices"

	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
)

// stage is the rules after one switch more.
type stage struct {
	// cause is the parameter that was switched, or programsCause.
	cause, label string
	book         *rules.Book
	at           Point
}

// programsCause stands for all that is not a figure of both years.
const programsCause = "programs"

// switches makes the rules between two years: the older year, then with one
// parameter more of the newer year, and at last the newer year itself.
func switches(old, new *side) ([]stage, error) {
	first, err := open(old.files, old.folder)
	if err != nil {
		return nil, err
	}
	stages := []stage{{book: first, at: old.Point}}
	current := map[string]string{} // the newer texts of cells that are switched
	var parameters []string
	for _, c := range old.cells {
		if !slices.Contains(parameters, c.parameter) {
			parameters = append(parameters, c.parameter)
		}
	}
	for _, name := range parameters {
		tried := map[string]string{}
		label := ""
		for _, c := range old.cells {
			i := slices.IndexFunc(new.cells, func(a cell) bool { return a.key == c.key })
			if c.parameter == name && i >= 0 && new.cells[i].text != c.text && !same(new.cells[i].text, c.text) {
				tried[c.key], label = new.cells[i].text, c.label
			}
		}
		if len(tried) == 0 {
			continue
		}
		for key, text := range current {
			tried[key] = text
		}
		changed, err := switched(old.files, path.Join(old.folder, parametersFile), old.cells, tried)
		if err != nil {
			return nil, err
		}
		book, err := open(changed, old.folder)
		if err != nil {
			continue // figures that hold together with others switch with the programs
		}
		current = tried
		stages = append(stages, stage{name, label, book, old.Point})
	}
	last, err := open(new.files, new.folder)
	if err != nil {
		return nil, err
	}
	return append(stages, stage{programsCause, "programs, and parameters that only one year has", last, new.Point}), nil
}

// switched gives cells of a file other texts.
func switched(files ruletext.Files, name string, list []cell, texts map[string]string) (ruletext.Files, error) {
	var changes []ruletext.Change
	for _, c := range list {
		if text, given := texts[c.key]; given {
			changes = append(changes, ruletext.Change{At: c.at, Text: text})
		}
	}
	data, err := files.Edited(name, changes...)
	return files.With(name, data), err
}

// open opens one year alone.
func open(files ruletext.Files, year string) (*rules.Book, error) {
	book, list := rules.Open(files.OneYear(year).FS(), rules.Options{})
	if list.HasErrors() {
		return nil, list.Err()
	}
	return book, nil
}
