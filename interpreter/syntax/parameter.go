package syntax

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// Parameter is a figure of the law.
type Parameter struct {
	Name  string
	Range diagnostic.Range
	// Content applies all year; if there is Dated, that applies instead.
	Content
	Dated []Dated
	// By names the enumerations whose cases choose among the values or bands.
	By      []string         `key:"by"`
	ByRange diagnostic.Range `key:"by,at"`
	// Units has the unit of each column of bands, UnitsAt the place of each.
	Units       map[string]string
	UnitsAt     map[string]diagnostic.Range
	Unit        string           `key:"unit"`
	UnitText    string           `key:"unit_text"`
	UnitRange   diagnostic.Range `key:"unit,at"`
	Label       *Text            `key:"label"`
	Source      string           `key:"source"`
	SourceRange diagnostic.Range `key:"source,at"`
	Cite        string           `key:"cite"`
	Listed      bool             `key:"listed"`
	// Threshold marks an amount of pay at which the law begins or ends something.
	Threshold bool `key:"threshold"`
	// Yearly marks a figure that the law sets every year.
	Yearly bool `key:"changes,mark"`
	// Until is the last day for which the law has set the figure, such as 2026-12-31;
	// empty if there is none.
	Until      string           `key:"until"`
	UntilRange diagnostic.Range `key:"until,at"`
	// Accepted is the reason for a figure that looks like a typo, Kept the reason why a
	// yearly figure is as in the year before, and Unread the reason for a parameter that no
	// program reads, and Unproved the reason why no labelled case can show that it is right; each
	// may be empty.
	Unproved string `key:"unproved"`
	Accepted string `key:"accepted"`
	Kept     string `key:"kept"`
	Unread   string `key:"unread"`
	ToCheck  bool   `key:"to_check,mark"`

	written Entry
}

// CaseValue is the number for one case, or for cases of several enumerations.
type CaseValue struct {
	Cases []*Node
	Value *Node
}

// CaseBands are the bands for one case, or for cases of several enumerations; bands for
// every case have no cases.
type CaseBands struct {
	Cases []*Node
	Rows  []*Band
}

// Cell is one number of a parameter.
type Cell struct {
	From string // the first day, if it is dated
	// Cases, Band and Column locate it; each may be empty. A band without a name is band1,
	// band2 and so on.
	Cases        []string
	Band, Column string
	Node         *Node
}

// Name returns the path of the cell, such as threshold.single.month.
func (c Cell) Name(parameter string) string {
	parts := append([]string{parameter}, c.Cases...)
	if c.Column != "" {
		parts = append(parts, c.Band, c.Column)
	}
	if c.From != "" {
		parts[len(parts)-1] += "@" + c.From
	}
	return strings.Join(parts, ".")
}

// Cells returns the numbers of the parameter in the order of the file.
func (p *Parameter) Cells() []Cell {
	list := p.Content.Cells()
	for _, d := range p.Dated {
		for _, cell := range d.Cells() {
			cell.From = d.From
			list = append(list, cell)
		}
	}
	return list
}

// Cells returns the numbers in the order of the file.
func (c *Content) Cells() (list []Cell) {
	if c.Value != nil {
		list = append(list, Cell{Node: c.Value})
	}
	for _, v := range c.Values {
		list = append(list, Cell{Cases: Texts(v.Cases), Node: v.Value})
	}
	for _, b := range c.Bands {
		for i, row := range b.Rows {
			for _, column := range row.Columns {
				list = append(list, Cell{Cases: Texts(b.Cases), Band: cmp.Or(row.Name, "band"+strconv.Itoa(i+1)), Column: column.Key.Text, Node: column.Value})
			}
		}
	}
	return list
}

// Band is one row of bands.
type Band struct {
	Name    string
	Range   diagnostic.Range
	Columns []Entry
}

// Publication is what answers say of an official publication.
type Publication struct {
	Name    wording.Text `key:"name"`
	URL     string       `key:"url"`
	License string       `key:"license"`
	// Plain reports that JSON needs no escapes in them; it is set where answers repeat them often.
	Plain bool
}

// Source is a publication that figures cite.
type Source struct {
	Publication
	ID      string
	Date    string `key:"date"`
	Digest  string `key:"digest"`
	ToCheck bool   `key:"to_check,mark"`
	Range   diagnostic.Range
}

// Each is the key of what the parameters of a group have unless they say otherwise.
const Each = "each"

// ParameterMaps returns the groups of a file's parameters: the section, or those in its list.
func ParameterMaps(file *Node) []*Node {
	section := file.Get("parameters")
	if section != nil && section.Kind == Mapping {
		return []*Node{section}
	}
	return section.List()
}

// ParameterNodes returns what is written of a parameter in a file, and of all of its group; either
// may be nil.
func ParameterNodes(file *Node, name string) (own, each *Node) {
	for _, group := range ParameterMaps(file) {
		if own = group.Get(name); own != nil {
			return own, group.Get(Each)
		}
	}
	return nil, nil
}

