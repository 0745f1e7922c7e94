package tables

import (
	"iter"
	"path"
	"strconv"
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
	header  map[string][]string // the values of each word
	lines   string
	builtIn bool // it is the program's own
}

// headSourceIn, with a language, is the word of the source's second name.
const headSourceIn = "source-"

// textFile reads a text file, whose header ends with the word last. It returns nil after an
// error.
func (l *loader) textFile(name, last string) *textFile {
	data, ok := l.Read(name)
	if !ok {
		return nil
	}
	file := &textFile{header: map[string][]string{}}
	text := embeddedTexts[path.Base(name)]
	if file.builtIn = text == string(data); !file.builtIn {
		text = string(data)
	}
	for line := range strings.Lines(text) {
		word, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		file.header[word] = append(file.header[word], value)
		if text = text[len(line):]; word == last {
			break
		}
	}
	source := Source{Name: Text{English: file.first("source")}, URL: file.first("url"), License: file.first("license")}
	for word, values := range file.header {
		tag, is := strings.CutPrefix(word, headSourceIn)
		if language, err := wording.Parse(tag); is && err == nil {
			file.other = language
			source.Name.Set(language, values[0])
		} else if is {
			l.Fail(diagnostic.Range{File: name}, "bad-header", "the line "+word+" of the header cannot be read: "+err.Error(), "Write a language tag after the hyphen: source-de.")
			return nil
		}
	}
	day := file.first("as-of")
	file.lines, file.publication = text, &Edition{Valid: Span{From: day}, AsOf: day, Source: source}
	return file
}

// checkLines reports lines that cannot be read or are not in the order of their keys, and
// another number of lines or inhabitants than the header declares.
func (l *loader) checkLines(name, lines, declared string, read func(line string) (key string, inhabitants int, problem string)) {
	at, found := diagnostic.Range{File: name}, len(l.Findings)
	count, inhabitants, last := 0, 0, ""
	for line := range strings.Lines(lines) {
		line = strings.TrimSuffix(line, "\n")
		key, people, problem := read(line)
		if problem != "" {
			l.Fail(at, "bad-town", line+": "+problem, "Restore the line, or generate the file again.")
		} else if key < last {
			l.Fail(at, "order", line+" comes after "+last, "Lines are ordered by their names.")
		}
		count, inhabitants, last = count+1, inhabitants+people, key
		if len(l.Findings) >= maxFindings {
			return
		}
	}
	if is := strconv.Itoa(count) + " " + strconv.Itoa(inhabitants); is != declared && len(l.Findings) == found {
		l.Fail(at, "wrong-sum", "the header declares "+declared+" lines and inhabitants; the file has "+is, "The file is truncated or was edited: restore it, or import it again.")
	}
}

// first returns the first value of a word of the header, or "".
func (f *textFile) first(word string) string {
	if values := f.header[word]; len(values) > 0 {
		return values[0]
	}
	return ""
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

// linesFrom returns the lines with a key, in lines ordered by their keys.
func linesFrom(text, key string, keyOf func(line string) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text[firstLine(text, func(line string) bool { return keyOf(line) >= key }):]) {
			if line = strings.TrimSuffix(line, "\n"); keyOf(line) != key || !yield(line) {
				return
			}
		}
	}
}
