package folders

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestCutSnapshot: a file that is only the beginning of the served version is not
// loaded.
func TestCutSnapshot(t *testing.T) {
	take := func(texts map[string]string) *Snapshot {
		files := fstest.MapFS{}
		for name, text := range texts {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		s, err := Take(files)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := take(map[string]string{"a.yaml": "a: 1\nb: 2\n", "cases.csv": "gross,net\n1,2\n"})
	for _, c := range []struct {
		name, text string
		cut        bool
	}{{"a.yaml", "a: 1\n", true}, {"a.yaml", "", true}, {"cases.csv", "gross,net\n", true}, {"a.yaml", "a: 1\nb: 3\n", false}, {"a.yaml", "a: 1\n# without b\n", false}, {"new.yaml", "a: 1\n", false}} {
		if err := take(map[string]string{c.name: c.text}).Whole(before); (err != nil) != c.cut {
			t.Errorf("%s %q: %v", c.name, c.text, err)
		}
	}
}

// TestVolumesOfLinks: a mounted volume whose files are links into a folder that is
// replaced as a whole is read once, and its replacement is noticed.
func TestVolumesOfLinks(t *testing.T) {
	volume := t.TempDir()
	for name, text := range map[string]string{"..1/uk/a.yaml": "old", "..2/uk/a.yaml": "new", "..2/top.yaml": "x"} {
		if err := os.MkdirAll(filepath.Join(volume, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(volume, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(volume, name), time.Time{}, time.Unix(0, 0)); err != nil { // as in an image
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"..data": "..1", "uk": "..data/uk"} {
		if err := os.Symlink(to, filepath.Join(volume, name)); err != nil {
			t.Fatal(err)
		}
	}
	before, err := Take(os.DirFS(volume))
	if err != nil || strings.Join(before.Names(), " ") != "uk/a.yaml" {
		t.Fatalf("%v %v", before, err)
	}
	look := looking(volume)
	w := NewWatch(look, []*Snapshot{before})
	if digest(look()) != w.loaded {
		t.Error("what was read differs from the folder")
	}
	if err := os.Remove(filepath.Join(volume, "..data")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..2", filepath.Join(volume, "..data")); err != nil {
		t.Fatal(err)
	}
	after, err := Take(os.DirFS(volume))
	if err != nil || strings.Join(after.Names(), " ") != "uk/a.yaml" || after.Digest == before.Digest || digest(look()) == w.loaded {
		t.Errorf("%v %v", after, err)
	}
	if err := os.Symlink(".", filepath.Join(volume, "round")); err != nil {
		t.Fatal(err)
	}
	if _, err := Take(os.DirFS(volume)); err == nil {
		t.Error("a link to its own folder was accepted")
	}
}

// looking copies a folder as it is now.
func looking(folder string) func() ([]*Snapshot, error) {
	return func() ([]*Snapshot, error) {
		taken, err := Take(os.DirFS(folder))
		return []*Snapshot{taken}, err
	}
}

// TestWatchWaitsForStillness: changes follow each other for longer than a look, and one
// keeps its file's size and time: only the last state is loaded, once.
func TestWatchWaitsForStillness(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "a.yaml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
	}
	write("0")
	taken, err := Take(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	write("1") // while the start goes on
	w := NewWatch(looking(folder), []*Snapshot{taken})
	seen := make(chan string, 10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go w.Run(ctx, func() ([]*Snapshot, bool) {
		text, _ := os.ReadFile(file)
		seen <- string(text)
		taken, _ := looking(folder)()
		return taken, true
	})
	began := time.Now()
	for i := 2; time.Since(began) < 2*lookEvery; i++ {
		write(strconv.Itoa(i % 10))
		time.Sleep(lookEvery / 3)
	}
	write("x")
	if got := <-seen; got != "x" || len(seen) > 0 {
		t.Errorf("loaded %q first, want the last state", got)
	}
}
