package tables

import (
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/tables/format"
)

// Status is the status of a regime.
type Status string

// The statuses of regimes.
const (
	Supported Status = "supported"
	Planned   Status = "planned"
)

// Regime is a body of rules for travel allowances with its tables.
type Regime struct {
	ID     string
	Name   Text
	Status Status
	// Country is the code of the regime's country. Currency is the ISO 4217 code of all
	// amounts; it is empty if each row has its own.
	Country, Currency string
	languages         syntax.Languages
	// Rules describes the rules for trips.
	Rules []Text
	// Notes and Disclaimer are part of every rate.
	Notes      []Text
	Disclaimer Text
	// Editions are the tables by date, without gaps; a planned regime has none.
	Editions []*Edition
	// Breakdown lists what a rate shows in addition to its two sums, in order.
	Breakdown []Field

	file           string
	columns        []column
	lodging, meals int
	tierKey        string // column that selects a tier
	lookup         lookup
	texts          map[string]Text
	warnings       map[string]syntax.Warning // by the name of the text
	postal         *postalCodes
	trip           *tripRules
	gazetteer      *gazetteer
	tiers          *tiers // shared by all editions
	towns          []townRow
	townCounties   []townRow
	countyTowns    *countyTowns
	footnotes      *footnotes
	parts          []*Regime
	whole          *Regime // of a part
	series, covers string  // what the tables cover
	monthly        bool    // an edition applies until the next one begins
}

// FieldKind is the kind of a field of the breakdown.
type FieldKind uint8

// The kinds of fields.
const (
	// AmountField is an amount of the row, FlagField a boolean.
	AmountField FieldKind = iota + 1
	FlagField
	// EditionField is the number of the edition.
	EditionField
	// MonthsField is an amount for each month of the edition, from its first.
	MonthsField
	// SeasonField is the period in which the row applies, SeasonsField an amount for each
	// season of the place.
	SeasonField
	SeasonsField
	// WordsField is a list of words, EmptyField null.
	WordsField
	EmptyField
)

// Field is an entry of the breakdown.
type Field struct {
	Name string
	Kind FieldKind

	column int
}

// column is a column of values.
type column struct {
	name string
	kind FieldKind
}

// columnTypes are the kinds of columns by their names in a regime's file.
var columnTypes = map[string]FieldKind{"number": AmountField, "flag": FlagField, "words": WordsField}

const regimeFile = "regime.yaml"

// regime reads a regime's folder. It returns nil after an error. The whole of a part is
// among the known regimes.
func (l *loader) regime(dir string, g *gazetteer, shared *service, known []*Regime) *Regime {
	file, found := path.Join(dir, regimeFile), len(l.Findings)
	n := l.Map(file, format.Of("regime"))
	if n == nil {
		return nil
	}
	r := &Regime{ID: l.Scalar(n, "regime"), file: file, gazetteer: g, Notes: l.texts(n.Get("notes"))}
	if r.ID != dir {
		l.Fail(n.Range, "folder-name", "the regime "+r.ID+" is in the folder "+dir, "A regime's folder has its id as its name.")
	}
	if declared := n.Get("languages"); declared != nil {
		var found diagnostic.List
		r.languages, found = syntax.ReadLanguages(declared)
		l.Findings.Extend(found)
		l.Findings.Extend(r.languages.Check(n))
	}
	whole := slices.IndexFunc(known, func(other *Regime) bool { return other.ID == n.Get("part_of").Plain() })
	if whole >= 0 {
		l.part(n, r, known[whole])
	} else {
		l.part(n, r, nil)
		r.Status, r.Name, r.Country, r.Currency = Status(l.Scalar(n, "status")), l.text(l.Need(n, "name")), l.Scalar(n, "country"), n.Get("currency").Plain()
	}
	switch r.Status {
	case Planned:
		return r
	case Supported:
	default:
		return nil
	}
	if r.whole == nil {
		r.Rules, r.Disclaimer = l.texts(l.Need(n, "rules")), l.text(l.Need(n, "disclaimer"))
	}
	r.texts, r.warnings = maps.Clone(shared.texts), maps.Clone(shared.warnings) // the regime may replace them
	l.namedTexts(n.Get("texts"), r.texts, format.Of("regime"))
	maps.Copy(r.warnings, syntax.ReadWarnings(n.Get("warnings"), r.texts, queryFields, &l.Findings))
	l.answer(n, r)
	l.footnotes(n.Get("footnotes"), r)
	l.lookup(n.Get("lookup"), r)
	// Errors of other regimes do not prevent the check of this one.
	if l.sharedErrors || l.Findings[found:].HasErrors() {
		return nil
	}
	l.editions(dir, r)
	if l.Findings[found:].HasErrors() {
		return nil
	}
	l.redirects(dir, r)
	l.postalCodes(dir, r)
	l.townRows(dir, r)
	l.countyTowns(n.Get("lookup").Get("county_towns"), dir, r)
	for _, e := range r.Editions {
		e.addTowns(r)
	}
	if r.whole != nil && !l.Findings[found:].HasErrors() {
		r.whole.parts = append(r.whole.parts, r)
	}
	return r
}

