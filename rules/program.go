package rules

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// LoadProgram loads one program of a rule book with what it reads. The year may be
// incomplete, other programs may have errors, and marks "to be checked" are accepted.
// The name is country/year/program (such as de/2026/wage_tax), the path of a YAML file
// with one program, or path#program. If the law changes within the year, @2026-07-01
// after the name chooses the day; without it, a file that is part of the year from some
// day on is loaded as of that day, and everything else as of the end of the year.
// Figures come from the year's parameters.yaml if there is one, otherwise from the
// program itself. With errors in the list the Program is nil.
func LoadProgram(files fs.FS, name string) (*check.Program, diagnostic.List) {
	s := &programSearch{loader: newLoader(files), broken: map[string]diagnostic.List{}}
	name, s.day = atDay(name)
	if _, err := time.Parse(time.DateOnly, s.day); err != nil && s.day != "" {
		s.Fail(diagnostic.Range{File: name}, "bad-date", s.day+" is not a date", "Write the day after the @ as year, month, day: @2026-07-01.")
		return nil, s.Findings
	}
	file, program, inFile := strings.Cut(name, "#")
	dir := path.Dir(file)
	if !inFile && path.Ext(file) != ".yaml" {
		file, program = "", path.Base(name)
	}
	if !s.headOf(dir, file) {
		return nil, s.Findings
	}
	if file != "" {
		if program = s.only(file, program); program == "" {
			return nil, s.Findings
		}
	}
	// The files of the year come first; other files of its folder and of the country are
	// only read if something is missing.
	found, list := s.load(program, name)
	for _, wider := range []string{dir, path.Dir(dir)} {
		if found != nil {
			break
		}
		names, _ := fs.Glob(files, path.Join(wider, "*.yaml"))
		if !s.add(names...) {
			continue
		}
		had := s.has
		again, more := s.load(program, name)
		if again != nil || !had {
			found, list = again, more
		}
	}
	return found, list
}

// Program returns a program of an open year by a name for LoadProgram, such as
// de/2026/wage_tax; nil if the book does not have it.
func (b *Book) Program(name string) *check.Program {
	name, day := atDay(name)
	for _, c := range b.countries {
		for _, y := range c.years {
			if path.Join(c.Folder(), strconv.Itoa(y.number)) != path.Dir(name) {
				continue
			}
			if on := dayNumber(day); on >= y.from && on <= y.to {
				y = y.on(on)
			} else if day != "" {
				return nil
			}
			p, _ := y.module.Program(path.Base(name))
			return p
		}
	}
	return nil
}

// programSearch gathers the files that a program may need.
type programSearch struct {
	*loader
	names  []string
	sound  []*syntax.File
	broken map[string]diagnostic.List
	day    string // of the law; empty for the end of the year
	has    bool   // whether the last attempt found the program
}

// headOf adds the year's parameters.yaml and the files of the year; false if
// parameters.yaml exists but cannot be read.
func (s *programSearch) headOf(dir, named string) bool {
	head := path.Join(dir, parametersFile)
	s.add(head)
	if list, is := s.broken[head]; is {
		s.Findings.Extend(list)
		return false
	}
	for _, f := range s.sound {
		if valid := f.Root.Get("valid"); s.day != "" && valid != nil && !within(valid, s.day) {
			s.Fail(valid.Range, "bad-date", s.day+" is not in the year of this file", "Write a day of the year after the @.")
			return false
		}
		parts := partsOf(f.Root.Get("made_of"))
		for _, p := range parts {
			if path.Join(dir, p.name.Text) == named && s.day == "" {
				s.day = p.from
			}
		}
		for _, p := range parts {
			if p.on(s.day) {
				s.add(path.Join(dir, p.name.Text))
			}
		}
	}
	return true
}

// add reads the files that exist and sorts them into sound and broken ones. It reports
// whether one was new.
func (s *programSearch) add(names ...string) (added bool) {
	for _, name := range names {
		if slices.Contains(s.names, name) {
			continue
		}
		data, err := syntax.ReadFile(s.Files, name)
		if err != nil {
			continue
		}
		s.names = append(s.names, name)
		added = true
		f, list := declared(s.Files, name, data)
		if list.HasErrors() {
			s.broken[name] = list
			continue
		}
		s.sound = append(s.sound, f)
	}
	return added
}

