package main

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// lawFile is the name of a register of the law that the rules or tables rest on.
const lawFile = "law.yaml"

// lawRegister says what became of each act in each year that it was gone through for.
type lawRegister struct {
	Years []int `yaml:"years"`
	Law   []struct {
		// Of is the travel regime, in the register of the tables.
		Of, Act string
		Changed struct{ On, By string }
		// Verdicts are words of lawVerdicts.
		Verdicts map[int]string
		// Says is what of it is implemented, refused or noted, Where the files that do so.
		Says, Where string
	} `yaml:"law"`
}

var lawVerdicts = []string{"implemented", "noted", "refused", "left_out", "not_in_force"}

// readLaw reads a register and finds what it lacks.
func readLaw(name string, data []byte) (*lawRegister, diagnostic.List) {
	root, list := document.Parse(name, data)
	register := &lawRegister{}
	if err := document.Decode(data, register); root == nil || err != nil {
		list.Fail(diagnostic.Range{File: name}, "wrong-shape", fmt.Sprintf("the register cannot be read: %v", err), "Write years, and law: a list of act, changed, verdicts, says and where.")
		return register, list
	}
	for i, entry := range register.Law {
		at := root.Get("law").Items[i].Range
		if entry.Act == "" || entry.Changed.On == "" || entry.Changed.By == "" || entry.Says == "" || entry.Where == "" {
			list.Fail(at, "unjudged-law", "an entry lacks act, changed with on and by, says, or where", "")
		}
		for _, year := range register.Years {
			if verdict := entry.Verdicts[year]; !slices.Contains(lawVerdicts, verdict) {
				list.Fail(at, "unjudged-law", fmt.Sprintf("%s has no verdict for %d", entry.Act, year), fmt.Sprintf("Write one of %q under verdicts.", lawVerdicts))
			}
		}
	}
	return register, list
}

// unreadLaw lists the years whose figures are there and whose law nobody has gone through,
// such as uk/2027. Years before the register begins are an archive.
func unreadLaw(files fs.FS) (years []string) {
	registers, _ := fs.Glob(files, path.Join("*", lawFile))
	for _, name := range registers {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		register, _ := readLaw(name, data)
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
