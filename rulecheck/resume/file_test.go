package resume

import (
	"os"
	"path/filepath"
	"testing"
)

func open(t *testing.T, name, heading string) *File[int] {
	t.Helper()
	f, err := Open[int](name, heading)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFileGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	add := func(heading, key string, result int) {
		f := open(t, name, heading)
		if err := f.Add(key, result); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	add("one", "a", 1)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(data, `{"key":"b","res`...), 0o600); err != nil {
		t.Fatal(err)
	}
	add("one", "c", 3) // goes on after the line that was cut off
	f := open(t, name, "one")
	defer f.Close()
	for key, want := range map[string]int{"a": 1, "b": 0, "c": 3} {
		if got, known := f.Known(key); got != want || known != (want > 0) {
			t.Errorf("%s: %d, known %v", key, got, known)
		}
	}
	other := open(t, name, "two")
	defer other.Close()
	if _, known := other.Known("a"); known {
		t.Error("a result under another heading is known")
	}
}

func TestNilFileRemembersNothing(t *testing.T) {
	var f *File[int]
	if err := f.Add("a", 1); err != nil {
		t.Fatal(err)
	}
	if _, known := f.Known("a"); known || f.Close() != nil {
		t.Error("a nil file remembers")
	}
}