// parameters reads the section, each parameter with what its group says of all.
func (r *Reader) parameters(file *Node) (list []*Parameter) {
	for _, group := range ParameterMaps(file) {
		each := group.Get(Each)
		own := slices.DeleteFunc(slices.Clone(r.entries(group)), func(e Entry) bool { return each != nil && e.Value == each })
		list = append(list, declared(r, own, func(e Entry, name string) *Parameter { return r.parameter(e, name, r.entries(each)) })...)
	}
	return list
}

// parameter reads what a file says of a parameter; another file may say the rest.
func (r *Reader) parameter(e Entry, name string, each []Entry) *Parameter {
	said := &Node{Kind: Mapping, Range: e.Value.Range, Entries: slices.Clip(e.Value.Entries)}
	if e.Value.Kind == Scalar { // NAME: 14.6 is short for NAME: {value: 14.6}
		said.Entries = []Entry{{Key: &Node{Kind: Scalar, Text: "value", Range: e.Value.Range}, Value: e.Value}}
	}
	for _, usual := range each {
		if said.Get(usual.Key.Text) == nil {
			said.Entries = append(said.Entries, usual)
		}
	}
	e.Value = said
	return r.parameterOver(Parameter{Listed: true}, e, name, said.Get("by") == nil)
}

// depth returns how many levels of maps a value has.
func depth(n *Node) int {
	if n == nil || n.Kind != Mapping || len(n.Entries) == 0 {
		return 0
	}
	return 1 + depth(n.Entries[0].Value)
}

// parameterOver reads a parameter that takes over from another what it does not say. Its figures
// have as many levels of cases as by has enumerations, or any number if another file may say by.
func (r *Reader) parameterOver(said Parameter, e Entry, name string, open bool) *Parameter {
	p := &said
	p.Name, p.Range, p.written = name, e.Key.Range, e
	if r.read(e.Value, p); e.Value.Kind != Mapping {
		return nil
	}
	if n := e.Value.Get("table"); n != nil {
		p.Table = r.tableFile(n)
	}
	values := e.Value.Get("values")
	if values != nil && values.Kind == Sequence {
		p.Dated = r.dated(p, open, values)
	} else {
		r.figures(p, &p.Content, open, values, e.Value.Get("bands"))
	}
	if units := e.Value.Get("units"); units != nil {
		p.Units, p.UnitsAt = map[string]string{}, map[string]diagnostic.Range{}
		for _, u := range r.entries(units) {
			p.Units[u.Key.Text], p.UnitsAt[u.Key.Text] = u.Value.Plain(), u.Value.Range
		}
	}
	return p
}

// HasFigure reports whether the file that has the parameter gives its figure. One that does
// not describes it for the files of years, which give the figure.
func (p *Parameter) HasFigure() bool { return p.forms() > 0 || len(p.Dated) > 0 }

// Figures returns the parameters whose figures the file gives, with what described says of
// them. What is missing in one is reported where a module declares it.
func (f *File) Figures(described map[string]*Parameter) (list []*Parameter) {
	for _, p := range f.Parameters {
		if p.HasFigure() {
			p, _ = p.Under(described[p.Name])
			list = append(list, p)
		}
	}
	return list
}

// Under returns the parameter with what it does not say itself as described says it, which
// may be nil, and reports what is missing then.
func (p *Parameter) Under(described *Parameter) (*Parameter, diagnostic.List) {
	r := &Reader{}
	said := Parameter{Listed: true}
	if described != nil {
		said = *described
	}
	if described != nil || len(p.By) == 0 && (len(p.Values) > 0 || len(p.Bands) > 0 || len(p.Dated) > 0) {
		p = r.parameterOver(said, p.written, p.Name, false)
	}
	if len(r.Findings) == 0 {
		r.complete(p)
	}
	whole := *p
	whole.written = Entry{}
	return &whole, r.Findings
}

// complete reports what is missing in a parameter.
func (r *Reader) complete(p *Parameter) {
	for _, key := range []struct {
		name string
		has  bool
	}{{"label", p.Label != nil}, {"source", p.Source != ""}, {"cite", p.Cite != ""}} {
		if !key.has {
			schema := ruleSchema()
			r.Findings.Append(schema.lacks(schema.definition("parameter"), key.name, &path{key: p.written.Key, shape: schema.definition("parameter")}, p.Range))
		}
	}
	if p.forms() > 1 || !p.HasFigure() || len(p.Dated) > 0 && p.forms() > 0 {
		r.Findings.Fail(p.Range, "missing-value", "parameter "+p.Name+" needs one of value, values, bands, table or text", "Write one of them, such as value: 14.6.")
	}
	p = p.On("")
	if p.Unit == "" && p.Units == nil && p.Text == nil && p.Table == nil {
		r.Findings.Fail(p.Range, "missing-unit", "parameter "+p.Name+" has no unit", "Add unit: and what the figure counts, such as EUR/year, EUR or percent.")
	}
	switch {
	case len(p.Values) > 0 && len(p.By) == 0:
		r.Findings.Fail(p.Range, "missing-by", "parameter "+p.Name+" has values by case but no by", "Add by: and the name of a type.")
	case len(p.By) > 0 && (p.Value != nil || p.Text != nil):
		r.Findings.Fail(p.ByRange, "wrong-shape", "parameter "+p.Name+" goes by "+strings.Join(p.By, ", ")+" but has one figure", "Write values: {CASE: figure, …}, or remove by.")
	}
}

