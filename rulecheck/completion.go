package main

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completeScope completes the arguments COUNTRY and YEAR.
func (c *call) completeScope(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch len(before) {
	case 0:
		return withYears(c.rules().files, c.tables().files), cobra.ShellCompDirectiveNoFileComp
	case 1:
		return c.yearsOf(strings.ToLower(before[0])), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// flagLine matches the first line of a flag's description in a help page.
var flagLine = regexp.MustCompile(`(?m)^  --([a-z-]+)(?: [A-Z|a-z]+)*  +(.+)$`)

// describeFlags takes the descriptions of flags, which completion shows, from the help pages.
func describeFlags(root *cobra.Command) {
	describe := func(flags *pflag.FlagSet, page string) {
		described := map[string]string{}
		for _, line := range flagLine.FindAllStringSubmatch(page, -1) {
			described[line[1]] = line[2]
		}
		flags.VisitAll(func(f *pflag.Flag) { f.Usage = described[f.Name] })
	}
	describe(root.PersistentFlags(), helpPage("flags"))
	for _, of := range root.Commands() {
		for _, part := range append(of.Commands(), of) {
			describe(part.LocalFlags(), helpPage(of.Name()))
		}
	}
}
