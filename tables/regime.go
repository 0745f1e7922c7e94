package tables

import (
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/payslate/payslate/internal/hostfile"
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
	ID     string `key:"regime"`
	Name   Text   `key:"name"`
	Status Status `key:"status"`
	// Country is the code of the regime's country. Currency is the ISO 4217 code of all
	// amounts; it is empty if each row has its own.
	Country  string `key:"country"`
	Currency string `key:"currency"`
	// Rules describes the rules for trips.
	Rules []Text `key:"rules"`
	// Notes and Disclaimer are part of every rate.
	Notes      []Text `key:"notes"`
	Disclaimer Text   `key:"disclaimer"`
	// Editions are the tables by date, without gaps; a planned regime has none.
	Editions []*Edition
	// Breakdown lists what a rate shows in addition to its two sums, in order.
	Breakdown []Field

	file           string
	languages      hostfile.Languages
	columns        []column
	lodging, meals int
	tierKey        string // column that selects a tier
	lookup         lookup
	texts          map[string]Text
	warnings       map[string]Warning // by the name of the text
	postal         postalCodes
	trip           *tripRules
	gazetteer      *gazetteer
	service        *service
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

// column is a column of values.
type column struct {
	Name string `key:"@"`
	Type string `key:"="` // number, or one of the following
}

const (
	flagColumn  = "flag"
	wordsColumn = "words"
)

const regimeFile = "regime.yaml"

// regime reads a regime's folder. It returns nil after an error. The whole of a part is
// among the known regimes.
func (l *loader) regime(dir string, g *gazetteer, shared *service, known []*Regime) *Regime {
	file, found := path.Join(dir, regimeFile), len(l.Findings)
	n := l.Map(file, format.Of("regime"))
	if n == nil {
		return nil
	}
	r := &Regime{file: file, gazetteer: g, service: shared}
	l.Decode(n, r)
	if r.ID != dir {
		l.Fail(n.Range, "folder-name", "the regime "+r.ID+" is in the folder "+dir, "A regime's folder has its id as its name.")
	}
	if declared := n.Get("languages"); declared != nil {
		var found diagnostic.List
		r.languages, found = hostfile.ReadLanguages(declared)
		l.Findings.Extend(found)
		l.Findings.Extend(r.languages.Check(n))
	}
	l.part(n, r, known)
	if r.Status != Supported {
		return r
	}
	r.texts, r.warnings = maps.Clone(shared.texts), maps.Clone(shared.warnings) // the regime may replace them
	l.namedTexts(n.Get("texts"), r.texts, format.Of("regime"))
	maps.Copy(r.warnings, hostfile.ReadWarnings(n.Get("warnings"), r.texts, queryFields, &l.Findings))
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
	var file struct {
		Columns   []column     `key:"columns"`
		TierKey   *syntax.Node `key:"tiers.by"`
		Tiers     string       `key:"tiers.table"`
		Lodging   *syntax.Node `key:"lodging"`
		Meals     *syntax.Node `key:"meals"`
		Breakdown []shownField `key:"breakdown"`
	}
	l.Decode(n, &file)
	r.columns = file.Columns
	if r.tierKey = file.TierKey.Plain(); l.column(r, file.TierKey) >= 0 && file.Tiers != "" {
		l.sharedTiers(file.Tiers, r)
	}
	r.lodging, r.meals = l.column(r, file.Lodging), l.column(r, file.Meals)
	for i := range file.Breakdown {
		r.Breakdown = append(r.Breakdown, Field{file.Breakdown[i].Name, l.shown(r, &file.Breakdown[i])})
	}
}

// column returns the index of the value column that a node names.
func (l *loader) column(r *Regime, n *syntax.Node) int {
	if n == nil {
		return -1
	}
	index := slices.IndexFunc(r.columns, func(c column) bool { return c.Name == n.Text })
	if index < 0 {
		l.Unknown(n.Range, "unknown-column", "column", n.Text, r.Columns())
	}
	return index
}

// Columns returns the names of the value columns.
func (r *Regime) Columns() []string {
	return diagnostic.Names(r.columns, func(c column) string { return c.Name })
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
			places += len(edition.inOrder)
		}
	}
	return places
}

// Areas returns the areas of the edition itself, without those that others add.
func (e *Edition) Areas() []*Area {
	return keep(e.areas, func(area *Area) bool { return area.Edition == e })
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
		l.Fail(diagnostic.Range{File: dir}, "missing-folder", "the folder cannot be read: "+err.Error(), "Name a folder that the program may read.")
	}
	others := []string{regimeFile, rulesFile, importFile, tiersFile, r.lookup.Postal.Table, r.lookup.Redirects, r.lookup.Towns}
	return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(others, path.Base(file)) })
}

// tiersFile holds tiers that editions share.
const tiersFile = "tiers.yaml"

// importFile configures the import of publications; see rulecheck.
const importFile = "import.yaml"
