package mutation

import (
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// confirmedRows is how many rows an excused change is run over.
const confirmedRows = 150_000

// Confirm runs the programs of cases with and without an excused change over mixed
// inputs. It returns how many programs were run, and what tells them apart, if anything does.
func (c *Campaign) Confirm(change *Change) (programs int, differs string, err error) {
	data, err := c.Files.Edited(change.At.File, ruletext.Change{At: change.At, Text: change.New})
	if err != nil {
		return 0, "", err
	}
	changed := c.Files.With(change.At.File, data)
	asked := map[string]bool{}
	for _, set := range c.Sets {
		for _, y := range c.Model.Years {
			if asked[set.Program] || !strings.HasPrefix(set.Program, y.Name+"/") || y.File(change.At.File) == nil || len(set.Taking(change.branches)) == 0 {
				continue
			}
			asked[set.Program] = true
			programs++
			before, after := conformance.Subject{Files: c.Files.OneYear(y.Name).FS()}, conformance.Subject{Files: changed.OneYear(y.Name).FS()}
			if differs, err = set.DiffersMixed(before, after, confirmedRows); differs != "" || err != nil {
				return programs, differs, err
			}
		}
	}
	return programs, "", nil
}
