package mutation

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
)

// State remembers trials in a file, so that a campaign that was broken off goes
// on where it was. It holds for the rules and cases it was begun with.
type State struct {
	file  *os.File
	known map[string]Trial
}

// stateLine is a line of the file: first the digest of rules and cases, then trials.
type stateLine struct {
	Digest string `json:"digest,omitempty"`
	File   string `json:"file,omitempty"`
	*Trial `json:",omitempty"`
}

// OpenState opens or begins a file of trials. Trials with other rules or cases
// are forgotten.
func OpenState(name, digest string) (*State, error) {
	s := &State{known: map[string]Trial{}}
	if err := s.read(name, digest); err != nil {
		return nil, err
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if len(s.known) == 0 {
		flags |= os.O_TRUNC
	}
	var err error
	if s.file, err = os.OpenFile(name, flags, 0o644); err != nil {
		return nil, err
	}
	if len(s.known) == 0 {
		err = s.write(stateLine{Digest: digest})
	}
	return s, err
}

func (s *State) read(name, digest string) error {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for first := true; lines.Scan(); first = false {
		var line stateLine
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue // a line that was cut off
		}
		if first && line.Digest != digest {
			return nil
		}
		if line.Trial != nil {
			s.known[line.File+" "+line.ID] = *line.Trial
		}
	}
	return lines.Err()
}

// Known finds a trial of the change.
func (s *State) Known(c *Change) (Trial, bool) {
	t, ok := s.known[c.At.File+" "+c.ID]
	return t, ok
}

// Add remembers a trial.
func (s *State) Add(c *Change, t Trial) error {
	if _, known := s.Known(c); known {
		return nil
	}
	return s.write(stateLine{File: c.At.File, Trial: &t})
}

func (s *State) write(line stateLine) error {
	data, err := json.Marshal(line)
	if err == nil {
		_, err = s.file.Write(append(data, '\n'))
	}
	return err
}

// Close closes the file.
func (s *State) Close() error { return s.file.Close() }
