package rules

import (
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// If the law changes within a year, the year has a set of programs for each stretch
// between changes, and a question takes no longer than in any other year.

// unusedParameter is the code of a parameter that no program reads.
const unusedParameter = "unused-parameter"

// part is a file of a year. It applies all year if from is empty, otherwise from that day
// until the next file of its group.
type part struct {
	name        *syntax.Node
	from, until string
	since       *syntax.Node // where from is written
	file        *syntax.File
}

// on reports whether the part applies on a day; an empty day is the end of the year.
func (p *part) on(day string) bool {
	return p.from <= day && (p.until == "" || day < p.until) || day == "" && p.until == ""
}

// planFile describes official plans for their importer.
const planFile = "plan.yaml"

// ruleFiles lists the rule files that a year may be made of: those of its folder and the
// country's, relative to the folder.
func ruleFiles(files fs.FS, dir string) (names []string) {
	for _, folder := range []string{"", "../"} {
		found, _ := fs.Glob(files, path.Join(dir, folder, "*.yaml"))
		for _, file := range found {
			names = append(names, folder+path.Base(file))
		}
	}
	return names
}

// subject returns the name of a file up to its first dot, with .yaml: a file takes the place of
// another one of its subject.
func subject(file string) string {
	name, _, _ := strings.Cut(path.Base(file), ".")
	return name + ".yaml"
}

// partsOf lists the files of a year: those that its file lists under made_of, without malformed
// entries, and all others of its folder and the country's but those under without. A file takes the place of a later one
// of its subject; one with a second dot, region.east.yaml, is used only where it is listed.
func partsOf(files fs.FS, dir string, head *syntax.File) (list []part) {
	taken := []string{parametersFile, law.File, planFile}
	for _, item := range head.Root.Get("made_of").List() {
		if item.Kind == syntax.Scalar {
			list = append(list, part{name: item})
			continue
		}
		dated := item.Get("files")
		if dated == nil {
			continue
		}
		first := len(list)
		for _, entry := range dated.Items {
			from, name := entry.Get("from"), entry.Get("file")
			if from == nil || name == nil {
				continue
			}
			if len(list) > first {
				list[len(list)-1].until = from.Text
			}
			list = append(list, part{name: name, from: from.Text, since: from})
		}
	}
	for _, p := range list {
		taken = append(taken, subject(p.name.Text))
	}
	for _, lacked := range head.Root.Get("without").List() {
		taken = append(taken, lacked.Text+".yaml")
	}
	for _, name := range ruleFiles(files, dir) {
		if base := path.Base(name); base == subject(base) && !slices.Contains(taken, base) {
			taken = append(taken, base)
			list = append(list, part{name: &syntax.Node{Kind: syntax.Scalar, Text: name, Range: head.Root.Range}})
		}
	}
	return list
}

// MadeOf lists all files of the year in a folder, relative to it, whenever they apply.
func MadeOf(files fs.FS, dir string, head *syntax.File) []string {
	return diagnostic.Names(partsOf(files, dir, head), func(p part) string { return p.name.Text })
}

// Changes lists the days within the year in a folder on which a file or figure changes,
// ascending; none without a year there.
func Changes(files fs.FS, dir string) (days []string) {
	name := path.Join(dir, parametersFile)
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil
	}
	head, _ := syntax.Read(name, data)
	if head == nil {
		return nil
	}
	for _, p := range partsOf(files, dir, head) {
		days = append(days, p.from)
	}
	for _, p := range head.Parameters {
		for _, figure := range p.Dated {
			days = append(days, figure.From)
		}
	}
	first := head.Root.Get("valid").Get("from").Plain()
	slices.Sort(days)
	return slices.DeleteFunc(slices.Compact(days), func(day string) bool { return day <= first })
}

// parts reads the files of a year; complete reports whether all of them are sound.
func (l *loader) parts(head *syntax.File, dir string) (parts []part, complete bool) {
	parts, complete = []part{{file: head}}, true
	for _, lacked := range head.Root.Get("without").List() {
		if known := ruleFiles(l.Files, dir); !slices.Contains(known, "../"+lacked.Text+".yaml") {
			complete = false
			l.Findings.Suggest(lacked.Range, "missing-file", "the country has no file "+lacked.Text+".yaml", "Name files of the country's folder that the year lacks, without .yaml.", diagnostic.Nearest("../"+lacked.Text, known))
		}
	}
	for _, p := range partsOf(l.Files, dir, head) {
		if p.file = l.partFile(head, dir, p, parts); p.file == nil {
			complete = false
			continue
		}
		parts = append(parts, p)
	}
	return parts, complete
}

// partFile reads a file of a year; nil after an error.
func (l *loader) partFile(head *syntax.File, dir string, p part, others []part) *syntax.File {
	country := path.Dir(dir)
	name := path.Join(dir, p.name.Text)
	refuse := func(summary, detail string) *syntax.File {
		l.Fail(p.name.Range, "wrong-part", summary, detail)
		return nil
	}
	if !strings.HasPrefix(name, country+"/") {
		return refuse(p.name.Text+" is outside the folder of this country", "A year can only use files of its own country: copy the file to "+country+"/.")
	}
	if _, err := fs.Stat(l.Files, name); err != nil {
		l.Findings.Suggest(p.name.Range, "missing-file", "unknown file "+name, "A name in made_of is relative to the folder of the year.", diagnostic.Nearest(p.name.Text, ruleFiles(l.Files, dir)))
		return nil
	}
	f := l.file(name)
	switch {
	case f == nil:
		return nil
	case f == head:
		return refuse("the year lists itself in made_of", "Remove the line: this file always belongs to the year.")
	case f.Root.Get("valid") != nil:
		return refuse(p.name.Text+" is another year", "List the files that are needed; files of several years belong in "+country+"/.")
	}
	if slices.ContainsFunc(others, func(other part) bool { return other.file == f && other.meets(p) }) {
		return refuse(p.name.Text+" is listed twice", "Remove one of the two lines.")
	}
	return f
}

