package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

//go:embed help/*.txt
var helpPages embed.FS

// helpPage returns a page of help/. Every command has one, and flags.txt describes the flags
// of all commands.
func helpPage(name string) string {
	text, _ := helpPages.ReadFile("help/" + name + ".txt")
	return string(text)
}

// helpTopic is the name of the page about a command: its own, or that of the command that it
// belongs to. It is empty for the tool itself.
func helpTopic(command *cobra.Command) string {
	if path := strings.Fields(command.CommandPath()); len(path) > 1 {
		return path[1]
	}
	return ""
}

// writeHelp writes the page of a command, or the overview.
func writeHelp(w io.Writer, command *cobra.Command) {
	root, topic := command.Root(), helpTopic(command)
	if topic == "" {
		writeOverview(w, root)
		return
	}
	command, _, _ = root.Find([]string{topic})
	fmt.Fprintf(w, "usage: rulecheck %s\n\n%s\n%s", command.Use, helpPage(topic), helpPage("flags"))
}

// writeOverview lists the commands, group by group.
func writeOverview(w io.Writer, root *cobra.Command) {
	fmt.Fprint(w, "rulecheck checks and runs payroll rules.\n\nusage: rulecheck COMMAND [flags]\n")
	for _, group := range root.Groups() {
		fmt.Fprintf(w, "\n%s\n", group.Title)
		for _, command := range root.Commands() {
			if command.GroupID == group.ID {
				fmt.Fprintf(w, "  %-12s %s\n", command.Name(), command.Short)
			}
		}
	}
	fmt.Fprintf(w, "\n%s", helpPage("flags"))
}

//go:embed codes/*.md
var codeFiles embed.FS

// codePage is the page of one diagnostic code.
type codePage struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// codeTitle matches the title of a page in codes/, where each file has the pages of a subject.
var codeTitle = regexp.MustCompile(`(?m)^# ([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// codePages returns the pages of all codes in alphabetical order.
var codePages = sync.OnceValue(func() (pages []codePage) {
	names, _ := fs.Glob(codeFiles, "codes/*.md")
	for _, name := range names {
		data, _ := codeFiles.ReadFile(name)
		text := string(data)
		titles := codeTitle.FindAllStringSubmatchIndex(text, -1)
		for i, at := range titles {
			end := len(text)
			if i+1 < len(titles) {
				end = titles[i+1][0]
			}
			pages = append(pages, codePage{text[at[2]:at[3]], strings.TrimSpace(text[at[0]:end]) + "\n"})
		}
	}
	slices.SortFunc(pages, func(a, b codePage) int { return strings.Compare(a.Code, b.Code) })
	return pages
})

// helpCommand is "rulecheck help [COMMAND | CODE | codes]".
func helpCommand(c *call) *cobra.Command {
	return command("help [COMMAND | CODE | codes]", "explain a command, or a finding by its code", cobra.ArbitraryArgs, func(cmd *cobra.Command, topics []string) error {
		if len(topics) == 0 {
			writeOverview(c.stdout, cmd.Root())
			return nil
		}
		name := strings.Trim(topics[0], "[]")
		if name == "codes" {
			return c.listCodes()
		}
		names := commandNames(cmd.Root())
		if slices.Contains(names, name) {
			of, _, _ := cmd.Root().Find([]string{name})
			writeHelp(c.stdout, of)
			return nil
		}
		codes := diagnostic.Names(codePages(), func(p codePage) string { return p.Code })
		at := slices.Index(codes, name)
		switch {
		case at < 0:
			return unknown("command or code", name, append(names, codes...), "; rulecheck help lists the commands, rulecheck help codes the codes")
		case c.json:
			return c.writeJSON(codePages()[at])
		}
		_, err := io.WriteString(c.stdout, codePages()[at].Text)
		return err
	})
}

func (c *call) listCodes() error {
	if c.json {
		return c.writeJSON(codePages())
	}
	for _, page := range codePages() {
		lines := strings.Split(page.Text, "\n") // the title, an empty line, the summary
		fmt.Fprintf(c.stdout, "%-24s %s\n", page.Code, lines[2])
	}
	return nil
}
