package rules

import (
	"io/fs"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Book is a loaded rule book: immutable, and safe for use by any number of
// goroutines at once.
type Book struct {
	version   string
	countries []*Country
	service   Service
}

// Options says how a rule book is opened.
type Options struct {
	// AllowUnchecked accepts years that carry marks "to be checked".
	AllowUnchecked bool
}

// Open loads, checks and compiles a rule book. With errors in the list the
// Book is nil.
func Open(files fs.FS, options Options) (*Book, diagnostic.List) {
	return nil, nil
}

// Version is a digest of the loaded rules.
func (b *Book) Version() string { return b.version }

// Countries lists the countries, the available ones first.
func (b *Book) Countries() []*Country { return b.countries }

// Country finds an available or planned country by its code or an alias.
func (b *Book) Country(code string) (*Country, bool) {
	for _, country := range b.countries {
		if country.code == code {
			return country, true
		}
		for _, alias := range country.aliases {
			if alias == code {
				return country, true
			}
		}
	}
	return nil, false
}

// Service holds what holds for all countries.
func (b *Book) Service() *Service { return &b.service }

// Net answers a question from gross to net. The error is a *Refusal where the
// question has no answer.
func (b *Book) Net(scenario *Scenario) (*Result, error) {
	return nil, nil
}

// Gross answers a question from net to gross: scenario.Amount is the target, the
// answer the full calculation of the smallest gross, to the cent, whose net is
// at least the target. The error is a *Refusal where no gross reaches it.
func (b *Book) Gross(scenario *Scenario) (*Result, error) {
	return nil, nil
}

// Parameters lists the values in force of a country and year. The error is a
// *Refusal (unsupported_year) where there is no such year.
func (b *Book) Parameters(country *Country, year int) ([]Parameter, string, error) {
	return nil, "", nil
}
