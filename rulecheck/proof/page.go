package proof

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

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

// pageHead is the start of the page; its placeholder is the largest monthly gross.
//
//go:embed head.md
var pageHead string

// Page returns the certificate as a Markdown page.
func (c *Certificate) Page() string {
	out := &strings.Builder{}
	fmt.Fprintf(out, pageHead, money(c.Highest))
	out.WriteString("| year | period | step | tried | run | pays | largest fall | bound | bounded | bound | not followed |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, y := range c.Years {
		for _, s := range y.Spans {
			var pays, largest, bound int64
			lost := 0
			for _, class := range s.Classes {
				pays += class.Pays
				if len(class.Falls) == 0 {
					largest = max(largest, class.Largest().Size)
				}
				if bound = max(bound, class.Bound); class.Bound < 0 {
					lost++
				}
			}
			b := s.Bounded
			if b == nil {
				b = &Bounded{}
			}
			fmt.Fprintf(out, "| %s | %s | %s | %d | %d | %d | %s | %s | %d | %s | %d |\n", y.Name(), s.Period, money(s.Step), s.Looked, len(s.Classes), pays, money(largest), money(bound), b.Profiles, money(b.Bound), lost+b.Lost)
		}
	}
	c.writeFalls(out)
	c.writeSteps(out)
	c.writeRest(out)
	return out.String()
}

// writeFalls lists the falls at rule changes by reason.
func (c *Certificate) writeFalls(out *strings.Builder) {
	out.WriteString("\n## Falls where a rule changes\n\n| year | period | net pay falls | reason | profiles |\n|---|---|---|---|--:|\n")
	for _, y := range c.Years {
		for _, s := range y.Spans {
			count, deepest := map[string]int{}, map[string]Fall{}
			add := func(fall Named) {
				if count[fall.Reason]++; fall.At.Size > deepest[fall.Reason].Size {
					deepest[fall.Reason] = fall.At
				}
			}
			for _, class := range s.Classes {
				for _, fall := range class.Falls {
					add(fall)
				}
			}
			if s.Bounded != nil {
				for _, fall := range s.Bounded.Falls {
					_, fall.Reason, _ = strings.Cut(fall.Reason, ": ")
					add(fall)
				}
			}
			for _, reason := range slices.Sorted(maps.Keys(count)) {
				fmt.Fprintf(out, "| %s | %s | %s | %s | %d |\n", y.Name(), s.Period, deepest[reason], reason, count[reason])
			}
		}
	}
}

// writeSteps lists the falls within a month's ranges by the lines that rise.
func (c *Certificate) writeSteps(out *strings.Builder) {
	out.WriteString("\n## Steps at every cent of a month\n\n| year | lines that rise | falls | deepest | profile | regained within |\n|---|---|--:|---|---|--:|\n")
	for _, y := range c.Years {
		for _, s := range y.Spans {
			if s.Step != 1 || s.Period != month {
				continue
			}
			sums, profile := map[string]*Steps{}, map[string]string{}
			for _, class := range s.Classes {
				for _, steps := range class.Steps {
					sum := sums[steps.Lines]
					if sum == nil {
						sum = &Steps{}
						sums[steps.Lines] = sum
					}
					sum.Count += steps.Count
					sum.Longest = max(sum.Longest, steps.Longest)
					if steps.Deepest.Size > sum.Deepest.Size {
						sum.Deepest, profile[steps.Lines] = steps.Deepest, class.Profile
					}
				}
			}
			for _, lines := range slices.Sorted(maps.Keys(sums)) {
				sum := sums[lines]
				fmt.Fprintf(out, "| %s | %s | %d | %s | %s | %s |\n", y.Name(), lines, sum.Count, sum.Deepest, profile[lines], money(sum.Longest))
			}
		}
	}
}

// writeRest lists the deciding inputs and what is not covered.
func (c *Certificate) writeRest(out *strings.Builder) {
	out.WriteString("\n## Inputs, and what is not covered\n")
	for _, y := range c.Years {
		if y.Archive {
			continue
		}
		fmt.Fprintf(out, "\n**%s.** Inputs that divide profiles: %s.", y.Name(), strings.Join(y.Deciding, ", "))
		if len(y.Others) > 0 {
			fmt.Fprintf(out, " Others: %s.", strings.Join(y.Others, ", "))
		}
		for _, s := range y.Spans {
			if s.Period != month {
				continue
			}
			var elsewhere, over []string
			for _, class := range s.Classes {
				for _, key := range class.Elsewhere {
					if !slices.Contains(elsewhere, key) {
						elsewhere = append(elsewhere, key)
					}
				}
				for _, stretch := range class.Over {
					over = append(over, fmt.Sprintf("%s from %s to %s", class.Profile, money(stretch.From), money(stretch.To)))
				}
			}
			fmt.Fprintf(out, " For the month, %d profiles were refused.", s.Refused)
			list := func(what string, items []string) {
				if len(items) > 0 {
					fmt.Fprintf(out, " %s: %s.", what, strings.Join(items, ", "))
				}
			}
			list("Settings without an accepted profile", s.Unmet)
			list("Thresholds that do not change the net pay of every class", elsewhere)
			list("More than all of a raise may be deducted", over)
		}
		out.WriteString("\n")
	}
}
