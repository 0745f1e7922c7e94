package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

var consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```\n")

// TestGuide runs the commands of the guide in their order, in a folder with the
// rules and tables, and expects the output that it shows.
func TestGuide(t *testing.T) {
	name := filepath.Join("..", "rules", "README.md")
	guide, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "tables"), writable{tables.Embedded()}); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(folder, "rules"), writable{rules.Embedded()}); err != nil {
		t.Fatal(err)
	}
	commands := 0
	played := consoleBlock.ReplaceAllFunc(guide, func(block []byte) []byte {
		var out bytes.Buffer
		out.WriteString("```console\n")
		for _, line := range strings.Split(string(block), "\n") {
			command, is := strings.CutPrefix(line, "$ ")
			if !is {
				continue
			}
			commands++
			out.WriteString(line + "\n")
			shell := exec.Command("sh", "-c", command)
			shell.Dir, shell.Stdout, shell.Stderr = folder, &out, &out
			// A refused payslip and findings end with an exit code of their own.
			if err := shell.Run(); err != nil && shell.ProcessState == nil {
				t.Fatalf("%s: %v", command, err)
			}
		}
		out.WriteString("```\n")
		return out.Bytes()
	})
	if commands < 20 {
		t.Errorf("%d commands", commands)
	}
	if *update {
		if err := os.WriteFile(name, played, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(played, guide) {
		t.Errorf("the guide shows other output than its commands print; run with -update and look at the difference:\n%s", firstDifference(guide, played))
	}
}

// firstDifference shows the lines in which two texts differ first.
func firstDifference(want, got []byte) string {
	wanted, gotten := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(wanted), len(gotten)) {
		if wanted[i] != gotten[i] {
			return "guide: " + wanted[i] + "\nprinted: " + gotten[i]
		}
	}
	return "one is longer"
}
