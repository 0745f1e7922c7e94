package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	debug.SetGCPercent(garbagePercent) // as in the commands
	testscript.Main(m, map[string]func(){"rulecheck": main})
}

// TestScripts runs the scripts in testdata/script. "unpack rules/uk/2026" copies a built-in
// folder with the files of the folders above it, and "replace FILE OLD NEW" changes a file.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Condition: func(name string) (bool, error) {
			if name != "full" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return os.Getenv("PAYSLATE_FULL") == "1", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"replace": replace, "unpack": unpack},
	})
}

// unpack copies built-in folders of the rules and tables, and the files of the folders above.
func unpack(ts *testscript.TestScript, negated bool, folders []string) {
	for _, folder := range folders {
		root, _, _ := strings.Cut(folder, "/")
		files := map[string]fs.FS{"rules": rules.Embedded(), "tables": tables.Embedded()}[root]
		if files == nil || negated {
			ts.Fatalf("usage: unpack rules/FOLDER tables/FOLDER")
		}
		ts.Check(copyFiles(ts.MkAbs(root), files, func(name string) bool {
			place := path.Join(root, name)
			return strings.HasPrefix(place, folder+"/") || strings.HasPrefix(folder, path.Dir(place))
		}))
	}
}

// copyFiles copies built-in files, which a command may then change.
func copyFiles(to string, files fs.FS, keep func(name string) bool) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !keep(name) {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return writeFile(filepath.Join(to, filepath.FromSlash(name)), data)
	})
}

// replace replaces a text in a file.
func replace(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	name := ts.MkAbs(arguments[0])
	data, err := os.ReadFile(name)
	ts.Check(err)
	if !strings.Contains(string(data), arguments[1]) {
		ts.Fatalf("%s does not contain %q", arguments[0], arguments[1])
	}
	ts.Check(os.WriteFile(name, []byte(strings.ReplaceAll(string(data), arguments[1], arguments[2])), 0o600))
}

// TestEveryCommandHasHelp also checks that every page of help/ is shown, and describes each flag.
func TestEveryCommandHasHelp(t *testing.T) {
	root := newRoot(&call{})
	commands := slices.DeleteFunc(slices.Clone(root.Commands()), func(of *cobra.Command) bool { return of.Name() == "help" })
	pages, err := fs.Glob(helpPages, "help/*.txt")
	if err != nil || len(pages) != len(commands)+1 {
		t.Errorf("%d pages for %d commands and the shared flags, %v", len(pages), len(commands), err)
	}
	for _, of := range commands {
		if helpPage(of.Name()) == "" {
			t.Errorf("help/%s.txt is missing", of.Name())
		}
		for _, part := range append(of.Commands(), of) {
			part.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(of.Use+helpPage(of.Name())+helpPage("flags"), "--"+f.Name) && !f.Hidden {
					t.Errorf("help/%s.txt does not describe --%s", of.Name(), f.Name)
				}
			})
		}
	}
}
