package declaration

import (
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// Parameter is a figure of the law.
type Parameter struct {
	Name  string
	Range diagnostic.Range
	// One of these holds the figure: a number, a text, one number for each case
	// of an enumeration, or bands.
	Value  *document.Node
	Text   *document.Node
	By     string
	Values []document.Entry
	Bands  []*Band
	// Units holds the unit of each column of bands.
	Units       map[string]string
	Unit        string
	UnitText    string
	UnitRange   diagnostic.Range
	Label       *Text
	Source      string
	SourceRange diagnostic.Range
	Cite        string
	Listed      bool
	// Threshold says that the law begins or ends something at a pay of that
	// amount.
	Threshold bool
	// Yearly says that the law sets the figure anew every year.
	Yearly bool
	// Until is the last day that the law has set the figure for, as 2026-12-31;
	// empty where there is none.
	Until      string
	UntilRange diagnostic.Range
	ToCheck    bool
}

// Band is one row of bands.
type Band struct {
	Name    string
	Range   diagnostic.Range
	Columns []document.Entry
}

// Source is an official publication.
type Source struct {
	ID, Name, URL, License, Date, Digest string
	ToCheck                              bool
	Range                                diagnostic.Range
}

func (r *reader) parameters(n *document.Node) []*Parameter {
	var list []*Parameter
	for _, e := range r.entries(n, "parameters") {
		if p := r.parameter(e); p != nil {
			list = append(list, p)
		}
	}
	return list
}

func (r *reader) parameter(e document.Entry) *Parameter {
	name := r.name(e.Key, "a parameter")
	if name == "" {
		return nil
	}
	p := &Parameter{Name: name, Range: e.Key.Range, Listed: true}
	f := r.fields(e.Value, "parameter "+name, "value", "text", "by", "values", "bands", "unit", "units", "unit_text", "label", "source", "cite", "listed", "threshold", "changes", "until", "to_check", "about")
	if f == nil {
		return nil
	}
	p.Value, p.Text = f["value"], f["text"]
	if f["by"] != nil {
		p.By = r.word(f["by"], "by")
	}
	if f["values"] != nil {
		p.Values = r.entries(f["values"], "values")
	}
	p.Bands = r.bands(f["bands"])
	if f["units"] != nil {
		p.Units = map[string]string{}
		for _, u := range r.entries(f["units"], "units") {
			p.Units[u.Key.Text] = r.word(u.Value, "a unit")
		}
	}
	if f["unit"] != nil {
		p.Unit, p.UnitRange = r.word(f["unit"], "unit"), f["unit"].Range
	}
	p.UnitText = r.word(f["unit_text"], "unit_text")
	p.Label = r.text(f["label"], "label")
	if f["source"] != nil {
		p.Source, p.SourceRange = r.word(f["source"], "source"), f["source"].Range
	}
	p.Cite = r.word(f["cite"], "cite")
	if f["listed"] != nil {
		p.Listed = r.flag(f["listed"], "listed")
	}
	if f["threshold"] != nil {
		p.Threshold = r.flag(f["threshold"], "threshold")
	}
	if f["changes"] != nil {
		if p.Yearly = r.word(f["changes"], "changes") == "yearly"; !p.Yearly {
			r.fail(f["changes"].Range, "unknown-word", "changes must be yearly", "Leave it out where the law changes the figure now and then.")
		}
	}
	if f["until"] != nil {
		p.Until, p.UntilRange = r.word(f["until"], "until"), f["until"].Range
		if _, err := time.Parse(time.DateOnly, p.Until); err != nil {
			r.fail(p.UntilRange, "bad-date", p.Until+" is no date", "Write 2026-12-31: year, month, day.")
		}
	}
	p.ToCheck = r.marked(f["to_check"])
	r.text(f["about"], "about")         // for the file's readers; it is checked only
	if len(f) == len(e.Value.Entries) { // else a misspelt key may be what is missing
		r.complete(p)
	}
	return p
}

// complete refuses a parameter that lacks what makes it one.
func (r *reader) complete(p *Parameter) {
	forms := 0
	for _, given := range []bool{p.Value != nil, p.Text != nil, len(p.Values) > 0, len(p.Bands) > 0} {
		if given {
			forms++
		}
	}
	if forms != 1 && !r.list.HasErrors() {
		r.fail(p.Range, "missing-value", "parameter "+p.Name+" needs one of value, values, bands or text", "")
	}
	for _, part := range []struct{ name, text, remedy string }{
		{"source", p.Source, "Add source: and the name of the publication as it stands under sources."},
		{"cite", p.Cite, "Add cite: and the place in the law, such as its section."},
	} {
		if part.text == "" {
			r.fail(p.Range, "missing-"+part.name, "parameter "+p.Name+" has no "+part.name, part.remedy)
		}
	}
	if p.Label == nil {
		r.fail(p.Range, "missing-label", "parameter "+p.Name+" has no label", "Add label: {en: …, de: …}.")
	}
	if p.Unit == "" && p.Units == nil && p.Text == nil {
		r.fail(p.Range, "missing-unit", "parameter "+p.Name+" has no unit", "Add unit: and what the figure counts, such as EUR/year, EUR or percent.")
	}
	if len(p.Values) > 0 && p.By == "" {
		r.fail(p.Range, "missing-by", "parameter "+p.Name+" has values but does not say by which enumeration", "Add by: and the name of a type.")
	}
}

func (r *reader) bands(n *document.Node) []*Band {
	if n == nil {
		return nil
	}
	var list []*Band
	if !r.atMost(mostBands, len(n.Items), n.Range, "bands") {
		return nil
	}
	for _, row := range r.items(n, "bands") {
		band := &Band{Range: row.Range}
		if !r.atMost(mostColumns, len(row.Entries), row.Range, "columns") {
			return nil
		}
		for _, e := range r.entries(row, "a band") {
			if e.Key.Text == "name" {
				band.Name = r.word(e.Value, "name")
				continue
			}
			band.Columns = append(band.Columns, e)
		}
		list = append(list, band)
	}
	return list
}

func (r *reader) sources(n *document.Node) []*Source {
	var list []*Source
	for _, e := range r.entries(n, "sources") {
		f := r.fields(e.Value, "source "+e.Key.Text, "name", "url", "license", "date", "digest", "to_check")
		if f == nil {
			continue
		}
		s := &Source{ID: e.Key.Text, Range: e.Key.Range, ToCheck: r.marked(f["to_check"])}
		s.Name, s.URL, s.License = r.word(f["name"], "name"), r.word(f["url"], "url"), r.word(f["license"], "license")
		s.Date, s.Digest = r.word(f["date"], "date"), r.word(f["digest"], "digest")
		if s.Name == "" {
			r.fail(e.Key.Range, "missing-name", "source "+s.ID+" has no name", "Add name: and the title of the publication.")
		}
		list = append(list, s)
	}
	return list
}