// meets reports whether two parts apply at the same time.
func (p *part) meets(q part) bool {
	return (p.until == "" || q.from < p.until) && (q.until == "" || p.from < q.until)
}

// changes lists the first day of a year and the days on which a file or figure changes,
// ascending.
func (l *loader) changes(y *year, parts []part) []string {
	first := dayText(y.from)
	days := []string{first}
	check := func(what string, at diagnostic.Range, from, before string) {
		switch {
		case from < first || from > dayText(y.to):
			l.Fail(at, "bad-date", from+" is not in year "+y.label, "It lasts from "+first+" to "+dayText(y.to)+".")
		case before == "" && from > first:
			l.Findings.Suggest(at, "gap", what+" has no entry from "+first+" until "+from, "Begin with the first day of the year: from: "+first+".", first)
		case before != "" && from <= before:
			l.Fail(at, "order", "this entry of "+what+" applies from "+from+", the previous one from "+before, "Write the days in ascending order.")
		default:
			days = append(days, from)
		}
	}
	for i, p := range parts {
		if p.from != "" {
			before := ""
			if parts[i-1].until == p.from {
				before = parts[i-1].from
			}
			check("made_of", p.since.Range, p.from, before)
		}
		for _, parameter := range p.file.Parameters {
			before := ""
			for _, d := range parameter.Dated {
				check(parameter.Name, d.Range, d.From, before)
				before = d.From
			}
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// filesOn returns the files of a year that apply on a day.
func filesOn(parts []part, day string) []*syntax.File {
	var files []*syntax.File
	for _, p := range parts {
		if p.on(day) {
			files = append(files, p.file)
		}
	}
	return files
}

// stretches loads a year for each stretch between changes; nil after an error.
func (l *loader) stretches(y *year, parts []part, options Options) *year {
	found := len(l.Findings)
	days := l.changes(y, parts)
	if l.Findings[found:].HasErrors() {
		return nil
	}
	var list []*year
	made := len(l.Findings)
	for _, day := range days {
		s := &year{country: y.country, number: y.number, label: y.label, archive: y.archive, from: y.from, to: y.to, validAt: y.validAt, since: dayNumber(day)}
		if !l.load(s, parts[0].file, filesOn(parts, day), day, options) {
			return nil
		}
		list = append(list, s)
	}
	l.Findings = append(l.Findings[:made], unusedThroughout(l.Findings[made:], len(days))...)
	for i, s := range list {
		s.stretches = list
		s.until = s.to
		if i+1 < len(list) {
			s.until = list[i+1].since - 1
		}
	}
	last := list[len(list)-1]
	if len(list) > 1 && !l.compileLawDate(last) {
		return nil
	}
	return last
}

// unusedThroughout drops findings about parameters that some stretch of the year reads.
func unusedThroughout(list diagnostic.List, stretches int) diagnostic.List {
	unused := map[diagnostic.Range]int{}
	for _, d := range list {
		if d.Code == unusedParameter {
			unused[d.Subject]++
		}
	}
	return slices.DeleteFunc(list, func(d diagnostic.Diagnostic) bool {
		return d.Code == unusedParameter && unused[d.Subject] < stretches
	})
}

// on returns the stretch of the year that contains a day.
func (y *year) on(day int64) *year {
	for _, s := range y.stretches {
		if day <= s.until {
			return s
		}
	}
	return y
}

// stretches lists the years of a country with all their stretches.
func (c *Country) stretches() []*year {
	var list []*year
	for _, y := range c.years {
		list = append(list, y.stretches...)
	}
	return list
}

// Laws lists the first days of the stretches of a year; a single empty one if the law
// does not change within the year.
func (c *Country) Laws(number int) []string {
	var days []string
	for _, s := range c.year(number).stretches {
		days = append(days, s.changedOn())
	}
	return days
}

// changedOn returns the first day of this stretch; empty if the year has only one.
func (y *year) changedOn() string {
	if len(y.stretches) == 1 {
		return ""
	}
	return dayText(y.since)
}

// dayText formats a day, counted from 1970-01-01.
func dayText(day int64) string {
	var text [len(time.DateOnly)]byte
	return string(number.AppendDate(text[:0], day))
}

const secondsOfDay = 24 * 60 * 60

// dayNumber parses what dayText formats.
func dayNumber(text string) int64 {
	days, _ := number.ParseDate(text)
	return days
}

// atDay splits a name such as de/2023/wage_tax@2023-03-01.
func atDay(name string) (program, day string) {
	program, day, _ = strings.Cut(name, "@")
	return program, day
}

// within reports whether a day is in the days that a year's file states.
func within(valid *syntax.Node, day string) bool {
	from, to := valid.Get("from"), valid.Get("to")
	return from != nil && to != nil && from.Text <= day && day <= to.Text
}
