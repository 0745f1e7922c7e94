// Package npm builds the npm package payslate: the engine (package engine) as WebAssembly,
// and the JavaScript beside it, which index.js begins.
package npm

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Scripts are the JavaScript files of an engine that runs in a worker.
//
//go:embed index.js engine.js worker.js
var Scripts embed.FS

// Build writes the engine to a folder: payslate.wasm, and wasm_exec.js of the compiler that
// made it. It needs the Go command and the sources of the module. rulesVersion is the version
// of the embedded rules, which the engine need not find out then.
func Build(ctx context.Context, folder, rulesVersion string) error {
	const engine = "github.com/payslate/payslate/clients/npm/engine/wasm"
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -X main.rulesVersion="+rulesVersion,
		"-o", filepath.Join(folder, "payslate.wasm"), engine)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the engine, which needs the Go command and the folder of the sources: %w\n%s", err, said)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "wasm_exec.js"), script, 0o644)
}
