// Package deploy checks the deployment files against the program.
package deploy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var goBuild = regexp.MustCompile(`(?s)RUN (CGO_ENABLED=0 go build .*?) \\\n\s+-o /image/payslate (\S+)\n`)

const builtCommit, builtDate = "0123abcd", "2026-11-20T12:00:00Z"

var builtIn string

// built is the program, built once by the command in the Containerfile.
var built = sync.OnceValues(func() (string, error) {
	file, err := os.ReadFile("Containerfile")
	if err != nil {
		return "", err
	}
	command := goBuild.FindStringSubmatch(string(file))
	if command == nil {
		return "", os.ErrNotExist
	}
	builtIn, err = os.MkdirTemp("", "payslate-deploy")
	if err != nil {
		return "", err
	}
	program := filepath.Join(builtIn, "payslate")
	// go run keeps the linked program, which go build links again each time.
	run := strings.Replace(command[1], "go build", "go run -exec cp", 1)
	build := exec.Command("sh", "-c", run+" "+command[2]+" "+program)
	build.Dir = ".."
	build.Env = append(os.Environ(), "COMMIT="+builtCommit, "DATE="+builtDate)
	build.Stderr = os.Stderr
	return program, build.Run()
})

func TestMain(m *testing.M) {
	code := m.Run()
	if builtIn != "" {
		_ = os.RemoveAll(builtIn) // a temporary folder
	}
	os.Exit(code)
}

func program(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatalf("the Containerfile's command does not build: %v", err)
	}
	return path
}

