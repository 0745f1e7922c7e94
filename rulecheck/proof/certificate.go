package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

// Certificate is the proof for a rule book.
type Certificate struct {
	Format int `json:"format"`
	// Highest is the largest monthly gross; other periods go up to the same annual gross.
	Highest int64   `json:"highest"`
	Years   []*Year `json:"years"`
	// Seal is a digest of everything above. It reveals changes made by hand.
	Seal string `json:"seal"`
}

// format is the version of the certificate's format and of what it proves.
const format = 1

// Year is a year of a country, or its part from a day on.
type Year struct {
	Country string `json:"country"`
	Number  int    `json:"year"`
	Law     string `json:"law,omitempty"`
	Archive bool   `json:"archive,omitempty"`
	// Digest identifies the figures and formulas of take-home pay.
	Digest string `json:"digest"`
	// Deciding are the fields that reach a condition or look-up, Others the rest.
	Deciding []string `json:"deciding"`
	Others   []string `json:"others,omitempty"`
	Spans    []*Span  `json:"spans"`
}

// Name returns the country and the year.
func (y *Year) Name() string {
	name := fmt.Sprintf("%s %d", y.Country, y.Number)
	if y.Law != "" {
		name += " from " + y.Law
	}
	return name
}

// Span is a pay period of a year.
type Span struct {
	Period string `json:"period"`
	Step   int64  `json:"step"` // cents from one pay to the next
	// Looked is the number of profiles whose branches were recorded, Refused that of profiles
	// which the rules refuse. Unmet are the settings without an accepted profile.
	Looked  int      `json:"looked"`
	Refused int      `json:"refused"`
	Unmet   []string `json:"unmet,omitempty"`
	Classes []*Class `json:"classes"`
	// Bounded are the profiles proved only by the second method.
	Bounded *Bounded `json:"bounded,omitempty"`
}

// Bounded sums up profiles proved only by the second method.
type Bounded struct {
	Profiles int     `json:"profiles"`
	Lost     int     `json:"lost"` // that the method could not follow
	Bound    int64   `json:"bound"`
	Falls    []Named `json:"falls,omitempty"`
}

func (b *Bounded) add(c *Class) {
	b.Profiles++
	if c.Bound < 0 {
		b.Lost++
	}
	b.Bound = max(b.Bound, c.Bound)
	for _, fall := range c.Falls {
		fall.Reason = c.Profile + ": " + fall.Reason
		b.Falls = append(b.Falls, fall)
	}
}

// seal returns the digest of a certificate without its seal.
func (c *Certificate) seal() (string, error) {
	open := *c
	open.Seal = ""
	data, err := json.Marshal(open)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// Write seals the certificate and writes it, one class a line.
func (c *Certificate) Write(file string) error {
	var err error
	if c.Seal, err = c.seal(); err != nil {
		return err
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	for _, begin := range []string{`{"profile":`, `{"country":`, `{"period":`, `"seal":`} {
		data = bytes.ReplaceAll(data, []byte(begin), []byte("\n"+begin))
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}

// Parse reads a certificate and checks its seal.
func Parse(data []byte) (*Certificate, error) {
	c := &Certificate{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("not a certificate: %w", err)
	}
	if c.Format != format {
		return nil, fmt.Errorf("the certificate has format %d, but this program reads format %d: run rulecheck prove again", c.Format, format)
	}
	seal, err := c.seal()
	if err == nil && seal != c.Seal {
		return nil, fmt.Errorf("the certificate was changed after it was sealed: run rulecheck prove again")
	}
	return c, err
}

// Year returns a year of a country, or nil if the certificate lacks it.
func (c *Certificate) Year(country string, number int, law string) *Year {
	for _, y := range c.Years {
		if y.Country == country && y.Number == number && y.Law == law {
			return y
		}
	}
	return nil
}

// Summary returns the certificate in one sentence.
func (c *Certificate) Summary() string {
	var pays int64
	classes, bounded := 0, 0
	for _, y := range c.Years {
		for _, s := range y.Spans {
			for _, class := range s.Classes {
				pays += class.Pays
			}
			classes += len(s.Classes)
			if s.Bounded != nil {
				bounded += s.Bounded.Profiles
			}
		}
	}
	return fmt.Sprintf("%d years: %d payslips of %d classes of profile computed, %d more profiles bounded: every fall of net pay is listed", len(c.Years), pays, classes, bounded)
}
