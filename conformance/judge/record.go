package judge

import (
	"encoding/json"
	"maps"

	"github.com/payslate/payslate/internal/seal"
)

// Record is what was found of years, by their folder, such as de/2026.
type Record map[string]*Year

// Year is what was found of a year whose files and cases have these digests.
type Year struct {
	Own    string `json:"own,omitempty"`    // of its folder and its cases
	Shared string `json:"shared,omitempty"` // of what it shares with other years
	// Noticed has what notices each figure, line and slip; Unnoticed is what nothing does, and
	// Unproved are figures that no case can notice, with the reasons.
	Noticed   map[string]string `json:"noticed,omitempty"`
	Unnoticed []Unnoticed       `json:"unnoticed,omitempty"`
	Unproved  []string          `json:"unproved,omitempty"`
	Said
}

// Found is what the file of the built-in rules says: what is sealed of folders, and the record.
type Found struct {
	Years []seal.Year `json:"years"`
	Found Record      `json:"found"`
}

// Read reads what was found of the built-in rules; what cannot be read is not known.
func Read(text []byte) Record {
	var file Found
	if json.Unmarshal(text, &file) != nil || file.Found == nil {
		return Record{}
	}
	return file.Found
}

// With returns the record with the years of a newer one in place of its own.
func (r Record) With(newer Record) Record {
	all := Record{}
	maps.Copy(all, r)
	maps.Copy(all, newer)
	return all
}
