package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// nodeFolder contains the Node programs and their packages.
var nodeFolder = filepath.Join("testdata", "node")

var key = regexp.MustCompile(`ps_live_[A-Za-z0-9_-]{32,}`)

// installNode installs the packages and returns a PATH with their programs.
func installNode(t *testing.T) string {
	t.Helper()
	if os.Getenv("PAYSLATE_NODE") == "" {
		t.Skip("needs Node, npm and its packages from the network: set PAYSLATE_NODE=1")
	}
	if err := install(); err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Abs(filepath.Join(nodeFolder, "node_modules", ".bin"))
	if err != nil {
		t.Fatal(err)
	}
	return programs + string(filepath.ListSeparator) + os.Getenv("PATH")
}

var install = sync.OnceValue(func() error {
	npm := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = nodeFolder
	if output, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, output)
	}
	return nil
})

// startServer runs the server with a new ledger and returns its address and a key.
func startServer(t *testing.T) (address, secret string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "server")
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../server").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	data := t.TempDir()
	created, err := exec.CommandContext(t.Context(), program, "keys", "create", "--credits", "1000", "--data", data).Output()
	if err != nil {
		t.Fatal(err)
	}
	secret = key.FindString(string(created))
	server := exec.Command(program, "--listen", "127.0.0.1:0", "--data", data)
	var log bytes.Buffer
	server.Stderr = &log
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	})
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, at, found := strings.Cut(lines.Text(), " serves "); found {
			return at, secret
		}
	}
	_ = server.Wait()
	t.Fatalf("the server did not start: %s", log.String())
	return "", ""
}

// run runs a Node program and returns its output.
func run(t *testing.T, path, program string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, filepath.Join(nodeFolder, "node_modules", ".bin", "node"), append([]string{program}, args...)...)
	command.Env = append(os.Environ(), "PATH="+path)
	var output, problems bytes.Buffer
	command.Stdout, command.Stderr = &output, &problems
	err := command.Run()
	if err != nil {
		return output.String() + problems.String(), err
	}
	return output.String(), nil
}

// TestNodeSDKs: both generations of the TypeScript SDK can use the server, with either
// protocol.
func TestNodeSDKs(t *testing.T) {
	path := installNode(t)
	address, secret := startServer(t)
	output, err := run(t, path, filepath.Join(nodeFolder, "sdk.mjs"), address, secret)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if clients := strings.Count(output, "calls match REST"); clients != 3 {
		t.Errorf("%d of 3 clients succeeded: %s", clients, output)
	}
}

// TestNodeInspector: the command line of the MCP Inspector can list and call the tools.
func TestNodeInspector(t *testing.T) {
	path := installNode(t)
	address, secret := startServer(t)
	inspector := filepath.Join(nodeFolder, "node_modules", ".bin", "mcp-inspector")
	inspect := func(args ...string) (string, error) {
		return run(t, path, inspector, append([]string{"--cli", address + "/v1/salary-net/mcp", "--transport", "http", "--quiet"}, args...)...)
	}
	for _, era := range []string{"legacy", "modern"} {
		list, err := inspect("--protocol-era", era, "--method", "tools/list", "--strict")
		if err != nil {
			t.Errorf("%s: tools/list: %v\n%s", era, err, list)
			continue
		}
		if tools := read[struct{ Tools []json.RawMessage }](t, []byte(list)).Tools; len(tools) != len(calls) {
			t.Errorf("%s: %d tools", era, len(tools))
		}
		for name, arguments := range calls {
			if arguments == "" {
				arguments = "{}"
			}
			call := []string{"--protocol-era", era, "--method", "tools/call", "--tool-name", name, "--tool-args-json", arguments}
			text, err := inspect(append(call, "--header", "X-API-Key: "+secret)...)
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", era, name, err, text)
				continue
			}
			got := read[result](t, []byte(text))
			if got.IsError || len(got.Content) != 1 || !json.Valid([]byte(got.Content[0].Text)) || got.StructuredContent == nil || got.Meta["credits_remaining"] == nil {
				t.Errorf("%s: %s: %s", era, name, text)
			}
		}
		text, err := inspect("--protocol-era", era, "--method", "tools/call", "--tool-name", "list_salary_countries")
		if err == nil || !strings.Contains(text, "missing_api_key") {
			t.Errorf("%s: without a key: %v\n%s", era, err, text)
		}
	}
}