// figures reads the numbers or bands of a parameter, by case if it has by.
func (r *Reader) figures(p *Parameter, c *Content, open bool, values, bands *Node) {
	c.Value, c.Text = c.Value.apart(), c.Text.apart()
	levels := len(p.By)
	if open {
		levels = max(depth(values), depth(bands))
	}
	if values != nil {
		r.eachCase(values, max(1, levels), nil, func(cases []*Node, n *Node) {
			if n.Kind == Mapping {
				r.Findings.Fail(n.Range, "wrong-shape", "the values of "+p.Name+" have more levels than by has enumerations", "Name one enumeration in by for each level: by: [first, second].")
				return
			}
			c.Values = append(c.Values, CaseValue{cases, n.apart()})
		})
	}
	if bands != nil {
		if levels == 0 && bands.Kind == Mapping {
			r.Findings.Fail(bands.Range, "missing-by", "parameter "+p.Name+" has bands by case but no by", "Add by: and the name of a type.")
			return
		}
		r.eachCase(bands, levels, nil, func(cases []*Node, n *Node) {
			if rows := r.bands(n); len(rows) > 0 {
				c.Bands = append(c.Bands, CaseBands{cases, rows})
			}
		})
	}
}

// eachCase visits the values of nested maps, one level for each enumeration.
func (r *Reader) eachCase(n *Node, levels int, cases []*Node, visit func(cases []*Node, n *Node)) {
	if levels == 0 {
		visit(cases, n)
		return
	}
	for _, e := range r.entries(n) {
		r.eachCase(e.Value, levels-1, append(slices.Clone(cases), e.Key.apart()), visit)
	}
}

func (r *Reader) bands(n *Node) (list []*Band) {
	for _, row := range r.items(n) {
		band := &Band{Range: row.Range}
		for _, e := range r.entries(row) {
			if e.Key.Text == "name" {
				band.Name = e.Value.Plain()
				continue
			}
			band.Columns = append(band.Columns, e.apart())
		}
		list = append(list, band)
	}
	return list
}

// Content is the value of a parameter, in one of its fields: a number, a text, a number
// for each case of the enumerations in By, bands, which may also be by case, or a table.
type Content struct {
	Value  *Node `key:"value"`
	Text   *Node `key:"text"`
	Values []CaseValue
	Bands  []CaseBands
	Table  *TableFile
}

// parts reports which fields are set.
func (c *Content) parts() [5]bool {
	return [...]bool{c.Value != nil, c.Text != nil, len(c.Values) > 0, len(c.Bands) > 0, c.Table != nil}
}

func (c *Content) forms() (n int) {
	for _, there := range c.parts() {
		if there {
			n++
		}
	}
	return n
}

// Dated is the value of a parameter from a day of the year until the next one begins.
type Dated struct {
	From  string           `key:"from"` // such as 2026-07-01
	Range diagnostic.Range `key:"from,at"`
	Content
	// Source and Cite override those of the parameter unless they are empty.
	Source      string           `key:"source"`
	Cite        string           `key:"cite"`
	SourceRange diagnostic.Range `key:"source,at"`
}

// On returns the parameter on a day, such as 2026-07-01; an empty day is the end of the
// year.
func (p *Parameter) On(day string) *Parameter {
	if len(p.Dated) == 0 {
		return p
	}
	now := p.Dated[0]
	for _, d := range p.Dated {
		if day == "" || d.From <= day {
			now = d
		}
	}
	at := *p
	at.Content, at.Range = now.Content, now.Range
	if now.Source != "" {
		at.Source, at.SourceRange = now.Source, now.SourceRange
	}
	if now.Cite != "" {
		at.Cite = now.Cite
	}
	return &at
}

// dated reads a list of values, each with its first day.
func (r *Reader) dated(p *Parameter, open bool, n *Node) []Dated {
	name := p.Name
	var list []Dated
	for _, item := range r.items(n) {
		d := Dated{Range: item.Range}
		if !r.read(item, &d) {
			return nil
		}
		if r.figures(p, &d.Content, open, item.Get("values"), item.Get("bands")); d.From == "" {
			return nil
		}
		if len(list) > 0 && d.From <= list[len(list)-1].From {
			r.Findings.Fail(d.Range, "order", "this value of "+name+" holds from "+d.From+", the value above it from "+list[len(list)-1].From, "Sort the values by from, the earliest first.")
		}
		if len(list) > 0 && d.parts() != list[0].parts() {
			r.Findings.Fail(item.Range, "wrong-shape", "this value of "+name+" has another form than the first", "Use the same one of value, values, bands or text all year.")
		}
		list = append(list, d)
	}
	return list
}
