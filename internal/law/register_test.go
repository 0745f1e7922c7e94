package law

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/hostfile"
)

func TestLawOfYears(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const entry = "years: [2025, 2026]\nlaw:\n  - {act: An act, changed: {on: 2026-01-01, by: it}, verdicts: {2025: implemented%s}, says: all, where: net}\n"
	for verdict, want := range map[string]string{"": "no verdict for 2026", ", 2026: noted": "", ", 2026: note": "law.verdicts.2026 must be"} {
		folder := hostfile.NewFolder(fstest.MapFS{"law.yaml": file(fmt.Sprintf(entry, verdict))}, fstest.MapFS{})
		if Read(&folder, "law.yaml"); !strings.Contains(folder.Findings.Error(), want) || want == "" && len(folder.Findings) > 0 {
			t.Errorf("%q: %v", verdict, folder.Findings)
		}
	}
	files := fstest.MapFS{"xx/law.yaml": file(fmt.Sprintf(entry, "")), "xx/2019/parameters.yaml": file(""), "xx/2026/parameters.yaml": file(""), "xx/2027/parameters.yaml": file("")}
	if years := Unread(files); !slices.Equal(years, []string{"xx/2027"}) {
		t.Errorf("unread: %v", years)
	}
}
