// Package folders copies folders of rules, tables and cases at one moment (snapshot.go) and
// watches them for changes (watch.go).
package folders

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Snapshot is a copy of a folder's files at one moment, so the files that are served are
// those that were checked.
type Snapshot struct {
	fs.FS
	Digests map[string][sha256.Size]byte // of the files by name
}

// maxSnapshot bounds the total size of the files, which are kept in memory.
const maxSnapshot = 64 << 20

// suffixes are the endings of files that rules, tables and cases are read from.
var suffixes = map[string]bool{".yaml": true, ".csv": true, ".jsonl": true, ".txt": true}

// Take copies the files of a folder that are loaded.
func Take(files fs.FS) (*Snapshot, error) {
	var archive bytes.Buffer
	total := 0
	writer := zip.NewWriter(&archive)
	s := &Snapshot{Digests: map[string][sha256.Size]byte{}}
	err := walkLoaded(files, func(name string, _ fs.FileInfo) error {
		data, err := syntax.ReadFile(files, name)
		if err != nil {
			return err
		}
		if total += len(data); total > maxSnapshot {
			return fmt.Errorf("the folder has more than %d MiB of files: check that it is the right one", maxSnapshot>>20)
		}
		s.Digests[name] = sha256.Sum256(data)
		out, err := writer.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = out.Write(data)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	s.FS, err = zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	return s, err
}

// maxDepth bounds nested folders, and so links that form a loop.
const maxDepth = 16

// walkLoaded visits the files that are loaded. It follows links and skips names that
// begin with two dots, which mounted volumes use internally.
func walkLoaded(files fs.FS, visit func(name string, info fs.FileInfo) error) error {
	return walkFolder(files, ".", maxDepth, visit)
}

func walkFolder(files fs.FS, folder string, depth int, visit func(name string, info fs.FileInfo) error) error {
	if depth == 0 {
		return fmt.Errorf("%s is nested deeper than %d folders: check for a link that forms a loop", folder, maxDepth)
	}
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		if strings.HasPrefix(entry.Name(), "..") || entry.Type().IsRegular() && !suffixes[path.Ext(name)] {
			continue
		}
		info, err := fs.Stat(files, name)
		switch {
		case err != nil:
		case info.IsDir():
			err = walkFolder(files, name, depth-1, visit)
		case suffixes[path.Ext(name)]:
			err = visit(name, info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Names lists the files in order.
func (s *Snapshot) Names() []string { return slices.Sorted(maps.Keys(s.Digests)) }

// Changed lists the files that differ from those of an older snapshot, added and
// removed ones too.
func (s *Snapshot) Changed(before *Snapshot) []string {
	differing := map[string]bool{}
	for name, digest := range s.Digests {
		if old, there := before.Digests[name]; !there || old != digest {
			differing[name] = true
		}
	}
	for name := range before.Digests {
		if _, there := s.Digests[name]; !there {
			differing[name] = true
		}
	}
	return slices.Sorted(maps.Keys(differing))
}

// Whole refuses a snapshot with a file that is only the beginning of what it was.
func (s *Snapshot) Whole(before *Snapshot) error {
	for _, name := range s.Changed(before) {
		if _, there := s.Digests[name]; !there {
			continue
		}
		if _, was := before.Digests[name]; !was {
			continue
		}
		data, err := fs.ReadFile(s, name)
		if err != nil {
			return err
		}
		earlier, err := fs.ReadFile(before, name)
		if err != nil {
			return err
		}
		if syntax.CutOff(data, earlier) {
			return fmt.Errorf("%s has only the beginning of the file that is served: restore it, or add a comment at its end to confirm that the rest was removed", name)
		}
	}
	return nil
}
