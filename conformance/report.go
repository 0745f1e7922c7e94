package conformance

// Report is the result of replaying a set.
type Report struct {
	Set    *Set   `json:"-"`
	Name   string `json:"name"`
	Kind   Origin `json:"kind"`
	Origin string `json:"origin"`
	// Runs says what the cases run, as text.
	Runs string `json:"runs"`
	Counts
	// Failure is why the set could not be replayed.
	Failure string `json:"failure,omitempty"`
	// Differences lists the first differences in the order of the cases.
	Differences []Comparison `json:"differences"`
	// Checked lists every comparison, of a single case only.
	Checked []Comparison `json:"checked,omitempty"`

	differing map[Scope]bool // with a case that differs
}

// DiffersIn reports whether a case of a scope differs.
func (r *Report) DiffersIn(scope Scope) bool { return r.differing[scope] }

// Report returns the report of a set without replayed cases.
func (s *Set) Report() *Report {
	runs := "whole answers, " + string(s.Answer)
	switch {
	case s.Program != "":
		runs = "program " + s.Program
	case s.Rates != "":
		runs = "rates of " + s.Rates
	}
	return &Report{Set: s, Name: s.Name, Kind: s.Kind, Origin: s.Origin, Runs: runs, Differences: []Comparison{}, differing: map[Scope]bool{}}
}

// Counts are the cases that were replayed: those that matched, those with only known
// differences, and those that differ.
type Counts struct {
	Cases     int `json:"cases"`
	Matched   int `json:"matched"`
	Known     int `json:"known"`
	Differing int `json:"differing"`
}

// Add adds other counts.
func (c *Counts) Add(more Counts) {
	c.Cases += more.Cases
	c.Matched += more.Matched
	c.Known += more.Known
	c.Differing += more.Differing
}

// Fine reports whether no case differs.
func (r *Report) Fine() bool { return r.Differing == 0 }

// Comparison is an expected value with the actual one.
type Comparison struct {
	Case string `json:"case"`
	// Output names an output of a program, or the place in a whole answer. It is empty if
	// the case has no answer.
	Output string `json:"output"`
	Want   string `json:"want"`
	Got    string `json:"got"`
	Result Result `json:"result"`
	// Reason explains a known difference, or why it no longer applies.
	Reason string `json:"reason,omitempty"`

	err error // instead of an answer
}

// Result is how a comparison ended.
type Result string

// The results.
const (
	Matches     Result = "matches"
	KnownDiffer Result = "known"
	Differs     Result = "differs"
)

// count adds the comparisons of a case to the report.
func (r *Report) count(found []Comparison, everything bool) {
	r.Cases++
	known, differs := false, false
	for _, c := range found {
		switch c.Result {
		case KnownDiffer:
			known = true
		case Differs:
			differs = true
			if len(r.Differences) < mostDifferences {
				r.Differences = append(r.Differences, c)
			}
		}
	}
	switch {
	case differs:
		r.Differing++
	case known:
		r.Known++
	default:
		r.Matched++
	}
	if everything {
		r.Checked = append(r.Checked, found...)
	}
}
