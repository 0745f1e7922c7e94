package number

import "github.com/go-json-experiment/json/jsontext"

// MarshalJSONTo writes the number as JSON has it, exactly and without trailing zeros.
func (d Decimal) MarshalJSONTo(to *jsontext.Encoder) error {
	return to.WriteValue(d.AppendJSON(to.AvailableBuffer()))
}

// MarshalJSON returns the number as MarshalJSONTo writes it, for encoding/json.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON reads a JSON number exactly.
func (d *Decimal) UnmarshalJSON(text []byte) (err error) {
	*d, err = ParseJSON(text)
	return err
}
