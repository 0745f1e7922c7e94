package resume

import (
	"errors"
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

func TestResume(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	add := func(heading, key string, result int) {
		f := open(t, name, heading)
		if got, err := f.Do(key, func() (int, error) { return result, nil }); got != result || err != nil {
			t.Fatal(got, err)
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
	add("one", "c", 3) // after the incomplete line
	f := open(t, name, "one")
	defer f.Close()
	unknown := errors.New("not known")
	result := func(f *File[int], key string) (int, error) {
		return f.Do(key, func() (int, error) { return 0, unknown })
	}
	for key, want := range map[string]int{"a": 1, "c": 3} {
		if got, err := result(f, key); got != want || err != nil {
			t.Errorf("%s: %d, %v", key, got, err)
		}
	}
	if _, err := result(f, "b"); err != unknown {
		t.Errorf("an incomplete line is read: %v", err)
	}
	other := open(t, name, "two")
	defer other.Close()
	if _, err := result(other, "a"); err != unknown {
		t.Errorf("a result under another heading is read: %v", err)
	}
}

func TestNilFileStoresNothing(t *testing.T) {
	var f *File[int]
	for want := range 2 {
		if got, err := f.Do("a", func() (int, error) { return want, nil }); got != want || err != nil {
			t.Errorf("%d, %v", got, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