// flags returns the flags of the program, without dashes.
func flags(t *testing.T) []string {
	t.Helper()
	help, err := exec.Command(program(t), "--help").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, help)
	}
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^  (?:-h, |    )--([a-z-]+)`).FindAllStringSubmatch(string(help), -1) {
		names = append(names, match[1])
	}
	if len(names) < 10 {
		t.Fatalf("flags %q", names)
	}
	return names
}

var setting = regexp.MustCompile(`PAYSLATE_[A-Z_]+`)

// TestSettingsExist: every setting in these files is a flag of the program.
func TestSettingsExist(t *testing.T) {
	known := flags(t)
	// Read by the compose file itself.
	own := []string{"PAYSLATE_DATABASE_PASSWORD"}
	for _, name := range []string{"Containerfile", "compose.yaml", "payslate.service", "README.md"} {
		found := setting.FindAllString(read(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s sets nothing", name)
		}
		for _, variable := range found {
			flag := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, "PAYSLATE_"), "_", "-"))
			if !slices.Contains(known, flag) && !slices.Contains(own, variable) {
				t.Errorf("%s: %s sets no flag of the program", name, variable)
			}
		}
	}
}

func TestImage(t *testing.T) {
	version, err := exec.Command(program(t), "--version").Output()
	if err != nil || !strings.Contains(string(version), "\ncommit "+builtCommit+"\ndate   "+builtDate+"\n") {
		t.Errorf("%v: the build does not report its source:\n%s", err, version)
	}
	file := read(t, "Containerfile")
	_, image, found := strings.Cut(file, "\nFROM scratch\n")
	if !found {
		t.Fatal("the image is not made from scratch")
	}
	for _, line := range []string{"USER 65532:65532", "VOLUME /data", "EXPOSE 8080", `ENTRYPOINT ["/payslate"]`} {
		if !strings.Contains(image, "\n"+line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	compiler := regexp.MustCompile(`FROM golang:(\d+\.\d+) `).FindStringSubmatch(file)
	if compiler == nil || !strings.Contains(read(t, "../go.mod"), "\ngo "+compiler[1]+".") {
		t.Errorf("built with Go %q, which is not in go.mod", compiler)
	}
}

// composed is the checked part of the compose file.
type composed struct {
	Services map[string]struct {
		Image       string
		Build       struct{ Context, Dockerfile string }
		Environment map[string]string
		ReadOnly    bool `yaml:"read_only"`
		Expose      []string
		Ports       []string
		Volumes     []string
		DependsOn   yaml.Node `yaml:"depends_on"`
	}
	Volumes map[string]any
}

func TestCompose(t *testing.T) {
	var file composed
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	proxy := read(t, "haproxy.cfg")
	servers := 0
	for name, service := range file.Services {
		if service.Image != "payslate" {
			continue
		}
		servers++
		if !service.ReadOnly || !slices.Equal(service.Expose, []string{"8080", "9090"}) || service.Environment["PAYSLATE_DATABASE_URL"] == "" {
			t.Errorf("%s: %+v", name, service)
		}
		if !strings.Contains(proxy, "\n    server "+name+" "+name+":8080\n") {
			t.Errorf("the proxy lacks %s", name)
		}
	}
	if servers != 2 || strings.Count(proxy, "\n    server ") != servers {
		t.Errorf("%d servers", servers)
	}
	first := file.Services["server-1"].Build
	if _, err := os.Stat(filepath.Join(first.Context, first.Dockerfile)); err != nil {
		t.Error(err)
	}
	if !strings.Contains(proxy, "httpchk GET /readyz\n") {
		t.Error("the proxy does not check whether servers are ready")
	}
	for name, service := range file.Services {
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, named := file.Volumes[source]; named {
				continue
			}
			if _, err := os.Stat(source); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestProxy(t *testing.T) {
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("no haproxy here (Debian: apt-get install haproxy)")
	}
	if output, err := exec.Command("haproxy", "-c", "-f", "haproxy.cfg").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

func TestUnit(t *testing.T) {
	unit := read(t, "payslate.service")
	start := regexp.MustCompile(`(?m)^ExecStart=(\S+) (.*)$`).FindStringSubmatch(unit)
	if start == nil {
		t.Fatal("no ExecStart")
	}
	known := flags(t)
	for _, flag := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(start[2], -1) {
		if !slices.Contains(known, flag[1]) {
			t.Errorf("the program has no flag %s", flag[0])
		}
	}
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("no systemd-analyze here (Debian: apt-get install systemd)")
	}
	// The unit, with the path of the program in this test.
	here := filepath.Join(t.TempDir(), "payslate.service")
	if err := os.WriteFile(here, []byte(strings.Replace(unit, "="+start[1], "="+program(t), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("systemd-analyze", "verify", "--man=no", here).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%v\n%s", err, output)
	}
	// Exposure from 0 (none) to 100.
	if output, err := exec.Command("systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", here).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

var metricName = regexp.MustCompile(`\b(?:payslate|process|go)_[a-z_]+`)

// TestDashboard: a running server has each metric that the dashboard shows.
func TestDashboard(t *testing.T) {
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	exported := scrape(t)
	if len(dashboard.Panels) < 10 {
		t.Errorf("%d panels", len(dashboard.Panels))
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			names := metricName.FindAllString(target.Expr, -1)
			if len(names) == 0 {
				t.Errorf("%s shows no metric", panel.Title)
			}
			for _, name := range names {
				if !strings.Contains(exported, "\n"+name+"{") && !strings.Contains(exported, "\n"+name+" ") {
					t.Errorf("%s: /metrics has no %s", panel.Title, name)
				}
			}
		}
	}
}

// scrape returns /metrics of the program after a refused call.
func scrape(t *testing.T) string {
	t.Helper()
	server := exec.Command(program(t), "--listen", "127.0.0.1:0", "--data", t.TempDir())
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait() // ended by the signal
	})
	address := ""
	for lines := bufio.NewScanner(output); address == "" && lines.Scan(); {
		_, address, _ = strings.Cut(lines.Text(), " serves ")
	}
	if address == "" {
		t.Fatalf("the program did not start:\n%s", &log)
	}
	get := func(path string) string {
		response, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	get("/v1/salary-net/countries")
	return "\n" + get("/metrics")
}
