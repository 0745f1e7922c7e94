package yeardiff

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteText writes the report as text.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s %v → %v\n\nParameters that changed\n\n", r.Country, r.Before, r.After)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	same := 0
	for i := range r.Figures {
		f := &r.Figures[i]
		if !f.Changed() {
			same++
			continue
		}
		change := ""
		if f.Percent != "" {
			change = f.Percent + " %"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", f.Key, cmp.Or(f.Before, "–"), cmp.Or(f.After, "–"), f.Unit, change)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d figures are the same.\n\nPrograms\n", same)
	for _, p := range r.Files {
		in := ""
		fmt.Fprintf(w, "\n  %s\n", p.File)
		for _, line := range p.Lines {
			if line.In != in {
				in = line.In
				fmt.Fprintf(w, "    %s\n", in)
			}
			fmt.Fprintf(w, "    %s %4d %s\n", line.Sign, line.Line, line.Text)
		}
	}
	if len(r.Files) == 0 {
		fmt.Fprintln(w, "\n  Both years are made of the same programs.")
	}
	fmt.Fprintf(w, "\nNet pay of a %s\n", r.Period)
	person := ""
	for i := range r.Effects {
		e := &r.Effects[i]
		if e.Person != person {
			person = e.Person
			fmt.Fprintf(w, "\n  %s\n", person)
		}
		if e.Refused != "" {
			fmt.Fprintf(w, "    gross %10s  %s\n", e.Gross, e.Refused)
			continue
		}
		fmt.Fprintf(w, "    gross %10s  net %s → %s  %s\n", e.Gross, e.BeforeText, e.AfterText, e.Change)
		for _, c := range e.Causes {
			fmt.Fprintf(w, "      %10s  %s\n", c.Text, c.Key)
		}
	}
	return nil
}
