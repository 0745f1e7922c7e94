package review

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// country reviews what can be checked of a country without running programs. Years are the
// stretches of each of its years; with only, the others are not reviewed.
func (r *review) country(years [][]rules.Stretch, only int) {
	for i, year := range years {
		if only != 0 && year[0].Number != only {
			continue
		}
		for k, s := range year {
			r.similarNames(s)
			r.copiedEntries(s)
			r.programs(s)
			r.label(s)
			r.calendar(s)
			r.inputs(s)
			for _, p := range s.Parameters {
				r.parameter(s, p)
				switch {
				case k > 0 && year[k-1].Parameter(p.Name) != nil:
					r.change(year[k-1], s, p)
				case k == 0 && i > 0 && last(years[i-1]).Parameter(p.Name) != nil:
					r.sinceYear(last(years[i-1]), s, p)
				default:
					r.firstYear(p)
				}
			}
		}
		if i > 0 {
			r.sharedCitations(last(years[i-1]), last(year))
			r.dropped(last(years[i-1]), last(year))
			r.droppedChecks(last(years[i-1]), last(year))
		}
	}
}

func last(stretches []rules.Stretch) rules.Stretch { return stretches[len(stretches)-1] }

// ended reports a country whose years have all ended, and a default year that has although a
// later one exists.
func (r *review) ended(c *rules.Country, newest rules.Stretch, today string) {
	service := r.book.Service()
	switch {
	case newest.To < today:
		r.warn(newest.ValidAt, "stale-year", "no year of "+c.Code+" covers today: the last one has ended",
			"Write the next one: rulecheck new "+c.ProfileKey+" "+strconv.Itoa(newest.Number+1)+" --from "+strconv.Itoa(newest.Number)+".")
	case slices.Contains(c.Years, service.YearDefault) && last(c.Stretches(service.YearDefault)).To < today:
		r.warn(service.YearDefaultAt, "stale-year", "the default year "+strconv.Itoa(service.YearDefault)+" of "+c.Code+" has ended", "Write the current year.")
	}
}

// defaultYear reports a default year that no country serves. A single country may be a year ahead.
func (r *review) defaultYear() {
	service, countries, nearest := r.book.Service(), 0, 0
	for _, c := range r.book.Countries() {
		if c.Status != rules.Available {
			continue
		}
		countries++
		for _, year := range c.Years {
			if nearest == 0 || abs(year-service.YearDefault) < abs(nearest-service.YearDefault) {
				nearest = year
			}
		}
	}
	if far := abs(nearest - service.YearDefault); countries > 0 && (far > 1 || far > 0 && countries > 1) {
		r.warn(service.YearDefaultAt, "missing-year", "no country has the default year "+strconv.Itoa(service.YearDefault), "Write a year that countries have, such as "+strconv.Itoa(nearest)+".")
	}
}

func abs(n int) int { return max(n, -n) }

