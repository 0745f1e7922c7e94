package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/format"
)

// parametersFile is the file that makes a folder a year, serviceFile the one that countries share.
const (
	parametersFile = "parameters.yaml"
	serviceFile    = "service.yaml"
)

// mark is the entry for everything that nobody has compared with the law yet.
const mark = "to_check: true"

// year copies the folder of a country's year.
func (w *copied) year(files fs.FS, country string) error {
	dir := path.Join(country, w.from)
	names, err := fs.Glob(files, dir+"/*.yaml")
	if err != nil {
		return err
	}
	head := path.Join(dir, parametersFile)
	if !slices.Contains(names, head) {
		return wrongf("%s does not exist and cannot be copied", head)
	}
	figures, sources, err := rules.Figures(files, dir)
	if err != nil {
		return err
	}
	names = append([]string{head}, slices.DeleteFunc(names, func(name string) bool { return name == head })...)
	ended := map[string]bool{} // files whose law ended within the year
	for _, name := range names {
		if ended[path.Base(name)] {
			continue
		}
		made, err := w.copyFile(files, name, path.Join(country, w.to, path.Base(name)), func(e *edit, file *syntax.File) {
			w.mark(e, file)
			if name == head {
				w.advanceHead(e, file.Root)
				carryLast(e, file, ended)
			}
		})
		if err != nil {
			return err
		}
		w.lookUp(made, figures, sources)
	}
	w.sharedTexts(files, country)
	w.defaultYear(files)
	return nil
}

// carryLast replaces the files and figures that change within the year by the last ones. It
// adds the files of the year's folder that no longer apply to ended.
func carryLast(e *edit, file *syntax.File, ended map[string]bool) {
	last := func(list *syntax.Node) *syntax.Node { return list.Items[len(list.Items)-1] }
	for _, part := range file.Root.Get("made_of").List() {
		dated := part.Get("files")
		if len(dated.List()) == 0 {
			continue
		}
		for _, one := range dated.Items {
			ended[one.Get("file").Plain()] = true
		}
		name := last(dated).Get("file").Plain()
		delete(ended, name)
		e.put(part.Range, func(string) string { return name })
	}
	for _, p := range file.Parameters {
		declared, _ := syntax.ParameterNodes(file.Root, p.Name)
		dated, is := declared.Entry("values")
		if len(p.Dated) == 0 || !is {
			continue
		}
		var own []string // what the parameter has no other entry for
		for _, content := range last(dated.Value).Entries {
			text, _ := e.files.Text(content.Value.Range) // a place in the same file
			if content.Value.Kind != syntax.Scalar && !content.Value.Flow {
				text = "\n" + strings.Repeat(" ", content.Value.Range.Start.Column-1) + text
			}
			general, is := declared.Entry(content.Key.Text)
			switch {
			case content.Key.Text == "from":
			case is && general.Key != dated.Key:
				e.change(general.Value, func(string) string { return text })
			default:
				own = append(own, content.Key.Text+": "+text)
			}
		}
		at := dated.Key.Range
		at.End = dated.Value.Range.End
		e.put(at, func(string) string { return strings.Join(own, "\n"+strings.Repeat(" ", at.Start.Column-1)) })
	}
}

// sharedTexts lists the texts that name the copied year in the files that all years of the
// country share.
func (w *copied) sharedTexts(files fs.FS, country string) {
	names, _ := fs.Glob(files, country+"/*.yaml")
	named := regexp.MustCompile(`(^|[^\d.-])` + w.from + `($|[^\d:-])`)
	for _, name := range names {
		data, _ := fs.ReadFile(files, name)
		file, _ := syntax.Read(name, data, format.Of("rules"))
		if file == nil || len(file.Programs) == 0 && path.Base(name) != "country.yaml" {
			continue // notes for authors
		}
		var walk func(n *syntax.Node)
		walk = func(n *syntax.Node) {
			if text := textOf(n); (n.Kind == syntax.Scalar && text != w.from || n.Get("en") != nil) && named.MatchString(text) {
				w.lookups = append(w.lookups, lookup{Name: "text", Value: text, At: place(name, n.Range), Source: "Texts that name " + w.from + " and are shared by all years",
					Do: "keep what holds for every year; a figure or citation of one year belongs in its parameters.yaml"})
				return
			}
			for _, e := range n.Entries {
				walk(e.Value)
			}
			for _, item := range n.Items {
				walk(item)
			}
		}
		walk(file.Root)
	}
}

// defaultYear lists the default year of the service if it is the year that is copied.
func (w *copied) defaultYear(files fs.FS) {
	data, err := syntax.ReadFile(files, serviceFile)
	if err != nil {
		return // a folder of rules without the service
	}
	root, _ := syntax.Parse(serviceFile, data)
	if n := root.Get("year").Get("default"); n != nil && n.Text == w.from {
		w.lookups = append(w.lookups, lookup{
			Name: "default year", Value: w.from, At: serviceFile + ":" + strconv.Itoa(n.Range.Start.Line), Source: "The service",
			Do: "write " + w.to + " when it is to be the default",
		})
	}
}

// advanceHead advances year, label and dates.
func (w *copied) advanceHead(e *edit, root *syntax.Node) {
	e.changeComments(w.advanceLabel)
	e.change(root.Get("year"), func(string) string { return w.to })
	e.change(root.Get("label"), w.advanceLabel)
	e.change(root.Get("valid"), w.advanceDates)
	e.change(root.Get("archive"), func(string) string { return "false" })
}

var (
	twoYears = regexp.MustCompile(`\b(\d{4})-(\d{2})\b`)
	oneYear  = regexp.MustCompile(`\b\d{4}\b`)
	date     = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)
)

