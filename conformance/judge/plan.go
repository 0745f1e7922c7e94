package judge

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
)

// imported is an imported program of a year with its source.
type imported struct {
	program *syntax.Program
	source  *syntax.Source
	about   string
}

// plans lists the imported programs in the folder of a year.
func (j *yearJudge) plans(folder string) (list []imported) {
	for name, data := range j.noticing.Files {
		if path.Dir(name) != folder {
			continue
		}
		f, _ := syntax.Read(name, data, format.Of("rules"))
		if f == nil {
			continue
		}
		for _, p := range f.Programs {
			if at := slices.IndexFunc(f.Sources, func(s *syntax.Source) bool { return s.ID == p.Source }); p.Imported && at >= 0 {
				list = append(list, imported{p, f.Sources[at], f.Root.Get("programs").Get(p.Name).Get("about").Plain()})
			}
		}
	}
	return list
}

// plan refuses an imported plan that is not the year's: its own text names another one, another
// year has it too, or no labelled set runs it.
func (j *yearJudge) plan() error {
	own := strconv.Itoa(j.number)
	for _, p := range j.plans(j.noticing.Year) {
		at := p.program.Range.String()
		for _, text := range []string{p.source.Name.English, p.about} {
			if text != "" && !strings.Contains(text, own) {
				j.refuse(false, fmt.Sprintf("%s: the imported plan of %s is %q: import that of %s", at, j.name(), text, own))
				break
			}
		}
		for _, number := range j.country.Years {
			if number == j.number {
				continue
			}
			for _, other := range j.plans(j.country.Folder() + "/" + strconv.Itoa(number)) {
				if other.source.Digest == p.source.Digest || samePlan(p.program, other.program) {
					j.refuse(false, fmt.Sprintf("%s: the imported plan of %s is that of %d: import that of %s", at, j.name(), number, own))
				}
			}
		}
		if !j.archived && !j.noticing.Runs(p.program.Name) {
			j.refuse(false, fmt.Sprintf("%s: no labelled set runs the imported plan of %s: add one with its published check table", at, j.name()))
		}
	}
	return nil
}

// samePlan reports whether two programs compute the same with the same figures: copies with
// another name.
func samePlan(a, b *syntax.Program) bool {
	figures := func(p *syntax.Program) (list []string) {
		for _, f := range p.Figures {
			list = append(list, f.Name+" "+f.Value.Text)
		}
		return list
	}
	return len(a.Figures) > 0 && reflect.DeepEqual(figures(a), figures(b))
}