// similarNames reports names that differ in one letter.
func (r *review) similarNames(y rules.Stretch) {
	kinds := map[string]map[string]diagnostic.Range{"parameter": {}, "program": {}, "source": {}}
	for _, p := range y.Parameters {
		kinds["parameter"][p.Name] = p.Range
	}
	for name, p := range declared(y) {
		kinds["program"][name] = p.Range
	}
	for _, s := range y.Sources {
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
func declared(y rules.Stretch) map[string]*syntax.Program {
	programs := map[string]*syntax.Program{}
	for _, name := range y.ProgramNames {
		p, _ := y.Program(name)
		programs[name] = p.Declaration
	}
	return programs
}

// programs reports unused programs.
func (r *review) programs(y rules.Stretch) {
	all := declared(y)
	used := map[*syntax.Program]bool{}
	for _, name := range rules.AskedFor() {
		rules.AddCalled(func(name string) *syntax.Program { return all[name] }, name, used)
	}
	for _, name := range y.ProgramNames {
		if p := all[name]; !used[p] {
			r.warn(p.Range, "unused-program", "no line of a payslip uses program "+name, "Call it, or remove it.")
		}
		r.printedFigures(y, all[name])
	}
}

// printedFigures compares the year's figures with those of its official plan. A plan of
// another year, kept until this year's is published, does not count.
func (r *review) printedFigures(y rules.Stretch, program *syntax.Program) {
	source, known := source(y, program.Source)
	if !known || !strings.Contains(source.Name.English, strconv.Itoa(y.Number)) {
		return
	}
	for _, f := range program.Figures {
		p := y.Parameter(f.Name)
		printed, err := number.Parse(f.Value.Text)
		if p == nil || p.Value == nil || err != nil {
			continue
		}
		if value, _ := p.Number(); value.Cmp(printed) != 0 && p.Accepted == "" {
			r.fail(p.Value.Range, "figure-differs", f.Name+" is "+value.String()+" here and "+printed.String()+" in "+source.Name.English,
				"The program computes with the value here: correct it, or import the right file. If the plan is wrong, say why: accepted: …")
		}
	}
}

// parameter reviews a parameter without other years.
func (r *review) parameter(y rules.Stretch, p *types.Parameter) {
	if endedBefore(p, y) {
		r.warn(p.UntilRange, "stale-value", "the law sets "+p.Name+" only until "+p.Until+", before this year begins", "Look up the new figure, and correct value and until.")
	}
	r.fallingRates(p)
	source, known := source(y, p.Source)
	if !p.Yearly || !known || p.ToCheck || source.ToCheck { // a mark says it already
		return
	}
	old := ""
	if source.Date != "" && source.Date < moved(y.From, -1, 0) {
		old = source.Date
	} else if last := strconv.Itoa(y.Number - 1); strings.Contains(source.Name.English, last) && !strings.Contains(source.Name.English, strconv.Itoa(y.Number)) {
		old = last
	}
	if old != "" { // once for all figures of the source
		r.warn(source.Range, "old-source", "the source "+source.ID+" is of "+old+", but its figures change every year", "Name the publication that sets them for "+y.Label+".")
	}
}

func source(y rules.Stretch, id string) (*syntax.Source, bool) {
	for _, s := range y.Sources {
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
func (r *review) inputs(y rules.Stretch) {
	most := r.book.Service().GrossMax
	for _, in := range y.Net.Inputs {
		at := in.Declaration.Range
		if bound := in.Type.Bounds.Max; in.Name == rules.AmountField && strings.HasPrefix(at.File, y.Country.Folder()+"/") && bound != nil && bound.Cmp(most) != 0 {
			r.warn(at, "unread-bound", "gross has the maximum "+bound.String()+", which nothing reads", "The service accepts "+most.String()+" in every country: write this maximum, or refuse larger amounts in program "+rules.NetProgram+".")
		}
	}
}

// firstYear reports a rate that may be a fraction, unless an earlier year or a reason
// confirms it.
func (r *review) firstYear(p *types.Parameter) {
	for _, f := range rules.Flat(p) {
		if f.Unit == "percent" && p.Accepted == "" && f.Value.Sign() > 0 && f.Value.Cmp(number.New(1, 0)) < 0 {
			r.warn(f.At, "implausible-rate", f.Key+" is "+f.Value.String()+" percent, and no year before confirms it",
				"Is it a fraction, "+f.Value.Mul(number.New(100, 0)).Trim().String()+" percent? If it is right, say why: accepted: …")
			return
		}
	}
}

// sinceYear compares a parameter with the year before.
func (r *review) sinceYear(before, y rules.Stretch, p *types.Parameter) {
	old := before.Parameter(p.Name)
	if old.Parameter.Unit != p.Parameter.Unit {
		r.warn(p.UnitRange, "changed-unit", "the unit of "+p.Name+" was "+old.Parameter.Unit+" in "+before.Label, "Is the value in the intended unit? Keep the unit, or choose a new name.")
		return
	}
	if p.ToCheck {
		return // a mark says it already
	}
	at := p.Range
	if p.Value != nil {
		at = p.Value.Range
	}
	if p.Yearly && !renewed(p.Kept, old.Kept) && sameFigures(old, p) {
		ask := "If the law has kept it for this year, say so: kept: …"
		if p.Kept != "" {
			ask = "The reason under kept is that of " + before.Label + ": say why the law has kept it for this year too."
		}
		r.warn(at, "unchanged-value", p.Name+" is as in "+before.Label+", but changes every year", "Look it up: "+p.Cite+". "+ask)
	}
	r.copiedText(before, y, p)
	r.othersCitation(before, y, p)
	r.change(before, y, p)
}

// change compares the figures of a parameter with the previous ones.
func (r *review) change(before, y rules.Stretch, p *types.Parameter) {
	old := before.Parameter(p.Name)
	figures := figuresOf(old)
	answered := renewed(p.Accepted, old.Accepted) || p.Accepted != "" && before.Number == y.Number
	for _, f := range rules.Flat(p) {
		if was, there := figures[f.Key]; there && !endedBefore(old, y) && (!answered && r.unlikely(before, y, was, f.Value) || misplaced(was, f.Value)) {
			r.warn(f.At, "unlikely-change", f.Key+" was "+was.String()+" in "+before.Label+" and is "+f.Value.String()+" now", "Is a digit or the decimal point out of place? Compare it with the law: "+p.Cite+". If it is right, say why: accepted: …")
			return
		}
		delete(figures, f.Key)
	}
	if len(p.Bands) > 0 && len(figures) > 0 && p.Accepted == "" && p.Kept == "" && !endedBefore(old, y) {
		r.warn(p.Range, "dropped-parameter", p.Name+" lacks "+slices.Sorted(maps.Keys(figures))[0]+", which "+before.Label+" has", "Add it, or if the law has abolished it, say so: accepted: …")
	}
}

// renewed reports whether a reason was given for this year: one that is copied from the year before
// answers nothing.
func renewed(reason, before string) bool { return reason != "" && reason != before }

func sameFigures(a, b *types.Parameter) bool {
	if a.Text != nil && b.Text != nil {
		return a.Text.Text == b.Text.Text
	}
	return slices.EqualFunc(rules.Flat(a), rules.Flat(b), func(x, y rules.FlatFigure) bool { return x.Key == y.Key && x.Value.Cmp(y.Value) == 0 })
}

// endedBefore reports whether the law set a figure only until before the year.
func endedBefore(p *types.Parameter, y rules.Stretch) bool { return p.Until != "" && p.Until < y.From }

// dropped reports parameters that only the year before lists.
func (r *review) dropped(before, y rules.Stretch) {
	for _, p := range before.Parameters {
		if now := y.Parameter(p.Name); p.Listed && (now == nil || !now.Listed) && !endedBefore(p, y) {
			r.warn(y.ValidAt, "dropped-parameter", "parameter "+p.Name+" of "+before.Label+" is not listed in "+y.Label, "Add it, if the law has not abolished it; callers ask for it by name.")
		}
	}
}

// relations returns the checks of the files of a year, by what they require.
func (r *review) relations(y rules.Stretch) map[string]*syntax.Node {
	found, folder := map[string]*syntax.Node{}, path.Join(y.Country.Folder(), strconv.Itoa(y.Number))
	head := &syntax.File{Root: r.trees[path.Join(folder, "parameters.yaml")]}
	for _, name := range append(rules.MadeOf(r.files, folder, head), "parameters.yaml") {
		for _, check := range r.trees[path.Join(folder, name)].Get("checks").List() {
			found[check.Get("that").Plain()] = check
		}
	}
	return found
}

// figuresIn lists the figures that a formula reads.
func figuresIn(formula string) []string {
	tree, failed := syntax.ParseExpression(formula)
	if failed != nil {
		return nil
	}
	return syntax.Fields(tree, syntax.Parameters)
}

// droppedChecks reports checks that only the year before has, if all their figures are still there
// and none is in a new check or says why: accepted.
func (r *review) droppedChecks(before, y rules.Stretch) {
	old, now := r.relations(before), r.relations(y)
	checkedAnew := map[string]bool{} // figures of new checks
	for that := range now {
		for _, name := range figuresIn(that) {
			checkedAnew[name] = checkedAnew[name] || old[that] == nil
		}
	}
	for _, that := range slices.Sorted(maps.Keys(old)) {
		answered := now[that] != nil
		for _, name := range figuresIn(that) {
			p, was := y.Parameter(name), before.Parameter(name)
			answered = answered || p == nil || was == nil || renewed(p.Accepted, was.Accepted) || checkedAnew[name]
		}
		if !answered {
			r.warn(y.ValidAt, "dropped-check", y.Label+" lacks the check at "+old[that].Range.String()+", which "+before.Label+" has: "+that, "Add it, or one that holds now; if the law no longer has the relation, say so beside a figure of it: accepted: …")
		}
	}
}

// UnusedVariables reports descriptions of variables that no program of any year of a book has. The
// book needs the years that are in the archive.
func UnusedVariables(book *rules.Book) diagnostic.List {
	r := &review{}
	for _, c := range book.Countries() {
		described, used := map[string]*syntax.Variable{}, map[string]bool{}
		for _, number := range c.Years {
			for _, s := range c.Stretches(number) {
				maps.Copy(described, s.Variables)
				for _, p := range s.Programs {
					for _, v := range slices.Concat(p.Declaration.Inputs, p.Declaration.State, p.Declaration.Outputs) {
						used[v.Name] = true
					}
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
