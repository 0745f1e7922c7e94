// Package review finds what is doubtful in rules and travel tables that load: review.go has the
// doors, texts.go what a reader of their texts would see. What it finds, somebody has to answer
// before they may go live.
package review

import (
	"io/fs"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Rules opens rules and reviews them as of a day. With errors the book is nil.
func Rules(files fs.FS, options rules.Options, today time.Time) (*rules.Book, diagnostic.List, rules.Sources) {
	book, found, source := rules.Review(files, options, today)
	if book != nil {
		t := &texts{text: book.Text}
		t.read(book.Files())
		t.swapped()
		for _, c := range book.Countries() {
			t.country(c)
		}
		found.Extend(t.list)
	}
	return book, found, source
}

// Tables opens travel tables and reviews them as of a day. With errors the book is nil.
func Tables(files fs.FS, options tables.Options, today time.Time) (*tables.Book, diagnostic.List, rules.Sources) {
	book, found, source := tables.Review(files, options, today)
	if book != nil {
		t := &texts{text: source}
		t.read(book.Files())
		t.swapped()
		found.Extend(t.list)
	}
	return book, found, source
}
