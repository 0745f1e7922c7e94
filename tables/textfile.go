package tables

import (
	"path"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// textFile is a long list in a text file: a header of words with their values, and a line
// for each entry. It is kept as text and searched there.
type textFile struct {
	publication *Edition
	// other is the language of the source's second name.
	other   wording.Language
	lines   string
	builtIn bool // it is the program's own
}

// Words of every header.
const (
	headSource, headSourceIn       = "source", "source-" // and a language
	headURL, headLicense, headAsOf = "url", "license", "as-of"
)

// textFile reads a text file, whose header ends with the word last. visit reads the
// other words. It returns nil after an error.
func (l *loader) textFile(name, last string, visit func(word, value string) error) *textFile {
	data, ok := l.Read(name)
	if !ok {
		return nil
	}
	file := &textFile{publication: &Edition{}}
	text := embeddedTexts[path.Base(name)]
	if file.builtIn = text == string(data); !file.builtIn {
		text = string(data)
	}
	source := &file.publication.Source
	fields := map[string]*string{headSource: &source.Name.English, headURL: &source.URL, headLicense: &source.License, headAsOf: &file.publication.AsOf}
	for line := range strings.Lines(text) {
		word, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var err error
		if tag, is := strings.CutPrefix(word, headSourceIn); is {
			if file.other, err = wording.Parse(tag); err == nil {
				source.Name.Set(file.other, value)
			}
		} else if field := fields[word]; field != nil {
			*field = value
		} else {
			err = visit(word, value)
		}
		if err != nil {
			l.Fail(diagnostic.Range{File: name}, "bad-header", "the line "+word+" of the header cannot be read: "+err.Error(), "")
			return nil
		}
		if text = text[len(line):]; word == last {
			break
		}
	}
	file.lines, file.publication.Valid.From = text, file.publication.AsOf
	return file
}

// firstLine returns where the first line begins from which on reached is true, in lines
// ordered by it; the length of the text if there is none.
func firstLine(text string, reached func(line string) bool) int {
	low, high := 0, len(text) // bytes; before low it is false
	for low < high {
		middle := low + (high-low)/2
		start := strings.LastIndexByte(text[:middle], '\n') + 1
		line, _, _ := strings.Cut(text[start:], "\n")
		if reached(line) {
			high = start
		} else {
			low = start + len(line) + 1
		}
	}
	return min(low, len(text))
}
