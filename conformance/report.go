package conformance

// Report is what came of replaying a set.
type Report struct {
	Set *Set
	Counts
	// Differences lists the first differences in the order of the cases.
	Differences []Comparison
	// Checked lists every comparison if Options.Everything asks for it.
	Checked []Comparison
}

// Counts are the cases that were replayed: those that matched in everything that is
// checked, those whose only differences are known ones, and those that differ.
type Counts struct {
	Cases     int `json:"cases"`
	Matched   int `json:"matched"`
	Known     int `json:"known"`
	Differing int `json:"differing"`
}

// Add adds others.
func (c *Counts) Add(more Counts) {
	c.Cases += more.Cases
	c.Matched += more.Matched
	c.Known += more.Known
	c.Differing += more.Differing
}

// Fine reports whether no case differs.
func (r *Report) Fine() bool { return r.Differing == 0 }

// Comparison is an expected value beside the one that the rules give.
type Comparison struct {
	Case string `json:"case"`
	// Output names an output of a program, or the place in a whole answer.
	// It is empty where the case has no answer at all.
	Output string  `json:"output"`
	Want   string  `json:"want"`
	Got    string  `json:"got"`
	Result Verdict `json:"result"`
	// Reason explains a known difference, and what is wrong with one that the
	// rules no longer show.
	Reason string `json:"reason,omitempty"`

	err error // in the place of an answer
}

// Verdict is the result of a comparison.
type Verdict string

// The verdicts.
const (
	Matches     Verdict = "matches"
	KnownDiffer Verdict = "known"
	Differs     Verdict = "differs"
)

// count takes what came of a case into the report.
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
