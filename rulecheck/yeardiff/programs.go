package yeardiff

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// Program is a program file with its differences.
type Program struct {
	File string `json:"file"`
	// Lines are the lines that differ, with their procedure or key.
	Lines []Line `json:"lines"`
}

// Line is a line in only one of the years.
type Line struct {
	In   string `json:"in"`
	Sign string `json:"sign"` // - older year, + newer year
	Line int    `json:"line"`
	Text string `json:"text"`
}

// comparePrograms compares the program files of two years, which may share files.
func comparePrograms(before, after *side) ([]Program, error) {
	var names []string
	files := [2]map[string]string{}
	for i, s := range []*side{before, after} {
		var err error
		if files[i], err = s.programFiles(); err != nil {
			return nil, err
		}
		for name := range files[i] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	programs := []Program{}
	for _, name := range names {
		if files[0][name] == files[1][name] {
			continue
		}
		p := Program{File: path.Base(cmp.Or(files[1][name], files[0][name])), Lines: differ(sourceLines(before.files.FS(), files[0][name]), sourceLines(after.files.FS(), files[1][name]))}
		if len(p.Lines) > 0 {
			programs = append(programs, p)
		}
	}
	return programs, nil
}

// programFiles returns the files of a year by the names of their programs.
func (s *side) programFiles() (map[string]string, error) {
	name := path.Join(s.folder, parametersFile)
	data, err := fs.ReadFile(s.files.FS(), name)
	if err != nil {
		return nil, err
	}
	head, _ := syntax.Read(name, data)
	byPrograms := map[string]string{}
	for _, part := range rules.MadeOf(head) {
		file := path.Join(s.folder, part)
		text, err := fs.ReadFile(s.files.FS(), file)
		if err != nil {
			return nil, err
		}
		var programs []string
		read, _ := syntax.Read(file, text)
		for _, p := range read.Programs {
			programs = append(programs, p.Name)
		}
		byPrograms[cmp.Or(strings.Join(programs, ", "), path.Base(file))] = file
	}
	return byPrograms, nil
}

// sourceLine is a line of a program.
type sourceLine struct {
	in, text string
	number   int
}

// sourceLines returns the lines of a file without comments, explanations and citations,
// and without the figures of imported programs, which are also parameters.
func sourceLines(files fs.FS, name string) []sourceLine {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil
	}
	figures := map[int]bool{}
	headings := map[int]string{}
	if file, _ := syntax.Read(name, data); file != nil {
		for _, p := range file.Programs {
			headings[p.Range.Start.Line] = p.Name
			for _, f := range p.Figures {
				figures[f.Range.Start.Line] = true
			}
			for _, procedure := range p.Procedures {
				headings[procedure.Range.Start.Line] = procedure.Name
			}
		}
	}
	var lines []sourceLine
	in := ""
	for i, text := range strings.Split(string(data), "\n") {
		if heading := headings[i+1]; heading != "" {
			in = heading
		}
		code, _, _ := strings.Cut(text, " #")
		code = strings.TrimRight(code, " ")
		key, _, _ := strings.Cut(strings.TrimSpace(code), ":")
		if key == "" || key[0] == '#' || key == "cite" || key == "about" || figures[i+1] {
			continue
		}
		lines = append(lines, sourceLine{in, code, i + 1})
	}
	return lines
}

// differ returns the lines that are not in the longest common subsequence.
func differ(before, after []sourceLine) []Line {
	length := make([][]int, len(before)+1)
	for i := range length {
		length[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for k := len(after) - 1; k >= 0; k-- {
			if before[i].text == after[k].text {
				length[i][k] = length[i+1][k+1] + 1
			} else {
				length[i][k] = max(length[i+1][k], length[i][k+1])
			}
		}
	}
	var lines []Line
	for i, k := 0, 0; i < len(before) || k < len(after); {
		switch {
		case i < len(before) && k < len(after) && before[i].text == after[k].text:
			i, k = i+1, k+1
		case k == len(after) || i < len(before) && length[i+1][k] >= length[i][k+1]:
			lines = append(lines, Line{before[i].in, "-", before[i].number, before[i].text})
			i++
		default:
			lines = append(lines, Line{after[k].in, "+", after[k].number, after[k].text})
			k++
		}
	}
	return lines
}
