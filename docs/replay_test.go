package docs

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands of the pages print into them")

// programs builds the two programs once and returns their folder.
var programs = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "payslate-pages")
	if err != nil {
		return "", err
	}
	built = folder
	for name, source := range map[string]string{"payslate": "./server", "rulecheck": "./rulecheck"} {
		// go run keeps the linked program, which go build links again each time.
		build := exec.Command("go", "run", "-exec", "cp", source, filepath.Join(folder, name))
		build.Dir, build.Stderr = repository, os.Stderr
		if err := build.Run(); err != nil {
			return "", err
		}
	}
	return folder, nil
})

var built string

func TestMain(m *testing.M) {
	code := m.Run()
	if built != "" {
		_ = os.RemoveAll(built) // a temporary folder
	}
	os.Exit(code)
}

var (
	consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```\n")
	secretKey    = regexp.MustCompile(`ps_live_[A-Za-z0-9_-]{32,}`)
)

// written is the server's address in the pages.
const written = "http://127.0.0.1:8080"

// TestPagesShowWhatIsPrinted runs the commands of each page in order, in a folder with the
// rules and tables and with a server for the page.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	if os.Getenv("PAYSLATE_FULL") != "1" {
		t.Skip("all pages take half a minute: set PAYSLATE_FULL=1")
	}
	for _, tool := range []string{"sh", "curl", "jq", "sed", "grep"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the pages use %s, which is not installed", tool)
		}
	}
	folder, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(repository + "/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !consoleBlock.Match(page) {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			shell := newShell(t, folder)
			played := consoleBlock.ReplaceAllFunc(page, func(block []byte) []byte {
				text, count := shell.play(strings.TrimSuffix(strings.TrimPrefix(string(block), "```console\n"), "```\n"))
				commands += count
				return []byte("```console\n" + text + "```\n")
			})
			switch {
			case *update:
				if err := os.WriteFile(name, played, 0o644); err != nil {
					t.Fatal(err)
				}
			case !bytes.Equal(played, page):
				t.Errorf("the output in %s is out of date; run with -update and review the difference:\n%s", name, firstDifference(page, played))
			}
		})
	}
	if commands == 0 {
		t.Error("no page has commands")
	}
}

// shell runs a page's commands.
type shell struct {
	t               *testing.T
	folder, address string
	environment     []string
}

func newShell(t *testing.T, programs string) *shell {
	t.Helper()
	s := &shell{t: t, folder: t.TempDir()}
	for _, name := range []string{"rules", "tables"} {
		if err := os.CopyFS(filepath.Join(s.folder, name), os.DirFS(filepath.Join(repository, name))); err != nil {
			t.Fatal(err)
		}
	}
	create := exec.Command(filepath.Join(programs, "payslate"), "keys", "create", "--credits", "1000")
	create.Dir = s.folder
	created, err := create.Output()
	if err != nil {
		t.Fatal(err)
	}
	key := secretKey.FindString(string(created))
	server := exec.Command(filepath.Join(programs, "payslate"), "--listen", "127.0.0.1:0")
	server.Dir = s.folder
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
	for lines := bufio.NewScanner(output); s.address == "" && lines.Scan(); {
		_, s.address, _ = strings.Cut(lines.Text(), " serves ")
	}
	if s.address == "" {
		t.Fatalf("the server does not serve:\n%s", &log)
	}
	s.environment = append(os.Environ(), "KEY="+key, "no_proxy=*", "LC_ALL=C.UTF-8",
		"PATH="+programs+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return s
}

// play runs the commands of a block, which begin with "$ " and continue with "> ", and
// returns the block with their output.
func (s *shell) play(block string) (string, int) {
	var out strings.Builder
	count := 0
	lines := strings.Split(block, "\n")
	for i := 0; i < len(lines); i++ {
		command, begins := strings.CutPrefix(lines[i], "$ ")
		if !begins {
			continue
		}
		out.WriteString(lines[i] + "\n")
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "> ") {
			i++
			out.WriteString(lines[i] + "\n")
			command += "\n" + strings.TrimPrefix(lines[i], "> ")
		}
		count++
		run := exec.Command("sh", "-c", strings.ReplaceAll(command, written, s.address))
		run.Dir, run.Env = s.folder, s.environment
		// Refused payslips and findings have their own exit codes.
		printed, err := run.CombinedOutput()
		if err != nil && run.ProcessState == nil {
			s.t.Fatalf("%s: %v", command, err)
		}
		if len(printed) == 0 && !strings.HasPrefix(command, "sed -i") && !strings.Contains(command, "> ") {
			s.t.Errorf("%s prints nothing", command)
		}
		text := strings.ReplaceAll(string(printed), s.address, written)
		if secretKey.MatchString(text) {
			s.t.Errorf("%s prints a key", command)
		}
		out.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			out.WriteString("\n")
		}
	}
	return out.String(), count
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(want, got []byte) string {
	wanted, gotten := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(wanted), len(gotten)) {
		if wanted[i] != gotten[i] {
			return "page:    " + wanted[i] + "\nprinted: " + gotten[i]
		}
	}
	return "one is longer"
}

var (
	shellBlock = regexp.MustCompile("(?ms)^```(?:sh|console)\n(.*?)^```\n")
	calledWith = regexp.MustCompile(`(?m)(?:^|[|;&] *)(?:[$>] )?(?:[A-Z_]+=\S+ )*(?:go run )?(payslate|rulecheck|\./server|\./rulecheck)((?:[ \t]+[^\s|&;>#<]+)*)`)
	flagGiven  = regexp.MustCompile(`^--?([a-z][a-z-]*)`)
)

// TestCommandsNameFlagsThatExist looks up the flags of every command in the help of its
// program.
func TestCommandsNameFlagsThatExist(t *testing.T) {
	folder, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]string{}
	help := func(program string, arguments ...string) string {
		call := program + " " + strings.Join(arguments, " ")
		if _, known := printed[call]; !known {
			// Help may be printed as wrong use.
			text, _ := exec.Command(filepath.Join(folder, program), arguments...).CombinedOutput()
			printed[call] = string(text)
		}
		return printed[call]
	}
	server := help("payslate", "--help") + help("payslate", "keys", "help")
	checked := 0
	for _, name := range markdownFiles(t) {
		page, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range shellBlock.FindAllSubmatch(page, -1) {
			for _, call := range calledWith.FindAllSubmatch(block[1], -1) {
				program, arguments := string(call[1]), strings.Fields(string(call[2]))
				known := server
				if strings.HasSuffix(program, "rulecheck") {
					command := slices.IndexFunc(arguments, func(a string) bool { return !strings.HasPrefix(a, "-") })
					known = help("rulecheck", "help")
					if command >= 0 {
						known = help("rulecheck", "help", arguments[command])
					}
				}
				for _, argument := range arguments {
					given := flagGiven.FindStringSubmatch(argument)
					if given == nil || strings.Contains(known, "--NAME TEXT") && !strings.Contains(known, "--"+given[1]) {
						continue // fields of a profile are named by the rules
					}
					checked++
					if !strings.Contains(known, "-"+given[1]) {
						t.Errorf("%s: %s %s: unknown flag --%s", name, program, strings.Join(arguments, " "), given[1])
					}
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d flags checked", checked)
	}
}
