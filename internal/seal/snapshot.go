package seal

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Snapshot is a copy of a folder's files at one moment, so the files that are served are
// those that were checked.
type Snapshot struct {
	fs.FS
	// Digest is that of the files' names and contents; empty for files that never change.
	Digest string
	files  fstest.MapFS
	size   int // of all files
}

// maxSnapshot bounds the total size of the files, which are kept in memory.
const maxSnapshot = 64 << 20

// maxDepth bounds nested folders, and so links that form a loop.
const maxDepth = 16

// suffixes are the endings of files that rules, tables and cases are read from.
var suffixes = map[string]bool{".yaml": true, ".csv": true, ".jsonl": true, ".txt": true, ".gz": true}

// Take copies the files of a folder that are loaded. It follows links and skips names that
// begin with a dot, which mounted volumes and tools use internally.
func Take(folder fs.FS) (*Snapshot, error) {
	s := &Snapshot{files: fstest.MapFS{}}
	if err := s.take(folder, ".", maxDepth); err != nil {
		return nil, err
	}
	s.FS = s.files
	sum := sha256.New()
	for _, name := range s.Names() {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(s.files[name].Data))
	}
	s.Digest = fmt.Sprintf("%x", sum.Sum(nil))
	return s, nil
}

func (s *Snapshot) take(files fs.FS, folder string, depth int) error {
	if depth == 0 {
		return fmt.Errorf("%s is nested deeper than %d folders: check for a link that forms a loop", folder, maxDepth)
	}
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") || entry.Type().IsRegular() && !suffixes[path.Ext(name)] {
			continue
		}
		info, err := fs.Stat(files, name)
		switch {
		case err != nil:
		case info.IsDir():
			err = s.take(files, name, depth-1)
		case suffixes[path.Ext(name)]:
			err = s.add(files, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Snapshot) add(files fs.FS, name string) error {
	data, err := syntax.ReadFile(files, name)
	if err != nil {
		return err
	}
	s.files[name] = &fstest.MapFile{Data: data}
	if s.size += len(data); s.size > maxSnapshot {
		return fmt.Errorf("the folder has more than %d MiB of files: check that it is the right one", maxSnapshot>>20)
	}
	return nil
}

// Names lists the files in order.
func (s *Snapshot) Names() []string { return slices.Sorted(maps.Keys(s.files)) }
