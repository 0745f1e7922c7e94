package seal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestVolumesOfLinks: a mounted volume whose files are links into a folder that is
// replaced as a whole is read once, and its replacement differs.
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
	if err := os.Remove(filepath.Join(volume, "..data")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..2", filepath.Join(volume, "..data")); err != nil {
		t.Fatal(err)
	}
	after, err := Take(os.DirFS(volume))
	if err != nil || strings.Join(after.Names(), " ") != "uk/a.yaml" || after.Digest == before.Digest {
		t.Errorf("%v %v", after, err)
	}
	if err := os.Symlink(".", filepath.Join(volume, "round")); err != nil {
		t.Fatal(err)
	}
	if _, err := Take(os.DirFS(volume)); err == nil {
		t.Error("a link to its own folder was accepted")
	}
}

// TestSeals: a seal fits the files that were checked, with either kind of line end and beside
// files that are not read, and nothing else.
func TestSeals(t *testing.T) {
	was := map[string][]byte{"uk/a.yaml": []byte("a: 1\nb: 2\n"), "service.yaml": []byte("x: 1\n")}
	folder := t.TempDir()
	if _, err := Read(os.DirFS(folder)); err != ErrNone {
		t.Fatal(err)
	}
	if err := New(was, []Year{{Of: "UK", Year: "2026", Cases: 1}}, "1", "2026-11-27").Write(folder); err != nil {
		t.Fatal(err)
	}
	s, err := Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, text, problem string }{
		{"uk/a.yaml", "a: 1\nb: 2\n", ""},
		{"uk/a.yaml", "a: 1\r\nb: 2\r\n", ""},
		{"uk/.a.yaml", "a", ""},
		{"uk/a.md", "a", ""},
		{"uk/a.yaml", "a: 1\n", "uk/a.yaml has changed"},
		{"uk/a.yaml", "", "uk/a.yaml has changed"},
		{"uk/a.yaml", "-", "uk/a.yaml is missing"},
	} {
		files := fstest.MapFS{}
		for name, data := range was {
			files[name] = &fstest.MapFile{Data: data}
		}
		if files[c.name] = &(fstest.MapFile{Data: []byte(c.text)}); c.text == "-" {
			delete(files, c.name)
		}
		taken, err := Take(files)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Fits(taken); (err != nil) != (c.problem != "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s %q: %v", c.name, c.text, err)
		}
	}
	if err := s.Covers([]string{"service.yaml", "uk/new.yaml"}); err == nil || !strings.Contains(err.Error(), "uk/new.yaml has been added") {
		t.Error(err)
	}
	for _, text := range []string{`{"format":2,"language":1}`, `{"format":1,"language":2}`, `{}`, `{`} {
		if _, err := Read(fstest.MapFS{File: &fstest.MapFile{Data: []byte(text)}}); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
