package rules

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Review is like Validate, and also reports doubtful parts of rules that load, mostly as
// warnings: values that are stale or implausible, names that are easily confused, and
// unused programs. Today is the day on which the rules should apply.
func Review(files fs.FS, options Options, today time.Time) (*Book, diagnostic.List, Sources) {
	options.everything = true
	book, l := open(files, options)
	r := &review{}
	if book != nil { // even with marks and broken relations
		r.figures(book, today)
		r.runs(book)
	}
	if l.unfit.HasErrors() {
		book = nil
	}
	return book, slices.Concat(l.Findings, l.unfit, r.list), l.Source
}

// focus limits a review to what an editor needs while an author types. With a year, only
// the programs of that year are checked, and its figures against the year before; with 0,
// the files of the country without programs, for all years.
type focus struct {
	year int
	context.Context
}

// passes reports whether a year's programs are not checked.
func (f *focus) passes(y *year) bool { return f != nil && f.year != y.number }

// ended reports whether the review is cancelled.
func (f *focus) ended() bool { return f != nil && f.Err() != nil }

// alone reports whether one year is reviewed, and not the country.
func (f *focus) alone() bool { return f != nil && f.year != 0 }

// leavesOut reports whether a folder is neither that of the year nor of the one before.
func (f *focus) leavesOut(dir string) bool {
	return f.alone() && path.Base(dir) != strconv.Itoa(f.year) && path.Base(dir) != strconv.Itoa(f.year-1)
}

// Glance is Review of one year of a country for an editor, in two steps. It returns what
// it finds without running programs, and a function for all findings, which takes longer.
// The findings are incomplete once the context has ended. With year 0 it reviews the
// country's files without programs.
func Glance(ctx context.Context, files fs.FS, options Options, year int, today time.Time) (diagnostic.List, func() diagnostic.List) {
	r := &review{focus: &focus{year, ctx}}
	options.focus = r.focus
	book, l := open(files, options)
	if book != nil {
		r.figures(book, today)
	}
	found := func() diagnostic.List { return slices.Concat(l.Findings, l.unfit, r.list) }
	return found(), func() diagnostic.List {
		if book != nil && year != 0 {
			r.runs(book)
		}
		return found()
	}
}

// Findings returns the warnings of Review for an open book.
func (b *Book) Findings(today time.Time) diagnostic.List {
	r := &review{}
	r.figures(b, today)
	r.runs(b)
	return r.list
}

