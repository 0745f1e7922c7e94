package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/wording"
)

// languages holds the texts of a country's files to the languages that the
// country declares.
func (l *loader) languages(dir string, head *declaration.File) {
	n := head.Root.Get("languages")
	if n == nil {
		return
	}
	declared, found := wording.ReadDeclared(n)
	l.Findings.Extend(found)
	for _, name := range slices.Sorted(maps.Keys(l.read)) {
		if f := l.read[name]; f != nil && strings.HasPrefix(name, dir+"/") {
			l.Findings.Extend(declared.Check(f.Root))
		}
	}
}