// answer reads the columns and the breakdown.
func (l *loader) answer(n *syntax.Node, r *Regime) {
	if columns := l.Need(n, "columns"); columns != nil {
		for _, entry := range columns.Entries {
			r.columns = append(r.columns, column{entry.Key.Text, columnTypes[entry.Value.Text]})
		}
	}
	if tiers := n.Get("tiers"); tiers != nil {
		r.tierKey = l.Scalar(tiers, "by")
		if l.column(r, tiers.Get("by")) >= 0 && tiers.Get("table") != nil {
			l.sharedTiers(tiers.Get("table").Text, r)
		}
	}
	r.lodging, r.meals = l.column(r, l.Need(n, "lodging")), l.column(r, l.Need(n, "meals"))
	breakdown := l.Need(n, "breakdown")
	if breakdown == nil {
		return
	}
	for _, item := range breakdown.Items {
		field := Field{Name: l.Scalar(item, "name")}
		switch {
		case item.Get("column") != nil:
			if field.column = l.column(r, item.Get("column")); field.column >= 0 {
				field.Kind = r.columns[field.column].kind
			}
		case item.Get("months") != nil && item.Get("months").Null:
			field.Kind = EmptyField
		case item.Get("months") != nil:
			field.Kind, field.column = MonthsField, l.column(r, item.Get("months"))
		case item.Get("seasons") != nil:
			field.Kind, field.column = SeasonsField, l.column(r, item.Get("seasons"))
		case item.Get("is").Plain() == "edition":
			field.Kind = EditionField
		case item.Get("is").Plain() == "season":
			field.Kind = SeasonField
		default:
			l.Fail(item.Range, "unknown-field", "a field needs column, months, seasons, or is: edition or is: season", "")
		}
		r.Breakdown = append(r.Breakdown, field)
	}
}

// column returns the index of the value column that a node names.
func (l *loader) column(r *Regime, n *syntax.Node) int {
	if n == nil {
		return -1
	}
	index := slices.IndexFunc(r.columns, func(c column) bool { return c.name == n.Text })
	if index < 0 {
		l.Unknown(n.Range, "unknown-column", "column", n.Text, r.Columns())
	}
	return index
}

// Columns returns the names of the value columns.
func (r *Regime) Columns() []string {
	var all []string
	for _, c := range r.columns {
		all = append(all, c.name)
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Edition returns the edition for a day, or nil.
func (r *Regime) Edition(day string) *Edition {
	for _, edition := range r.Editions {
		if edition.Valid.Has(day) {
			return edition
		}
	}
	return nil
}

// Current returns the edition for a day, or else the nearest one.
func (r *Regime) Current(day string) *Edition {
	for i := len(r.Editions) - 1; i > 0; i-- {
		if r.Editions[i].Valid.From <= day {
			return r.Editions[i]
		}
	}
	if len(r.Editions) == 0 {
		return nil
	}
	return r.Editions[0]
}

// Places returns the number of places with their own rate on a day.
func (r *Regime) Places(day string) int {
	places := 0
	for _, part := range r.WithParts() {
		if edition := part.Current(day); edition != nil {
			places += len(edition.listed)
		}
	}
	return places
}

// Areas returns the areas of the edition itself, without those that others add.
func (e *Edition) Areas() []*Area {
	var own []*Area
	for _, area := range e.areas {
		if area.Edition == e {
			own = append(own, area)
		}
	}
	return own
}

// AllEditions returns the editions of the regime and of its parts.
func (r *Regime) AllEditions() []*Edition {
	var all []*Edition
	for _, part := range r.WithParts() {
		all = append(all, part.Editions...)
	}
	return all
}

// Series returns the name of the edition's series, or "" if the regime has only one.
func (e *Edition) Series() string {
	if e.regime == nil {
		return ""
	}
	return e.regime.series
}

// Sources returns the regime's editions, those that add rows to them, its towns by county,
// and the gazetteer.
func (r *Regime) Sources() []*Edition {
	all := r.AllEditions()
	for _, edition := range slices.Clone(all) {
		for _, area := range edition.areas {
			if !slices.Contains(all, area.Edition) {
				all = append(all, area.Edition)
			}
		}
	}
	if r.countyTowns != nil {
		all = append(all, r.countyTowns.publication)
	}
	if r.Status == Supported {
		all = append(all, r.gazetteer.atlas.publication)
	}
	return all
}

func (r *Regime) covered() Text {
	if len(r.Editions) == 0 {
		return Text{}
	}
	from, to := r.Editions[0].Valid.From, r.Editions[len(r.Editions)-1].Valid.To
	if to == "" {
		return r.text("span_open", "from", from)
	}
	return r.text("span", "from", from, "to", to)
}

// editionFiles returns the files of a folder that are editions.
func (l *loader) editionFiles(dir string, r *Regime) []string {
	files, err := fs.Glob(l.Files, dir+"/*.yaml")
	if err != nil {
		l.Fail(diagnostic.Range{File: dir}, "missing-folder", "the folder cannot be read: "+err.Error(), "")
	}
	others := []string{regimeFile, rulesFile, importFile, tiersFile, r.lookup.postal.table, r.lookup.redirectsFile, r.lookup.townsFile}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(others, path.Base(file)) })
}

// tiersFile holds tiers that editions share.
const tiersFile = "tiers.yaml"

// importFile configures the import of publications; see rulecheck.
const importFile = "import.yaml"
