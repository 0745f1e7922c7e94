package load

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/payslate/payslate/rules"
)

const (
	startPatience = time.Minute
	credits       = "1000000000"
)

// server is the real program under load, with rules in its own folder.
type server struct {
	folder, address, metrics, key string
	command                       *exec.Cmd
	log                           *os.File
	edits                         int
}

// startServer builds the program and starts it.
func startServer() (*server, error) {
	folder, err := os.MkdirTemp("", "payslate-load-")
	if err != nil {
		return nil, err
	}
	s := &server{folder: folder}
	if err := s.start(); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

func (s *server) start() error {
	program, data := filepath.Join(s.folder, "server"), filepath.Join(s.folder, "data")
	if output, err := exec.Command("go", "build", "-o", program, "github.com/payslate/payslate/server").CombinedOutput(); err != nil {
		return fmt.Errorf("the server does not build: %w\n%s", err, output)
	}
	if err := os.CopyFS(filepath.Join(s.folder, "rules"), rules.Embedded()); err != nil {
		return err
	}
	key, err := exec.Command(program, "keys", "create", "--credits", credits, "--data", data).Output()
	if err != nil {
		return fmt.Errorf("creating a key: %w", err)
	}
	s.key = strings.TrimSpace(string(key))
	if s.log, err = os.Create(filepath.Join(s.folder, "log")); err != nil {
		return err
	}
	s.command = exec.Command(program, "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--data", data, "--rules", filepath.Join(s.folder, "rules"))
	s.command.Stderr = s.log
	output, err := s.command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.command.Start(); err != nil {
		return err
	}
	serves := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if _, address, found := strings.Cut(lines.Text(), "metrics on "); found {
				s.metrics = address
			}
			if _, address, found := strings.Cut(lines.Text(), " serves "); found {
				s.address = address
				close(serves)
			}
		}
	}()
	select {
	case <-serves:
		return nil
	case <-time.After(startPatience):
		return fmt.Errorf("the server is not ready; see %s", s.log.Name())
	}
}

// reload changes only the text of a rule file and has the server load it.
func (s *server) reload() error {
	s.edits++
	name := filepath.Join(s.folder, "rules", "uk", "country.yaml")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, _, _ := bytes.Cut(text, []byte("\n# edit "))
	if err := os.Chmod(name, 0o600); err != nil {
		return err
	}
	edited := fmt.Appendf(bytes.Clone(before), "\n# edit %d\n", s.edits)
	if err := os.WriteFile(name, edited, 0o600); err != nil {
		return err
	}
	return s.command.Process.Signal(syscall.SIGHUP)
}

// stop shuts the server down and removes its folder.
func (s *server) stop() error {
	var problems []error
	if s.command != nil && s.command.Process != nil {
		_ = s.command.Process.Signal(syscall.SIGTERM) // Wait returns how it ended
		if err := s.command.Wait(); err != nil {
			problems = append(problems, fmt.Errorf("stopping the server: %w", err))
		}
	}
	if s.log != nil {
		problems = append(problems, s.log.Close())
	}
	return errors.Join(append(problems, os.RemoveAll(s.folder))...)
}

// complaints returns the lines of the log that report a fault.
func (s *server) complaints() ([]string, error) {
	file, err := os.Open(s.log.Name())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var found []string
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := lines.Text(); strings.Contains(line, "level=ERROR") || strings.HasPrefix(line, "panic") || strings.HasPrefix(line, "fatal error") {
			found = append(found, line)
		}
	}
	return found, lines.Err()
}