func (w *copied) distance() int {
	from, _ := strconv.Atoi(w.from)
	to, _ := strconv.Atoi(w.to)
	return to - from
}

// advanceLabel replaces the copied year, as in 2026 and 2026-27, or month by the new one.
func (w *copied) advanceLabel(text string) string {
	if w.kind == ofMonths {
		return strings.ReplaceAll(text, w.from, w.to)
	}
	from, _ := strconv.Atoi(w.from)
	text = twoYears.ReplaceAllStringFunc(text, func(found string) string {
		if found != fmt.Sprintf("%04d-%02d", from, (from+1)%100) {
			return found
		}
		next := from + w.distance()
		return fmt.Sprintf("%04d-%02d", next, (next+1)%100)
	})
	return oneYear.ReplaceAllStringFunc(text, func(found string) string {
		if found == w.from {
			return w.to
		}
		return found
	})
}

// advanceDates moves dates by whole years or to the new month. The last day of February
// remains the last day.
func (w *copied) advanceDates(text string) string {
	if w.kind == ofMonths {
		return w.advanceLabel(text)
	}
	return date.ReplaceAllStringFunc(text, func(found string) string {
		day, err := time.Parse(time.DateOnly, found)
		if err != nil {
			return found
		}
		next := day.AddDate(0, 0, 1)
		if day.Month() == time.February && next.Month() == time.March {
			return next.AddDate(w.distance(), 0, -1).Format(time.DateOnly)
		}
		return day.AddDate(w.distance(), 0, 0).Format(time.DateOnly)
	})
}

// isImported reports whether a file is imported: the next import sets its source.
func isImported(file *syntax.File) bool {
	return slices.ContainsFunc(file.Programs, func(p *syntax.Program) bool { return p.Imported })
}

// mark marks the sources, figures and programs of a file.
func (w *copied) mark(e *edit, file *syntax.File) {
	for _, s := range file.Sources {
		if !isImported(file) {
			e.mark(file.Root.Get("sources"), s.ID, mark)
		}
	}
	for _, group := range syntax.ParameterMaps(file.Root) {
		for _, p := range file.Parameters {
			e.mark(group, p.Name, mark)
		}
	}
	for _, p := range file.Programs {
		text := "written for " + w.from + ": compare it with the law of " + w.to
		if p.Imported {
			text = "the official file of " + w.from + ": import that of " + w.to + " in its place"
		}
		e.mark(file.Root.Get("programs"), p.Name, "to_check: ["+strconv.Quote(text)+"]")
	}
}

// lookUp lists what is marked in a new file; known are the figures and publications of the
// year that it was copied from.
func (w *copied) lookUp(file *syntax.File, known []*syntax.Parameter, publications []*syntax.Source) {
	sources, described := map[string]*syntax.Source{}, map[string]*syntax.Parameter{}
	for _, s := range publications {
		sources[s.ID] = s
	}
	for _, p := range known {
		described[p.Name] = p
	}
	add := func(item lookup, at diagnostic.Range, s *syntax.Source) {
		if item.At = place(file.Name, at); s != nil {
			item.Source, item.URL = s.Name.English, s.URL
		}
		w.lookups = append(w.lookups, item)
	}
	for _, s := range file.Sources {
		if sources[s.ID] = s; !isImported(file) {
			add(lookup{Name: "source " + s.ID, Do: "the current publication: name, url and date, if any"}, s.Range, s)
		}
	}
	for _, p := range file.Parameters {
		whole := cmp.Or(described[p.Name], p)
		item := lookup{Name: p.Name, Value: valueText(p, whole.Unit), Cite: cmp.Or(p.Cite, whole.Cite)}
		if p.Table != nil {
			item.Do = "its files are not copied: make " + path.Join(path.Dir(file.Name), p.Table.File) + " of the publication (rulecheck help import)"
		}
		add(item, p.Range, sources[cmp.Or(p.Source, whole.Source)])
	}
	law := &syntax.Source{Publication: syntax.Publication{Name: wording.Everywhere("The law itself")}}
	if len(file.Sources) > 0 {
		law = file.Sources[0]
	}
	for _, p := range file.Programs {
		do := "compare the steps with the law, and remove to_check"
		if p.Imported {
			do = fmt.Sprintf("rulecheck import pap FILE.xml --year %s --out FOLDER/%s, then correct what it marks", w.to, file.Name)
		}
		add(lookup{Name: "program " + p.Name, Do: do}, p.Range, law)
	}
}

// valueText returns the value of a parameter as one line.
func valueText(p *syntax.Parameter, unit string) string {
	switch {
	case p.Value != nil:
		return strings.TrimSuffix(strings.TrimSpace(p.Value.Text+" "+unit), " 1") // the unit of a plain number
	case p.Text != nil:
		return p.Text.Text
	}
	var cells []string
	for _, v := range p.Values {
		cells = append(cells, strings.Join(append(syntax.Texts(v.Cases), v.Value.Text), " "))
	}
	for _, group := range p.Bands {
		for _, band := range group.Rows {
			row := append(syntax.Texts(group.Cases), band.Name)
			for _, cell := range band.Columns {
				row = append(row, cell.Key.Text, cell.Value.Text)
			}
			cells = append(cells, strings.TrimSpace(strings.Join(row, " ")))
		}
	}
	if rows := len(cells); rows > mostCells {
		return strings.Join(cells[:1], "") + fmt.Sprintf("; … (%d rows)", rows)
	}
	return strings.Join(cells, "; ")
}

// mostCells is how many rows of a figure a checklist prints.
const mostCells = 24
