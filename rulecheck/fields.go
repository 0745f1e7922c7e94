package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// takesFields marks commands with --profile, which is also written as a flag for each field of a
// country's profile.
const takesFields = "fields"

// profileFlag are the fields of --profile, in the order of the command line.
type profileFlag []requestMember

// String is for pflag.
func (p *profileFlag) String() string { return "" }

// Type is for pflag.
func (p *profileFlag) Type() string { return "NAME=TEXT" }

// Set reads NAME=TEXT.
func (p *profileFlag) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("write NAME=TEXT")
	}
	name = strings.ReplaceAll(name, "-", "_")
	if slices.ContainsFunc(*p, func(m requestMember) bool { return m.name == name }) {
		return fmt.Errorf("--%s is given twice", name)
	}
	*p = append(*p, requestMember{name, value})
	return nil
}

// fields adds --profile to a command.
func (p *profileFlag) define(of *cobra.Command) {
	of.Annotations = map[string]string{takesFields: "yes"}
	of.Flags().Var(p, "profile", "")
}

// withFields returns the arguments with a field of a profile, such as --tax-class 1, as
// --profile tax-class=1, where the command takes fields. Without a text a field means true.
func withFields(root *cobra.Command, arguments []string) []string {
	of, _, err := root.Find(arguments)
	if err != nil || of.Annotations[takesFields] == "" {
		return arguments
	}
	of.InitDefaultHelpFlag()
	var written []string
	for i := 0; i < len(arguments); i++ {
		flag, text, given := strings.Cut(arguments[i], "=")
		name, isFlag := strings.CutPrefix(flag, "--")
		known := of.Flag(name)
		follows := !given && i+1 < len(arguments)
		switch {
		case !isFlag || name == "" || known != nil:
			written = append(written, arguments[i])
			if known != nil && known.NoOptDefVal == "" && follows {
				i++
				written = append(written, arguments[i])
			}
			continue
		case follows && !strings.HasPrefix(arguments[i+1], "--"):
			i++
			text = arguments[i]
		case !given:
			text = "true"
		}
		written = append(written, "--profile", name+"="+text)
	}
	return written
}

// unknownField is the error for a flag that is not a field of a country's profile.
func unknownField(country *rules.Country, name string, flags []string) error {
	known := diagnostic.Names(country.Fields, func(f rules.Field) string { return "--" + f.Name })
	hint := fmt.Sprintf("; the profile of %s has %s", country.Code, strings.Join(known, ", "))
	for _, flag := range flags {
		known = append(known, "--"+flag)
	}
	slices.Sort(known)
	return unknown("flag", "--"+name, known, hint)
}

// hasField reports whether the country's profile has a field.
func hasField(country *rules.Country, name string) bool {
	return slices.ContainsFunc(country.Fields, func(f rules.Field) bool { return f.Name == name })
}
