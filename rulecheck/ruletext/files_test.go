package ruletext

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

func place(line, from, to int) diagnostic.Range {
	return diagnostic.Range{File: "a.yaml", Start: diagnostic.Position{Line: line, Column: from}, End: diagnostic.Position{Line: line, Column: to}}
}

func TestReplaceCountsCharacters(t *testing.T) {
	files := Files{"a.yaml": []byte("ä: 1\nöü: 12 # §\n")}
	if text, err := files.Text(place(2, 5, 7)); text != "12" || err != nil {
		t.Errorf("%q %v", text, err)
	}
	data, err := files.Edited("a.yaml", Change{place(2, 5, 7), "13.5"}, Change{place(1, 4, 4), "2"})
	if string(data) != "ä: 21\nöü: 13.5 # §\n" || err != nil {
		t.Errorf("%q %v", data, err)
	}
	if string(files["a.yaml"]) != "ä: 1\nöü: 12 # §\n" {
		t.Error("the files were changed in place")
	}
	for _, at := range []diagnostic.Range{place(9, 1, 2), place(3, 1, 5), place(1, 3, 2), {File: "b.yaml"}} {
		if _, err := files.Edited(at.File, Change{At: at}); err == nil {
			t.Errorf("%v can be replaced", at)
		}
	}
}

func TestOneYearOpensAlone(t *testing.T) {
	files, err := Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	alone := files.OneYear("uk/2026")
	book, list := rules.Open(alone.FS(), rules.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	country, ok := book.Country("UK")
	if _, other := book.Country("DE"); !ok || other || len(country.Years()) != 1 {
		t.Errorf("the book contains other years too: %v", country.Years())
	}
	names, err := fs.Glob(alone.FS(), "uk/*/parameters.yaml")
	if err != nil || strings.Join(names, " ") != "uk/2026/parameters.yaml" {
		t.Errorf("%v %v", names, err)
	}
	if _, err := fs.ReadFile(alone.FS(), "de/country.yaml"); err == nil {
		t.Error("another country can be read")
	}
}
