package rules

// Status says whether a country can be calculated.
type Status string

// The states of a country.
const (
	Available Status = "available"
	Planned   Status = "planned"
)

// Country is one country of the rule book.
type Country struct {
	code        string
	aliases     []string
	profileKey  string
	name        Text
	status      Status
	currency    string
	conformance Text
	disclaimer  Text
	periods     []string
	fields      []Field
	years       []int
}

// Code is the code that answers carry, such as DE.
func (c *Country) Code() string { return c.code }

// Aliases are further codes that requests may use.
func (c *Country) Aliases() []string { return c.aliases }

// ProfileKey is the request field that holds the country's profile: the code
// in small letters.
func (c *Country) ProfileKey() string { return c.profileKey }

// Name is the country's name.
func (c *Country) Name() Text { return c.name }

// Status says whether the country can be calculated.
func (c *Country) Status() Status { return c.status }

// Currency is the ISO 4217 code of all its amounts.
func (c *Country) Currency() string { return c.currency }

// Conformance names the ground truth that the rules are tested against.
func (c *Country) Conformance() Text { return c.conformance }

// Periods lists the pay periods in use; empty for a planned country.
func (c *Country) Periods() []string { return c.periods }

// Fields lists the profile fields in the order of the documentation; empty
// for a planned country.
func (c *Country) Fields() []Field { return c.fields }

// Years lists the years that can be calculated, ascending (the start year
// where a tax year crosses New Year); empty for a planned country.
func (c *Country) Years() []int { return c.years }
