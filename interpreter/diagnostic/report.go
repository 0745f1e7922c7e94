package diagnostic

import "encoding/json"

// Report is a list as JSON.
type Report struct {
	// Errors and Warnings count all findings, including those left out.
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	// LeftOut is the number of findings beyond the limit.
	LeftOut     int          `json:"left_out"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// NewReport sorts and limits a list as Write does.
func NewReport(list List, limit int) Report {
	sorted := list.Sorted()
	shown, leftOut := capped(sorted, limit)
	report := Report{LeftOut: len(leftOut), Diagnostics: shown}
	report.Errors, report.Warnings = sorted.count()
	if report.Diagnostics == nil {
		report.Diagnostics = []Diagnostic{}
	}
	return report
}

// MarshalJSON returns a finding as one flat object. Lines and columns count from 1
// and are omitted for a finding about a whole file.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Severity   Severity `json:"severity"`
		Code       string   `json:"code"`
		Summary    string   `json:"summary"`
		Detail     string   `json:"detail,omitempty"`
		Suggestion string   `json:"suggestion,omitempty"`
		File       string   `json:"file"`
		Line       int      `json:"line,omitempty"`
		Column     int      `json:"column,omitempty"`
		EndLine    int      `json:"end_line,omitempty"`
		EndColumn  int      `json:"end_column,omitempty"`
	}{
		d.Severity, d.Code, d.Summary, d.Detail, d.Suggestion,
		d.Subject.File, d.Subject.Start.Line, d.Subject.Start.Column, d.Subject.End.Line, d.Subject.End.Column,
	})
}
