package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// groups are the commands in the order of the overview; first those that an author needs every
// year.
var groups = []struct {
	id, title string
	commands  []func(*call) *cobra.Command
}{
	{"year", "A year, from its publications to going live:", []func(*call) *cobra.Command{newCommand, importCommand, checkCommand, diffCommand}},
	{"work", "Rules and labelled cases at work:", []func(*call) *cobra.Command{validateCommand, conformanceCommand, coverCommand, mutateCommand, proveCommand, payslipCommand, evalCommand}},
	{"tools", "Editors, shells and this tool:", []func(*call) *cobra.Command{lspCommand, schemaCommand, versionCommand, helpCommand}},
}

// newRoot returns the tool with its commands.
func newRoot(c *call) *cobra.Command {
	cobra.EnableCommandSorting = false
	version := false
	root := command("rulecheck", "check and run payroll rules", nil, func(root *cobra.Command, arguments []string) error {
		switch {
		case version:
			return c.showVersion()
		case len(arguments) > 0:
			return unknown("command", arguments[0], commandNames(root), "")
		}
		writeOverview(c.stderr, root)
		return errNoCommand
	})
	root.Args = cobra.ArbitraryArgs
	root.SetIn(c.stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(wrongFlag)
	root.SetHelpFunc(func(of *cobra.Command, _ []string) { writeHelp(c.stdout, of) })
	root.Flags().BoolVar(&version, "version", false, "print version, commit, date and compiler")
	c.define(root.PersistentFlags())
	root.PersistentPreRunE = func(of *cobra.Command, _ []string) error { return c.checkFolders(of.Flags()) }
	for _, group := range groups {
		root.AddGroup(&cobra.Group{ID: group.id, Title: group.title})
		for _, make := range group.commands {
			of := make(c)
			of.GroupID = group.id
			if of.Name() == "help" {
				root.SetHelpCommand(of)
				root.SetHelpCommandGroupID(group.id)
			}
			root.AddCommand(of)
		}
	}
	root.SetCompletionCommandGroupID(groups[len(groups)-1].id)
	root.CompletionOptions.DisableNoDescFlag = true
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Short = "write a completion script for a shell"
	}
	describeFlags(root)
	return root
}

// command returns a command with its usage, its line in the overview and what it does.
func command(use, short string, arguments cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: arguments, RunE: run, DisableFlagsInUseLine: true}
}

// scoped returns a command about a country or regime, or a year of it.
func (c *call) scoped(use, short string, run func(scope) error) *cobra.Command {
	of := command(use, short, nil, func(cmd *cobra.Command, arguments []string) error {
		s, err := c.scope(cmd.Name(), arguments)
		if err != nil {
			return err
		}
		return run(s)
	})
	of.Args, of.ValidArgsFunction = cobra.ArbitraryArgs, c.completeScope
	return of
}

// counted accepts a number of arguments, or says what the command needs.
func counted(count int, message string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) != count {
			return wrongf("%s", message)
		}
		return nil
	}
}

func commandNames(root *cobra.Command) []string {
	return append([]string{"help"}, diagnostic.Names(slices.DeleteFunc(slices.Clone(root.Commands()), func(of *cobra.Command) bool {
		return of.Hidden || of.Name() == "help"
	}), (*cobra.Command).Name)...)
}
