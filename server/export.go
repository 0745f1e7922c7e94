package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	npm "github.com/payslate/payslate/clients/npm"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/server/documents"
	"github.com/payslate/payslate/server/web"
)

const exportUsage = `usage: server export DIR

Writes the page, with the engine that computes in the browser, to a new folder that any host of
files can serve: no server, no key, no upload. Needs the Go command and the sources.
`

// exportCommand is "server export".
func exportCommand(p *invocation) *cobra.Command {
	return &cobra.Command{Use: "export DIR", Short: "write the page with an engine for browsers", Args: cobra.ArbitraryArgs, RunE: func(of *cobra.Command, arguments []string) error {
		if len(arguments) != 1 || arguments[0] == "" {
			return wrongUse{errors.New("name one folder")}
		}
		bytes, err := export(of.Context(), arguments[0], p.stderr)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.stdout, "%s has the page and its engine, %.1f MB; try it with: python3 -m http.server --directory %[1]s\n", arguments[0], float64(bytes)/1e6) // no amount: megabytes
		return err
	}}
}

// export writes the page to a folder, which must be new or empty, and returns its size.
func export(ctx context.Context, folder string, stderr io.Writer) (size int, err error) {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return 0, fmt.Errorf("%s is not empty; choose a new folder", folder)
	}
	files, version, err := exported(ctx, stderr)
	if err != nil {
		return 0, err
	}
	if err := builtEngine(ctx, files, version); err != nil {
		return 0, err
	}
	names := slices.Sorted(maps.Keys(files))
	files["offline.js"] = web.Offline(append(names, "./"), hostfile.Digest(files))
	for name, text := range files {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(at, text, 0o644); err != nil {
			return 0, err
		}
		size += len(text)
	}
	return size, nil
}

// exported returns the files of the page but for its engine, and the version of the rules.
func exported(ctx context.Context, stderr io.Writer) (files map[string][]byte, version string, err error) {
	files = web.Exported()
	embedded := &service{stderr: stderr, log: slog.New(slog.DiscardHandler)}
	from, err := embedded.snapshots()
	if err != nil {
		return nil, "", err
	}
	now, err := embedded.load(from)
	if err != nil {
		return nil, "", err
	}
	catalogue := now.catalogue
	for _, name := range catalogue.RuleFiles() {
		files["rules/"+name], _ = catalogue.RuleFile(name)
	}
	if files["answers/rules.json"], err = json.Marshal(map[string]any{"rules_version": catalogue.RulesVersion, "files": catalogue.RuleFiles()}); err != nil {
		return nil, "", err
	}
	for language := range wording.Known() {
		words, ending := "assets/"+language.Tag()+"-", "."+language.Tag()+".json"
		if !slices.ContainsFunc(slices.Collect(maps.Keys(files)), func(name string) bool { return strings.HasPrefix(name, words) }) {
			continue // a language of texts, but not of the page
		}
		described := documents.Forms(catalogue, documents.Options{Open: true, Language: language})
		files["answers/openapi"+ending], files["answers/tables"+ending] = described[documents.OpenAPIForForms].Text, described[documents.OpenAPIForTables].Text
		for _, id := range []string{"salary-net/countries", "travel-per-diem/regimes"} {
			operation := catalogue.Operation(id)
			if files["answers/"+operation.Name+ending], err = operation.AnswerQuery(nil, "", language); err != nil {
				return nil, "", err
			}
		}
	}
	return files, catalogue.RulesVersion, nil
}

// builtEngine adds the engine and its scripts.
func builtEngine(ctx context.Context, files map[string][]byte, version string) error {
	folder, err := os.MkdirTemp("", "engine")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := npm.Build(ctx, folder, version); err != nil {
		return err
	}
	wasm, err := os.ReadFile(filepath.Join(folder, "payslate.wasm"))
	if err != nil {
		return err
	}
	files["engine/payslate.wasm.gz"] = web.Packed(wasm)
	if files["engine/wasm_exec.js"], err = os.ReadFile(filepath.Join(folder, "wasm_exec.js")); err != nil {
		return err
	}
	return fs.WalkDir(npm.Scripts, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files["engine/"+name], err = npm.Scripts.ReadFile(name)
		}
		return err
	})
}
