package main

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"github.com/payslate/payslate/interpreter/document"
)

// edition copies the editions of a travel regime that are named after a year,
// and those beside it.
func (w *copied) edition(files fs.FS, regime string) error {
	names, err := fs.Glob(files, path.Join(regime, w.from+"*.yaml"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return usagef("there is no %s to copy", path.Join(regime, w.from+".yaml"))
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		root, list := document.Parse(name, data)
		if list.HasErrors() {
			return fmt.Errorf("%s has errors, the first: %s; run rulecheck validate and mend it first", name, list.Sorted()[0].Summary)
		}
		target := path.Join(regime, w.to+path.Base(name)[len(w.from):])
		e := newEdit(data)
		e.replaceComments(func(text string) string { return w.advanceLabel(text) })
		if n := root.Get("edition"); n != nil {
			e.replace(n, w.advanceLabel(e.text(n)))
		}
		if n := root.Get("valid"); n != nil {
			e.replace(n, w.advanceDates(e.text(n)))
		}
		item := lookup{Name: "edition", Value: "as in " + w.from, At: target + ":1", Do: "import the new publication in place of this copy (rulecheck help import), or correct its rows"}
		if source := root.Get("source"); source != nil {
			item.Source, item.URL = textOf(source.Get("name")), textOf(source.Get("url"))
		}
		if len(root.Entries) > 0 {
			first := root.Entries[0].Key
			at := e.offset(first.Range.Start)
			e.changes = append(e.changes, change{at, at, mark + "\n"})
			item.At = target + ":" + strconv.Itoa(first.Range.Start.Line)
		}
		w.lookups = append(w.lookups, item)
		w.files = append(w.files, copiedFile{target, e.bytes()})
	}
	return nil
}

// textOf is a text, or the English one of two.
func textOf(n *document.Node) string {
	if n == nil {
		return ""
	}
	if english := n.Get("en"); english != nil {
		return english.Text
	}
	return n.Text
}
