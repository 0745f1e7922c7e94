package law

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLawOfYears(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const entry = "years: [2025, 2026]\nlaw:\n  - {act: An act, changed: {on: 2026-01-01, by: it}, verdicts: {2025: implemented%s}, says: all, where: net}\n"
	if _, list := Read("xx/law.yaml", []byte(fmt.Sprintf(entry, ""))); !strings.Contains(fmt.Sprint(list.Err()), "no verdict for 2026") {
		t.Errorf("a missing verdict: %v", list.Err())
	}
	if _, list := Read("xx/law.yaml", []byte(fmt.Sprintf(entry, ", 2026: noted"))); list.HasErrors() {
		t.Error(list.Err())
	}
	files := fstest.MapFS{"xx/law.yaml": file(fmt.Sprintf(entry, "")), "xx/2019/parameters.yaml": file(""), "xx/2026/parameters.yaml": file(""), "xx/2027/parameters.yaml": file("")}
	if years := Unread(files); !slices.Equal(years, []string{"xx/2027"}) {
		t.Errorf("unread: %v", years)
	}
}
