package travel

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/tables"
)

// checked opens the tables with changed files. The book is nil if there are errors.
func checked(files fs.FS, changed map[string]string) (*tables.Book, diagnostic.List, func(string) ([]byte, bool), error) {
	all, err := ruletext.Read(files, ".txt")
	if err != nil {
		return nil, nil, nil, err
	}
	for name, text := range changed {
		all[name] = []byte(text)
	}
	book, findings, source := tables.Open(all.FS(), tables.Options{AllowUnchecked: true})
	return book, findings, source, nil
}

// withoutPostal replaces a regime's postal codes while a new edition is checked, which may
// have other areas.
func withoutPostal(all []*spec, regime string) map[string]string {
	for _, s := range all {
		if s.regime == regime && s.Postal != nil {
			var out strings.Builder
			out.WriteString("postal_codes:\n")
			writeHeading(&out, "  ", s.Postal.Columns, nil)
			return map[string]string{path.Join(regime, s.Postal.File): out.String()}
		}
	}
	return map[string]string{}
}

// previous is the table file before a new edition.
type previous struct {
	blocks map[string]*previousBlock
}

type previousBlock struct {
	columns []string
	rows    [][]string
}

// readPrevious returns the last edition of a regime before a day, or nil.
func readPrevious(files fs.FS, s *spec, from string) (*previous, error) {
	names, err := fs.Glob(files, s.regime+"/*.yaml")
	if err != nil {
		return nil, err
	}
	var found *previous
	latest := ""
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		type block struct{ Columns, Rows string }
		var content struct {
			Edition, Part       string
			Valid               struct{ From string }
			Rates, Tiers, Areas block
		}
		if err := yaml.Unmarshal(data, &content); err != nil || content.Edition == "" || content.Part != "" {
			continue // another kind of file
		}
		if begins := content.Valid.From; begins < from && begins > latest {
			latest = begins
			found = &previous{map[string]*previousBlock{
				"rates": previousRows(content.Rates.Columns, content.Rates.Rows),
				"tiers": previousRows(content.Tiers.Columns, content.Tiers.Rows),
				"areas": previousRows(content.Areas.Columns, content.Areas.Rows),
			}}
		}
	}
	return found, nil
}

func previousRows(columns, text string) *previousBlock {
	b := &previousBlock{columns: strings.Split(columns, separator)}
	for line := range strings.Lines(text) {
		row := make([]string, len(b.columns))
		copy(row, strings.Split(strings.TrimRight(line, "\n"), separator))
		b.rows = append(b.rows, row)
	}
	return b
}

// block returns a table of the previous edition for one that was not given. A table about
// places is copied only if the definitions of all places are unchanged.
func (p *previous) block(table tableSpec, s *spec, rates *publication) ([][]string, error) {
	if p == nil || len(p.blocks[table.Block].rows) == 0 {
		return nil, fmt.Errorf("a table of %s is needed, as earlier editions do not have it: its columns are %s", table.Block, strings.Join(table.Header, ", "))
	}
	first := s.Tables[0]
	key := first.Columns[0].To
	at := slices.Index(p.blocks[table.Block].columns, key)
	if at < 0 {
		return p.blocks[table.Block].rows, nil
	}
	before, now := p.definitions(key), map[string]string{}
	var changed []string
	for _, row := range converted(rates, first.Columns) {
		id, words := row[0], row[slices.IndexFunc(first.Columns, func(c columnSpec) bool { return c.To == "defined" })]
		if _, seen := now[id]; !seen && before[id] != words {
			changed = append(changed, id+" ("+words+")")
		}
		now[id] = words
	}
	if len(changed) > 0 {
		return nil, errors.New("the definitions of these areas changed; give a table of " + table.Block + " with the columns " + strings.Join(table.Header, ", ") + ": " + strings.Join(changed, "; "))
	}
	var rows [][]string
	for _, row := range p.blocks[table.Block].rows {
		if _, kept := now[row[at]]; kept {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (p *previous) definitions(key string) map[string]string {
	rates := p.blocks["rates"]
	id, words := slices.Index(rates.columns, key), slices.Index(rates.columns, "defined")
	all := map[string]string{}
	for _, row := range rates.rows {
		all[row[id]] = row[words]
	}
	return all
}
