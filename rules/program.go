package rules

import (
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
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
	s := &programSearch{loader: newLoader(files)}
	name, day := atDay(name)
	at := diagnostic.Range{File: name}
	if _, is := number.ParseDate(day); !is && day != "" {
		s.Fail(at, "bad-date", day+" is not a date", "Write the day after the @ as year, month, day: @2026-07-01.")
		return nil, s.Findings
	}
	file, program, inFile := strings.Cut(name, "#")
	if dir, base := path.Split(name); !inFile && path.Ext(name) != ".yaml" {
		file, program = dir, base
	} else if program = s.only(file, program); program == "" {
		return nil, s.Findings
	}
	if !s.ofYear(path.Dir(file), file, day) {
		return nil, s.Findings
	}
	return s.load(at, program)
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

// programSearch gathers the files that a program needs.
type programSearch struct {
	*loader
	files    []*syntax.File
	spare    []string        // files to look in for a program that these lack
	broken   diagnostic.List // findings in files that cannot be used
	declared bool            // a year lists the files
	day      string          // of the law; empty for the end of the year
}

// ofYear adds the files of the year in a folder, if it is one; false if it cannot be read.
func (s *programSearch) ofYear(dir, named, day string) bool {
	for _, name := range ruleFiles(s.Files, dir) {
		s.spare = append(s.spare, path.Join(dir, name))
	}
	s.day = day
	head := s.add(path.Join(dir, parametersFile))
	if head == nil {
		s.Findings.Extend(s.broken)
		return len(s.broken) == 0
	}
	if valid := head.Root.Get("valid"); day != "" && valid != nil && !within(valid, day) {
		s.Fail(valid.Range, "bad-date", day+" is not in the year of this file", "Write a day of the year after the @.")
		return false
	}
	s.declared = true
	parts := partsOf(s.Files, dir, head)
	for _, p := range parts {
		if path.Join(dir, p.name.Text) == named && day == "" {
			s.day = p.from
		}
	}
	for _, p := range parts {
		if p.on(s.day) {
			s.add(path.Join(dir, p.name.Text))
		}
	}
	return true
}

// parse reads a file; nil if there is none or it has errors.
func (s *programSearch) parse(name string) *syntax.File {
	if f, known := s.read[name]; known {
		return f
	}
	data, err := syntax.ReadFile(s.Files, name)
	if err != nil {
		return nil
	}
	f, list := declared(s.Files, name, data)
	if list.HasErrors() {
		s.broken.Extend(list)
		f = nil
	}
	s.read[name] = f
	return f
}

// add adds a file, which it returns like parse.
func (s *programSearch) add(name string) *syntax.File {
	f := s.parse(name)
	if f != nil && !slices.Contains(s.files, f) {
		s.files = append(s.files, f)
	}
	return f
}

// find returns a program of the files; if they lack it, of the first spare one that has it,
// which it adds.
func (s *programSearch) find(name string) *syntax.Program {
	for _, f := range s.files {
		if p := f.Program(name); p != nil {
			return p
		}
	}
	for _, file := range s.spare {
		if f := s.parse(file); f != nil && f.Program(name) != nil {
			s.files = append(s.files, f)
			return f.Program(name)
		}
	}
	return nil
}

// only adds a file and returns its program with a name, or its only program; empty, with a
// finding, if there is none.
func (s *programSearch) only(file, program string) string {
	at := diagnostic.Range{File: file}
	f := s.add(file)
	if s.Findings.Extend(s.broken); f == nil {
		if len(s.broken) == 0 {
			s.Fail(at, "missing-file", "unknown file "+file, "Name a YAML file, or country/year/program.")
		}
		return ""
	}
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
	return diagnostic.Names(f.Programs, func(p *syntax.Program) string { return p.Name })
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
func (s *programSearch) load(at diagnostic.Range, program string) (*check.Program, diagnostic.List) {
	if s.find(program) == nil {
		var names []string
		for _, f := range s.files {
			names = append(names, programNames(f)...)
		}
		unknownProgram(&s.Findings, at, program, names)
		return nil, append(s.Findings, s.broken...)
	}
	needed := map[*syntax.Program]bool{}
	AddCalled(s.find, program, needed)
	for p := range needed {
		s.describe(p)
	}
	files := make([]*syntax.File, len(s.files))
	for i, f := range s.files {
		part := *f
		part.Programs = slices.DeleteFunc(slices.Clone(f.Programs), func(p *syntax.Program) bool { return !needed[p] })
		files[i] = &part
	}
	module, list := interpreter.Load(files, types.Options{Line: PayslipLine(), Own: ownInputs, Alone: true, On: s.day, Files: s.Files})
	if module == nil {
		return nil, append(list, s.broken...) // the missing part may be in a broken file
	}
	// A parameter that only other programs read is not unused.
	list = slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool { return d.Code == unusedParameter })
	found, _ := module.Program(program)
	return found, list
}

// describe adds the spare files that describe the variables that a program names, if no year
// lists its files and none of them describes some.
func (s *programSearch) describe(p *syntax.Program) {
	named := map[string]bool{}
	for _, v := range slices.Concat(p.Inputs, p.State) {
		if v.Described() {
			named[v.Name] = true
		}
	}
	describes := func(f *syntax.File) bool {
		return slices.ContainsFunc(f.Variables, func(v *syntax.Variable) bool { return named[v.Name] })
	}
	if s.declared || len(named) == 0 || slices.ContainsFunc(s.files, describes) {
		return
	}
	for _, file := range s.spare {
		if f := s.parse(file); f != nil && describes(f) {
			s.add(file)
		}
	}
}

// AddCalled adds a program and all that it calls; find returns one by its name, or nil.
func AddCalled(find func(name string) *syntax.Program, name string, to map[*syntax.Program]bool) {
	p := find(name)
	if p == nil || to[p] {
		return
	}
	to[p] = true
	visitor := syntax.Visitor{Step: func(step syntax.Step) {
		if call, is := step.(*syntax.Call); is && p.Procedure(call.Name) == nil {
			AddCalled(find, call.Name, to)
		}
	}}
	visitor.Program(p)
}
