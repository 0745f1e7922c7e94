package engine

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
)

// part is what an answer needs: the folder of one country and one of its years, or with
// empty names all of them, and whether it needs the travel tables.
type part struct {
	folder, year string
	travel       bool
}

// everything returns all rules, with the travel tables if the part has them.
func (p part) everything() part { return part{travel: p.travel} }

// parts finds the parts that requests need. What it finds in the files it finds once.
type parts struct {
	files      fs.FS
	aliases    func() map[string]string // folders of the countries, by further codes in small letters
	presetYear func() string            // of a request that names none
	smallest   func() string            // the folder with the fewest rule files
}

func newParts(files fs.FS) parts {
	read := func(name string, into any) {
		if text, err := fs.ReadFile(files, name); err == nil {
			root, _ := syntax.Parse(name, text) // what cannot be read is left to the rule book
			(&syntax.Reader{}).Decode(root, into)
		}
	}
	return parts{
		files: files,
		aliases: sync.OnceValue(func() map[string]string {
			aliases := map[string]string{}
			found, _ := fs.Glob(files, "*/country.yaml")
			for _, file := range found {
				var country struct {
					Aliases []string `key:"aliases"`
				}
				read(file, &country)
				for _, code := range country.Aliases {
					aliases[strings.ToLower(code)] = path.Dir(file)
				}
			}
			return aliases
		}),
		presetYear: sync.OnceValue(func() string {
			var service struct {
				Year string `key:"year.default"`
			}
			read("service.yaml", &service)
			return service.Year
		}),
		smallest: sync.OnceValue(func() string {
			least, folder := 0, ""
			years, _ := fs.Glob(files, "*/*/parameters.yaml")
			for _, year := range years {
				country := path.Dir(path.Dir(year))
				if own, _ := fs.Glob(files, country+"/*.yaml"); folder == "" || len(own) < least {
					least, folder = len(own), country
				}
			}
			return folder
		}),
	}
}

// of finds what a request needs. It does not judge the request: one that it does not
// understand needs all rules.
func (p *parts) of(r *Request) part {
	if strings.HasPrefix(r.Path, travelPaths) {
		return part{folder: p.smallest(), travel: true}
	}
	var asked struct {
		Country          string
		Year             json.Number
		Scenarios, Items json.RawMessage
	}
	if values, err := url.ParseQuery(r.Query); err == nil && len(r.Body) == 0 {
		asked.Country, asked.Year = values.Get("country"), json.Number(values.Get("year"))
	} else if json.Unmarshal(r.Body, &asked) != nil || asked.Scenarios != nil || asked.Items != nil {
		return part{}
	}
	needed := part{folder: strings.ToLower(asked.Country), year: cmp.Or(asked.Year.String(), p.presetYear())}
	if _, err := fs.Stat(p.files, needed.folder+"/country.yaml"); err != nil {
		needed.folder = p.aliases()[needed.folder]
	}
	if needed.folder == "" {
		return part{}
	}
	return needed
}

// travelPaths starts the paths of the operations that answer from the travel tables. They
// need a country only because the list of operations does.
const travelPaths = "/v1/travel-"

// filesOf returns the files of the part.
func (p part) filesOf(files fs.FS) fs.FS {
	if p.folder == "" {
		return files
	}
	return partFiles{files, p}
}

// partFiles hides the folders of other countries and years.
type partFiles struct {
	fs.FS
	part part
}

// Open opens a file of the part.
func (f partFiles) Open(name string) (fs.File, error) {
	if f.hides(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(name)
}

// ReadDir lists what the part has of a folder.
func (f partFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	if f.hides(name) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	all, err := fs.ReadDir(f.FS, name)
	var own []fs.DirEntry
	for _, entry := range all {
		if at := path.Join(name, entry.Name()); !entry.IsDir() || !f.hides(at) {
			own = append(own, entry)
		}
	}
	return own, err
}

func (f partFiles) hides(name string) bool {
	steps := strings.Split(name, "/")
	if len(steps) == 1 {
		if name == "." || name == f.part.folder {
			return false
		}
		info, err := fs.Stat(f.FS, name)
		return err == nil && info.IsDir()
	}
	if steps[0] != f.part.folder {
		return true
	}
	if f.part.year == "" || steps[1] == f.part.year {
		return false
	}
	info, err := fs.Stat(f.FS, path.Join(steps[0], steps[1]))
	return err == nil && info.IsDir()
}
