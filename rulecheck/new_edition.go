package main

import (
	"cmp"
	"io/fs"
	"path"
	"strconv"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// editionParts are the parts of a table edition that are marked, with what to do about each.
var editionParts = []struct{ key, do string }{
	{"source", "the current publication: data_as_of, name and url"},
	{"rates", "import the new publication instead of this copy (rulecheck help import), or correct the rows"},
	{"tiers", "the amounts for each total"},
	{"areas", "the places in each area"},
}

// edition copies the tables of a travel regime whose names begin with a year or month.
func (w *copied) edition(files fs.FS, regime string) error {
	names, err := fs.Glob(files, path.Join(regime, w.from+"*.yaml"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return wrongf("%s does not exist and cannot be copied", path.Join(regime, w.from+".yaml"))
	}
	for _, name := range names {
		target := path.Join(regime, w.to+path.Base(name)[len(w.from):])
		made, err := w.copyFile(files, name, target, func(e *edit, file *syntax.File) {
			root := file.Root
			e.changeComments(w.advanceLabel)
			e.change(root.Get("edition"), w.advanceLabel)
			e.change(root.Get("valid"), w.advanceDates)
			e.change(root.Get("rates").Get("rows"), w.advanceDates) // seasons
			if w.kind == ofMonths {                                 // each month has a publication
				e.change(root.Get("data_as_of"), w.advanceDates)
				e.change(root.Get("source").Get("name"), w.advanceDates)
			}
			for _, part := range editionParts {
				e.mark(root, part.key, mark)
			}
		})
		if err != nil {
			return err
		}
		if err := w.lookUpEdition(files, regime, made); err != nil {
			return err
		}
	}
	return nil
}

// lookUpEdition lists what to compare in a new edition, and the other files of the regime
// that must match it.
func (w *copied) lookUpEdition(files fs.FS, regime string, made *syntax.File) error {
	root := made.Root
	source, valid := root.Get("source"), root.Get("valid")
	publication := lookup{Value: "as in " + w.from, Source: textOf(source.Get("name")), URL: source.Get("url").Plain()}
	for _, part := range editionParts {
		if entry, there := root.Entry(part.key); there {
			item := publication
			item.Name, item.Do, item.At = part.key, part.do, place(made.Name, entry.Key.Range)
			w.lookups = append(w.lookups, item)
		}
	}
	from, to := valid.Get("from").Plain(), valid.Get("to").Plain()
	neighbours, err := fs.Glob(files, path.Join(regime, "*.yaml"))
	if err != nil {
		return err
	}
	for _, name := range neighbours {
		neighbour, _, err := w.sound(files, name)
		if err != nil {
			return err
		}
		other := neighbour.Root
		item := lookup{Source: "Other files of the regime"}
		valid, isTable := other.Entry("valid")
		last := valid.Value.Get("to").Plain()
		switch {
		case other.Get("postal_codes") != nil:
			item.Name, item.At, item.Do = path.Base(name), name+":1", "the postal codes of the new edition: import them again (rulecheck help import)"
		case !isTable:
			continue
		case other.Get("part") != nil && last != "" && (to == "" || last < to):
			item.Name, item.At, item.Do = "the end of "+path.Base(name), place(name, valid.Key.Range), "its rows belong to every edition: if they still apply, extend their validity ("+ending(to)+"); otherwise add a table with the new rows"
		case other.Get("part") == nil && last == "" && w.kind == ofYears:
			item.Name, item.At, item.Do = "the end of "+path.Base(name), place(name, valid.Key.Range), "it applies until the new edition begins: add to: "+dayBefore(from)
		default:
			continue
		}
		w.lookups = append(w.lookups, item)
	}
	return nil
}

func place(file string, at diagnostic.Range) string { return file + ":" + strconv.Itoa(at.Start.Line) }

// ending returns the text for the end of a validity, which may be open.
func ending(day string) string {
	if day == "" {
		return "without to"
	}
	return "to: " + day
}

func dayBefore(day string) string {
	parsed, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return parsed.AddDate(0, 0, -1).Format(time.DateOnly)
}

// textOf returns a text, or the English one of several. It is empty for nil.
func textOf(n *syntax.Node) string { return cmp.Or(n.Get("en").Plain(), n.Plain()) }
