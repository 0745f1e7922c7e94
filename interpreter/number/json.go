package number

// MarshalJSON returns the number as JSON has it, exactly and without trailing zeros.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON reads a JSON number exactly.
func (d *Decimal) UnmarshalJSON(text []byte) (err error) {
	*d, err = ParseJSON(text)
	return err
}
