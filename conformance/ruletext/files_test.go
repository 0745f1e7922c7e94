package ruletext

import (
	"testing"

	"github.com/payslate/payslate/interpreter/diagnostic"
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