// UnusedVariables reports descriptions of variables that no program of any year of the book
// has. The book needs the years that are in the archive.
func (b *Book) UnusedVariables() diagnostic.List {
	r := &review{}
	for _, c := range b.countries {
		described, used := map[string]*syntax.Variable{}, map[string]bool{}
		for _, y := range c.stretches() {
			maps.Copy(described, y.module.Variables)
			for _, p := range y.module.Programs {
				for _, v := range slices.Concat(p.Declaration.Inputs, p.Declaration.State, p.Declaration.Outputs) {
					used[v.Name] = true
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(described)) {
			if v := described[name]; !used[name] && !v.Unused {
				r.warn(v.Range, "unused-name", "no program has variable "+name, "Remove it, or add unused: true.")
			}
		}
	}
	return r.list
}

// figures reviews what can be checked without running programs.
func (r *review) figures(b *Book, today time.Time) {
	for _, c := range b.countries {
		r.country(b, c)
		if !r.focus.alone() {
			r.lastYear(c, today.Unix()/86400)
			r.defaultYear(&b.service, c, today.Unix()/86400)
		}
	}
}

// review collects the findings of a Review.
type review struct {
	list  diagnostic.List
	focus *focus // nil: every year
	// medians has the median change of the figures of a year, in percent.
	medians map[*year]number.Decimal
}

// skips reports whether a year is not reviewed, or the review is cancelled.
func (r *review) skips(y *year) bool { return r.focus.passes(y) || r.focus.ended() }

func (r *review) fail(at diagnostic.Range, code, summary, detail string) {
	r.add(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (r *review) warn(at diagnostic.Range, code, summary, detail string) {
	r.add(diagnostic.Diagnostic{Severity: diagnostic.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// add adds a finding once, since the stretches of a year share most of their files.
func (r *review) add(d diagnostic.Diagnostic) {
	if !slices.ContainsFunc(r.list, func(known diagnostic.Diagnostic) bool {
		return known.Subject == d.Subject && known.Code == d.Code && known.Summary == d.Summary
	}) {
		r.list.Append(d)
	}
}

func (r *review) country(b *Book, c *Country) {
	for i, y := range c.years {
		if r.skips(y) {
			continue
		}
		for k, s := range y.stretches {
			r.names(s)
			r.programs(s)
			r.label(s)
			r.calendar(s)
			r.inputs(b, s)
			for _, p := range s.module.Parameters {
				r.parameter(s, p)
				switch {
				case k > 0 && y.stretches[k-1].parameter(p.Name) != nil:
					r.change(y.stretches[k-1], s, p)
				case k == 0 && i > 0 && c.years[i-1].parameter(p.Name) != nil:
					r.sinceYear(c.years[i-1], s, p)
				default:
					r.firstYear(p)
				}
			}
		}
		if i > 0 {
			r.sharedCitations(b, c.years[i-1], y)
			r.dropped(c.years[i-1], y)
		}
	}
}

// lastYear reports a country whose years have all ended.
func (r *review) lastYear(c *Country, today int64) {
	if c.status != Available {
		return
	}
	if last := c.years[len(c.years)-1]; last.to < today {
		r.warn(last.validAt, "stale-year", "no year of "+c.code+" covers today: the last one has ended",
			"Write the next one: rulecheck new "+c.profileKey+" "+strconv.Itoa(last.number+1)+" --from "+strconv.Itoa(last.number)+".")
	}
}

// defaultYear reports a default year that has ended although a later one exists.
func (r *review) defaultYear(s *Service, c *Country, today int64) {
	y := c.year(s.YearDefault)
	if y != nil && y.to < today && c.years[len(c.years)-1].to >= today {
		r.warn(s.yearDefaultAt, "stale-year", "the default year "+strconv.Itoa(s.YearDefault)+" of "+c.code+" has ended", "Write the current year.")
	}
}

// names reports names that differ in one letter.
func (r *review) names(y *year) {
	kinds := map[string]map[string]diagnostic.Range{"parameter": {}, "program": {}, "source": {}}
	for _, p := range y.module.Parameters {
		kinds["parameter"][p.Name] = p.Range
	}
	for name, p := range y.declared() {
		kinds["program"][name] = p.Range
	}
	for _, s := range y.module.Sources {
		kinds["source"][s.ID] = s.Range
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		known := slices.Sorted(maps.Keys(kinds[kind]))
		for i, name := range known {
			for _, other := range known[:i] {
				if confusable(other, name) {
					r.warn(kinds[kind][name], "similar-name", kind+" "+name+" is easily confused with "+other,
						"The other one is at "+kinds[kind][other].String()+". Rename one, or remove it if it is a mistake.")
				}
			}
		}
	}
}

// confusable reports whether one name has one letter more than the other, neither the
// first nor a digit. Names with a different letter may be different words, such as
// employer and employee.
func confusable(a, b string) bool {
	const shortest = 6
	if min(len(a), len(b)) < shortest || len(a) == len(b) || a[0] != b[0] || diagnostic.Edits([]rune(a), []rune(b), 1) != 1 {
		return false
	}
	letters := func(c rune) rune {
		if unicode.IsDigit(c) {
			return -1
		}
		return c
	}
	return strings.Map(letters, a) != strings.Map(letters, b)
}

// declared returns the programs of a year as its files declare them, by name.
func (y *year) declared() map[string]*syntax.Program {
	programs := map[string]*syntax.Program{}
	for _, name := range y.module.ProgramNames {
		p, _ := y.module.Program(name)
		programs[name] = p.Declaration
	}
	return programs
}

// programs reports unused programs.
func (r *review) programs(y *year) {
	all := y.declared()
	used := map[*syntax.Program]bool{}
	for _, name := range []string{NetProgram, reverseProgram, lawDateProgram, paydayProgram} {
		addCalled(func(name string) *syntax.Program { return all[name] }, name, used)
	}
	for _, name := range y.module.ProgramNames {
		if p := all[name]; !used[p] {
			r.warn(p.Range, "unused-program", "no line of a payslip uses program "+name, "Call it, or remove it.")
		}
		r.printedFigures(y, all[name])
	}
}

// printedFigures compares the year's figures with those of its official plan. A plan of
// another year, kept until this year's is published, does not count.
func (r *review) printedFigures(y *year, program *syntax.Program) {
	source, known := y.source(program.Source)
	if !known || !strings.Contains(source.Name, strconv.Itoa(y.number)) {
		return
	}
	for _, f := range program.Figures {
		p := y.parameter(f.Name)
		printed, err := number.Parse(f.Value.Text)
		if p == nil || p.Value == nil || err != nil {
			continue
		}
		if value, _ := p.Number(); value.Cmp(printed) != 0 && p.Accepted == "" {
			r.fail(p.Value.Range, "figure-differs", f.Name+" is "+value.String()+" here and "+printed.String()+" in "+source.Name,
				"The program computes with the value here: correct it, or import the right file. If the plan is wrong, say why: accepted: …")
		}
	}
}

// parameter reviews a parameter without other years.
func (r *review) parameter(y *year, p *types.Parameter) {
	begins := number.Day(y.from)
	if endedBefore(p, y) {
		r.warn(p.UntilRange, "stale-value", "the law sets "+p.Name+" only until "+p.Until+", before this year begins", "Look up the new figure, and correct value and until.")
	}
	r.fallingRates(p)
	source, known := y.source(p.Source)
	if !p.Yearly || !known || p.ToCheck || source.ToCheck { // a mark says it already
		return
	}
	old := ""
	if source.Date != "" && source.Date < begins.AddDate(-1, 0, 0).Format(time.DateOnly) {
		old = source.Date
	} else if last := strconv.Itoa(y.number - 1); strings.Contains(source.Name, last) && !strings.Contains(source.Name, strconv.Itoa(y.number)) {
		old = last
	}
	if old != "" { // once for all figures of the source
		r.warn(source.Range, "old-source", "the source "+source.ID+" is of "+old+", but its figures change every year", "Name the publication that sets them for "+y.label+".")
	}
}

func (y *year) source(id string) (*syntax.Source, bool) {
	for _, s := range y.module.Sources {
		if s.ID == id {
			return s, true
		}
	}
	return nil, false
}

// fallingRates reports bands whose rates fall after they have risen, or the other way
// round, since a row may be out of place. A parameter may give the reason; if bands have
// several rates, some may go up and
// down.
func (r *review) fallingRates(p *types.Parameter) {
	var rates []string
	for column, unit := range p.Units {
		if unit == "percent" {
			rates = append(rates, column)
		}
	}
	if len(rates) > 1 || p.Accepted != "" {
		return
	}
	for _, column := range rates {
		for _, group := range p.Bands {
			r.fallingColumn(p, group.Rows, column)
		}
	}
}

func (r *review) fallingColumn(p *types.Parameter, rows []*syntax.Band, column string) {
	var before number.Decimal
	direction := 0
	for i, band := range rows {
		for _, cell := range band.Columns {
			value, err := number.Parse(cell.Value.Text)
			if cell.Key.Text != column || err != nil {
				continue
			}
			if i > 0 {
				step := value.Cmp(before)
				if step*direction < 0 {
					r.warn(cell.Value.Range, "falling-rates", "the rates of "+p.Name+" turn around here", "Check that the bands are in order and that each end has its own rate.")
				}
				if step != 0 {
					direction = step
				}
			}
			before = value
		}
	}
}

// inputs reports a bound of gross pay that nothing reads, since the service bounds it for all
// countries.
func (r *review) inputs(b *Book, y *year) {
	for at, in := range y.program.Inputs {
		bounds := in.Type.Bounds
		if at == y.gross && in.Declaration.Range.File != paymentFile && bounds.Max != nil && bounds.Max.Cmp(b.service.GrossMax) != 0 {
			r.warn(in.Declaration.Range, "unread-bound", "gross has the maximum "+bounds.Max.String()+", which nothing reads", "The service accepts "+b.service.GrossMax.String()+" in every country: write this maximum, or refuse larger amounts in program "+NetProgram+".")
		}
	}
}

// firstYear reports a rate that may be a fraction, unless an earlier year or a reason
// confirms it.
func (r *review) firstYear(p *types.Parameter) {
	for _, f := range p.Flat() {
		if f.Unit == "percent" && p.Accepted == "" && f.Value.Sign() > 0 && f.Value.Cmp(number.New(1, 0)) < 0 {
			r.warn(f.At, "implausible-rate", f.Key+" is "+f.Value.String()+" percent, and no year before confirms it",
				"Is it a fraction, "+f.Value.Mul(number.New(100, 0)).Trim().String()+" percent? If it is right, say why: accepted: …")
			return
		}
	}
}

// sinceYear compares a parameter with the year before.
func (r *review) sinceYear(before, y *year, p *types.Parameter) {
	old := before.parameter(p.Name)
	if old.Parameter.Unit != p.Parameter.Unit {
		r.warn(p.UnitRange, "changed-unit", "the unit of "+p.Name+" was "+old.Parameter.Unit+" in "+before.label, "Is the value in the intended unit? Keep the unit, or choose a new name.")
		return
	}
	if p.ToCheck {
		return // a mark says it already
	}
	at := p.Range
	if p.Value != nil {
		at = p.Value.Range
	}
	if p.Yearly && p.Kept == "" && sameFigures(old, p) {
		r.warn(at, "unchanged-value", p.Name+" is as in "+before.label+", but changes every year", "Look it up: "+p.Cite+". If the law has kept it for this year, say so: kept: …")
	}
	r.copiedText(before, y, p)
	r.change(before, y, p)
}

// change compares the figures of a parameter with the previous ones.
func (r *review) change(before, y *year, p *types.Parameter) {
	old := before.parameter(p.Name)
	figures := figuresOf(old)
	for _, f := range p.Flat() {
		if was, there := figures[f.Key]; there && !endedBefore(old, y) && (p.Accepted == "" && r.unlikely(before, y, was, f.Value) || misplaced(was, f.Value)) {
			r.warn(f.At, "unlikely-change", f.Key+" was "+was.String()+" in "+before.label+" and is "+f.Value.String()+" now", "Is a digit or the decimal point out of place? Compare it with the law: "+p.Cite+". If it is right, say why: accepted: …")
			return
		}
		delete(figures, f.Key)
	}
	if len(p.Bands) > 0 && len(figures) > 0 && p.Accepted == "" && p.Kept == "" && !endedBefore(old, y) {
		r.warn(p.Range, "dropped-parameter", p.Name+" lacks "+slices.Sorted(maps.Keys(figures))[0]+", which "+before.label+" has", "Add it, or if the law has abolished it, say so: accepted: …")
	}
}

func (y *year) parameter(name string) *types.Parameter {
	for _, p := range y.module.Parameters {
		if p.Name == name {
			return p
		}
	}
	return nil
}

func sameFigures(a, b *types.Parameter) bool {
	if a.Text != nil && b.Text != nil {
		return a.Text.Text == b.Text.Text
	}
	return slices.EqualFunc(a.Flat(), b.Flat(), func(x, y types.Figure) bool { return x.Key == y.Key && x.Value.Cmp(y.Value) == 0 })
}

// endedBefore reports whether the law set a figure only until before the year.
func endedBefore(p *types.Parameter, y *year) bool { return p.Until != "" && p.Until < dayText(y.from) }

// dropped reports parameters that only the year before lists.
func (r *review) dropped(before, y *year) {
	for _, p := range before.module.Parameters {
		if now := y.parameter(p.Name); p.Listed && (now == nil || !now.Listed) && !endedBefore(p, y) {
			r.warn(y.validAt, "dropped-parameter", "parameter "+p.Name+" of "+before.label+" is not listed in "+y.label, "Add it, if the law has not abolished it; callers ask for it by name.")
		}
	}
}
