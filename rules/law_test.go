package rules

import (
	"testing"
	"testing/fstest"
)

func TestYearWithoutVerdictIsNotServed(t *testing.T) {
	files := madeUp(t)
	files["xx/law.yaml"] = &fstest.MapFile{Data: []byte("years: [2026]\nlaw:\n  - {act: An act, changed: {on: 2026-01-01, by: it}, verdicts: {2026: implemented}, says: all, where: net}\n")}
	openFiles(t, files)
	edit(t, files, "xx/law.yaml", "2026: implemented", "2025: implemented")
	expectFinding(t, files, "xx/law.yaml:3", "An act has no verdict for 2026")
}
