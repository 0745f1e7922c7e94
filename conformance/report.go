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

// outcome is what came of one case.
type outcome struct {
	done        bool
	known       bool
	differs     bool
	comparisons []Comparison
}

// add takes a comparison into the outcome; matches are kept on request only.
func (o *outcome) add(c Comparison, everything bool) {
	switch c.Result {
	case KnownDiffer:
		o.known = true
	case Differs:
		o.differs = true
	}
	if everything || c.Result == Differs {
		o.comparisons = append(o.comparisons, c)
	}
}

// count takes the outcome of a case into the report.
func (r *Report) count(o *outcome, options *Options) {
	if !o.done {
		return
	}
	r.Cases++
	switch {
	case o.differs:
		r.Differing++
	case o.known:
		r.Known++
	default:
		r.Matched++
	}
	for _, c := range o.comparisons {
		if c.Result == Differs && len(r.Differences) < mostDifferences {
			r.Differences = append(r.Differences, c)
		}
	}
	if options.Everything {
		r.Checked = append(r.Checked, o.comparisons...)
	}
}
