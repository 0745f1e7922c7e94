// Package law reads the registers of the law that rules implement.
package law

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// File is the name of a register.
const File = "law.yaml"

// Format declares the keys of a register.
//
//go:embed format.yaml
var Format []byte

// Register records what was done about each act in each reviewed year.
type Register struct {
	Years []int `yaml:"years"`
	// Law has an entry for each act, regulation and circular.
	Law []struct {
		// Of is the travel regime; the register of the tables has several.
		Of, Act string
		Changed struct{ On, By string }
		// Verdicts has one of the verdicts for each year.
		Verdicts map[int]string
		// Says describes what is implemented, refused or noted, Where names the files.
		Says, Where string
	} `yaml:"law"`
}

var verdicts = []string{"implemented", "noted", "refused", "left_out", "not_in_force"}

// Check reports what is missing in the register of a folder, if it has one.
func Check(folder *syntax.Folder, name string) {
	if _, err := fs.Stat(folder.Files, name); errors.Is(err, fs.ErrNotExist) {
		return
	}
	if text, ok := folder.Read(name); ok {
		_, list := Read(name, text)
		folder.Findings.Extend(list)
	}
}

// Read reads a register and reports what is missing: every act needs a verdict for every
// listed year.
func Read(name string, data []byte) (*Register, diagnostic.List) {
	root, list := syntax.Parse(name, data)
	register := &Register{}
	if err := syntax.Decode(data, register); root == nil || err != nil {
		list.Fail(diagnostic.Range{File: name}, "wrong-shape", fmt.Sprintf("the register cannot be read: %v", err), "Write years, and law: a list of act, changed, verdicts, says and where.")
		return register, list
	}
	for i, entry := range register.Law {
		at := root.Get("law").Items[i].Range
		if entry.Act == "" || entry.Changed.On == "" || entry.Changed.By == "" || entry.Says == "" || entry.Where == "" {
			list.Fail(at, "unjudged-law", "an entry lacks act, changed with on and by, says, or where", "")
		}
		for _, year := range register.Years {
			if verdict := entry.Verdicts[year]; !slices.Contains(verdicts, verdict) {
				list.Fail(at, "unjudged-law", fmt.Sprintf("%s has no verdict for %d", entry.Act, year), fmt.Sprintf("Write one of %q under verdicts.", verdicts))
			}
		}
	}
	return register, list
}

// Unread lists the years that have figures but are not in the register, such as uk/2027.
// Years before the first one of the register are an archive.
func Unread(files fs.FS) (years []string) {
	registers, _ := fs.Glob(files, path.Join("*", File))
	for _, name := range registers {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		register, _ := Read(name, data)
		folders, _ := fs.Glob(files, path.Join(path.Dir(name), "*", "parameters.yaml"))
		for _, folder := range folders {
			year, err := strconv.Atoi(path.Base(path.Dir(folder)))
			if err == nil && len(register.Years) > 0 && year > slices.Min(register.Years) && !slices.Contains(register.Years, year) {
				years = append(years, path.Dir(folder))
			}
		}
	}
	return years
}
