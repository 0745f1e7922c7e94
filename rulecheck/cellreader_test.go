package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// checkCells compares cellReader with encoding/csv, row by row.
func checkCells(t *testing.T, text string) {
	t.Helper()
	want := csv.NewReader(strings.NewReader(text))
	got := newCellReader(strings.NewReader(text))
	for {
		record, wantErr := want.Read()
		cells, err := got.read()
		if wantErr != nil || err != nil {
			if wantErr == nil || err == nil || wantErr.Error() != err.Error() {
				t.Fatalf("%q: error %v, want %v", text, err, wantErr)
			}
			return
		}
		if len(cells) != len(record) {
			t.Fatalf("%q: cells %q, want %q", text, cells, record)
		}
		for i := range record {
			if string(cells[i]) != record[i] {
				t.Fatalf("%q: cells %q, want %q", text, cells, record)
			}
			line, column := got.place(i)
			if wantLine, wantColumn := want.FieldPos(i); line != wantLine || column != wantColumn {
				t.Fatalf("%q: cell %d at %d:%d, want %d:%d", text, i, line, column, wantLine, wantColumn)
			}
		}
	}
}

func TestCellReaderMatchesCSV(t *testing.T) {
	long := strings.Repeat("x", readerSize)
	for _, text := range []string{
		"", "\n", "\r\n\r\n", "a", "a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n\n1,2", "a,b\n1,2\r", "a,b\n1\n", "a,b\n1,2,3\n", ",\n,\n", "ä,§\n€,\n",
		"a,b\n1,\"2,3\"\n4,5\n", "a,b\n1,\"2\n3\"\n4,5\n6\n", "\"a\",b\n1,2\n", "a,b\n1,2\"\n", "a,b\n\"1,2\n", "a,b\n1,2\n\n\n3,\"4\n5",
		"a,b\n1," + long + "\n2,3\n", "a,b\n1,2\n" + long + "\n", "a,b\r\r\n1,2\n", "\r", "a\n\r",
	} {
		checkCells(t, text)
	}
	random := rand.New(rand.NewPCG(3, 4))
	const characters = "12,,,\n\n\r\"ä"
	for range 20_000 {
		text := make([]byte, random.IntN(24))
		for i := range text {
			text[i] = characters[random.IntN(len(characters)-random.IntN(4))]
		}
		checkCells(t, string(text))
	}
}

func FuzzCellReader(f *testing.F) {
	f.Add("a,b\n1,2\n")
	f.Add("a,b\r\n\"1\",\"2\n\"\"\"\r\n")
	f.Fuzz(checkCells)
}

func TestCellReaderReadError(t *testing.T) {
	broken := errors.New("broken")
	r := newCellReader(io.MultiReader(bytes.NewReader([]byte("a,b\n1,2\n3")), iotest.ErrReader(broken)))
	for range 2 {
		if _, err := r.read(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.read(); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
