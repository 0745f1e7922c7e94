package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/schema"
)

// schemaCommand is "rulecheck schema".
func schemaCommand(c *call) *cobra.Command {
	var out string
	of := command("schema [KIND] [--out DIR]", "write JSON Schemas of rule and table files", cobra.ArbitraryArgs, func(_ *cobra.Command, kinds []string) error { return c.schema(kinds, out) })
	of.Flags().StringVar(&out, "out", "", "")
	return of
}

func (c *call) schema(others []string, out string) error {
	switch {
	case len(others) > 1:
		return wrongf("schema takes at most one kind, not %d", len(others))
	case len(others) == 1 && out != "":
		return wrongf("--out writes all kinds: leave out %s", others[0])
	case out != "":
		return writeSchemas(out)
	}
	text, err := schema.All()
	if len(others) == 1 {
		kind, usageError := schemaKind(others[0])
		if usageError != nil {
			return usageError
		}
		text, err = kind.JSON()
	}
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(text)
	return err
}

// schemaKind returns the kind of files with a name.
func schemaKind(name string) (schema.FileKind, error) {
	names := diagnostic.Names(schema.Kinds, func(k schema.FileKind) string { return k.Name })
	if at := slices.Index(names, name); at >= 0 {
		return schema.Kinds[at], nil
	}
	return schema.FileKind{}, unknown("kind of files", name, names, "; the kinds are "+strings.Join(names, ", "))
}

// writeSchemas writes a file for each kind into a folder.
func writeSchemas(folder string) error {
	for _, k := range schema.Kinds {
		text, err := k.JSON()
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(folder, filepath.FromSlash(k.File())), text); err != nil {
			return err
		}
	}
	return nil
}