// only gives the programs of a file precedence over those of all others, and returns
// the program to load: the one named, or the only one.
func (s *programSearch) only(file, program string) string {
	s.add(file)
	if list, is := s.broken[file]; is {
		s.Findings.Extend(list)
		return ""
	}
	at := diagnostic.Range{File: file}
	i := slices.IndexFunc(s.sound, func(f *syntax.File) bool { return f.Name == file })
	if i < 0 {
		s.Fail(at, "missing-file", "unknown file "+file, "Name a YAML file, or country/year/program.")
		return ""
	}
	f := s.sound[i]
	s.sound = slices.Insert(slices.Delete(s.sound, i, i+1), 0, f)
	names := programNames(f)
	switch {
	case program == "" && len(names) == 1:
		return names[0]
	case program == "":
		s.Fail(at, "unclear-program", "the file has "+describeNames(names), "Name the program: "+file+"#program.")
		return ""
	case !slices.Contains(names, program):
		unknownProgram(&s.Findings, at, program, names)
		return ""
	}
	return program
}

func programNames(f *syntax.File) []string {
	var names []string
	for _, p := range f.Programs {
		names = append(names, p.Name)
	}
	return names
}

func describeNames(names []string) string {
	if len(names) == 0 {
		return "no program"
	}
	return "several programs: " + strings.Join(names, ", ")
}

func unknownProgram(list *diagnostic.List, at diagnostic.Range, program string, names []string) {
	list.Suggest(at, "unknown-name", "unknown program "+program, "Name one of: "+strings.Join(names, ", ")+".", diagnostic.Nearest(program, names))
}

// load loads the program with those that it calls.
func (s *programSearch) load(program, name string) (*check.Program, diagnostic.List) {
	programs := map[string]*syntax.Program{}
	var names []string
	for _, f := range s.sound {
		for _, p := range f.Programs {
			if programs[p.Name] == nil {
				programs[p.Name] = p
				names = append(names, p.Name)
			}
		}
	}
	s.has = programs[program] != nil
	if !s.has {
		return nil, s.missing(program, name, names)
	}
	needed := map[*syntax.Program]bool{}
	addCalled(programs, program, needed)
	var files []*syntax.File
	for _, f := range s.sound {
		part := *f
		part.Programs = nil
		for _, p := range f.Programs {
			if needed[p] {
				part.Programs = append(part.Programs, p)
			}
		}
		files = append(files, &part)
	}
	module, list := interpreter.Load(files, types.Options{Line: lineFields, Alone: true, On: s.day})
	if module == nil {
		// The missing part may be in a file that could not be read.
		return nil, append(list, s.unread()...)
	}
	// A parameter that only other programs read is not unused.
	list = slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool { return d.Code == unusedParameter })
	found, _ := module.Program(program)
	return found, list
}

func (s *programSearch) missing(program, name string, names []string) diagnostic.List {
	var list diagnostic.List
	unknownProgram(&list, diagnostic.Range{File: name}, program, names)
	return append(list, s.unread()...)
}

func (s *programSearch) unread() diagnostic.List {
	var list diagnostic.List
	for _, name := range s.names {
		list.Extend(s.broken[name])
	}
	return list
}

// addCalled adds a program and all that it calls.
func addCalled(programs map[string]*syntax.Program, name string, to map[*syntax.Program]bool) {
	p := programs[name]
	if p == nil || to[p] {
		return
	}
	to[p] = true
	steps := slices.Clone(p.Do)
	for _, procedure := range p.Procedures {
		steps = append(steps, procedure.Do...)
	}
	for len(steps) > 0 {
		step := steps[len(steps)-1]
		steps = steps[:len(steps)-1]
		if call, is := step.(*syntax.Call); is {
			addCalled(programs, call.Name, to)
		}
		for _, block := range syntax.Blocks(step) {
			steps = append(steps, block...)
		}
	}
}
