// Package law reads registers of the law: for each act how the rules of each year handle it.
package law

import (
	_ "embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// File is the name of a register.
const File = "law.yaml"

// Format declares the keys of a register.
//
//go:embed format.yaml
var Format []byte

var schema = syntax.NewSchema("format.yaml", Format, nil, "missing-value")

// Register records what was done about each act in each reviewed year.
type Register struct {
	Years []int `key:"years"`
	// Law has an entry for each act, regulation and circular.
	Law []struct {
		At diagnostic.Range `key:"=,at"`
		// Of is the travel regime; the register of the tables has several.
		Of  string `key:"of"`
		Act string `key:"act"`
		On  string `key:"changed.on"`
		By  string `key:"changed.by"`
		// Verdicts has one of the verdicts for each year.
		Verdicts map[string]string `key:"verdicts"`
		// Says describes what is implemented, refused or noted, Where names the files.
		Says  string `key:"says"`
		Where string `key:"where"`
	} `key:"law"`
}

// Read reads the register of a folder, if it has one, and reports what is missing: every act
// needs a verdict for every listed year.
func Read(folder *hostfile.Folder, name string) *Register {
	register := &Register{}
	if _, err := fs.Stat(folder.Files, name); err != nil {
		return register
	}
	folder.Decode(folder.Map(name, schema), register)
	for _, entry := range register.Law {
		for _, year := range register.Years {
			if entry.Verdicts[strconv.Itoa(year)] == "" {
				folder.Fail(entry.At, "unjudged-law", fmt.Sprintf("%s has no verdict for %d", entry.Act, year), "Write it under verdicts.")
			}
		}
	}
	return register
}

// Unread lists the years that have figures but are not in the register, such as uk/2027.
// Years before the first one of the register are an archive.
func Unread(files fs.FS) (years []string) {
	registers, _ := fs.Glob(files, path.Join("*", File))
	for _, name := range registers {
		folder := hostfile.NewFolder(files, files)
		register := Read(&folder, name)
		folders, _ := fs.Glob(files, path.Join(path.Dir(name), "*", "parameters.yaml"))
		for _, year := range folders {
			number, err := strconv.Atoi(path.Base(path.Dir(year)))
			if err == nil && len(register.Years) > 0 && number > slices.Min(register.Years) && !slices.Contains(register.Years, number) {
				years = append(years, path.Dir(year))
			}
		}
	}
	return years
}
