package rules

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"io"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
)

// Declared is a file system that caches declarations of rule files, so that similar books
// open quickly.
type Declared interface {
	// Declaration returns the declarations of a file; nil if they are not cached.
	Declaration(name string) *syntax.File
}

// declared returns the declarations of a rule file, from the cache if possible.
func declared(files fs.FS, name string, data []byte) (*syntax.File, diagnostic.List) {
	if known, is := files.(Declared); is {
		if f := known.Declaration(name); f != nil {
			return withPayment(f), nil
		}
	}
	f, list := syntax.Read(name, data, format.Of("rules"))
	return withPayment(f), list
}

// payPeriods is the type of the pay periods of a country, which its file need not declare.
const payPeriods = "pay_period"

// paymentGroup is the group of the inputs that the service fills in from every request.
const paymentGroup = "payment"

const paymentFile = "payment.yml"

//go:embed payment.yml
var paymentText []byte

// Payment reads the inputs of the payment that a country's file need not declare. They must
// not be changed.
var Payment = sync.OnceValue(func() []*syntax.Variable {
	f, list := syntax.Read(paymentFile, paymentText)
	if list.HasErrors() {
		panic(list.Err())
	}
	return f.Groups[0].Inputs
})

// withPayment declares the type of the pay periods that a country's file lists, and the
// inputs of the payment that it lacks, the gross in its currency. The file itself stays as it
// is, since other books may share it.
func withPayment(f *syntax.File) *syntax.File {
	if f == nil || f.Root.Get("periods") == nil {
		return f
	}
	declared, periods := *f, f.Root.Get("periods")
	if len(periods.Entries) > 0 && !slices.ContainsFunc(f.Types, func(t *syntax.Type) bool { return t.Name == payPeriods }) {
		t := &syntax.Type{Name: payPeriods, Range: periods.Range}
		for _, e := range periods.Entries {
			t.Cases = append(t.Cases, e.Key.Text)
		}
		declared.Types = append(slices.Clip(f.Types), t)
	}
	rest := &syntax.InputGroup{Name: paymentGroup, Range: periods.Range}
	for _, in := range Payment() {
		same := func(own *syntax.Variable) bool { return own.Name == in.Name }
		if slices.ContainsFunc(f.Groups, func(g *syntax.InputGroup) bool { return g.Name == paymentGroup && slices.ContainsFunc(g.Inputs, same) }) {
			continue
		}
		if in.Name == grossInput {
			in = in.Anew()
			in.Unit = f.Root.Get("currency").Plain()
		}
		rest.Inputs = append(rest.Inputs, in)
	}
	declared.Groups = append(slices.Clip(f.Groups), rest)
	return &declared
}

// declared returns the declarations of a rule file. Those of the embedded rule book have no
// findings, and their steps are read later unless they are used at once.
func (l *loader) declared(name string, data []byte) (*syntax.File, diagnostic.List) {
	if _, cached := l.Files.(Declared); cached || l.allSteps || !l.BuiltIn(name) {
		return declared(l.Files, name, data)
	}
	text := l.ahead[name]
	if text == nil {
		text = parseBuiltIn(name)
	}
	delete(l.ahead, name)
	return withPayment(text.Read()), nil
}

func parseBuiltIn(name string) *syntax.BuiltIn {
	return syntax.ParseBuiltIn(name, func() []byte {
		data, _ := embedded.ReadFile(name)
		return data
	})
}

// parseAhead parses the files of the embedded rule book on all processors.
func (l *loader) parseAhead(options Options) {
	names, _ := fs.Glob(embedded, "*/*.yaml")
	years, _ := fs.Glob(embedded, "*/*/*.yaml")
	names = append(names, years...)
	texts := make([]*syntax.BuiltIn, len(names))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(names); i = next.Add(1) - 1 {
				name := names[i]
				head, _ := embedded.ReadFile(path.Join(path.Dir(name), parametersFile))
				if options.WithoutArchive && path.Base(name) != parametersFile && bytes.Contains(head, []byte("\narchive: true\n")) {
					continue // of a closed year
				}
				data, _ := embedded.ReadFile(name)
				if own, err := syntax.ReadFile(l.Files, name); l.Own || err == nil && bytes.Equal(own, data) {
					texts[i] = parseBuiltIn(name)
				}
			}
		})
	}
	workers.Wait()
	for _, text := range texts {
		if text != nil {
			l.ahead[text.Name] = text
		}
	}
}

// loader reads each rule file once.
type loader struct {
	hostfile.Folder
	read   map[string]*syntax.File
	ahead  map[string]*syntax.BuiltIn // parsed and not read yet
	tables map[string][]byte          // the digests of table files
	// unfit has the marks "to be checked" and broken relations: a book with them does not
	// open, but can be reviewed further.
	unfit diagnostic.List
	// answered are the texts of the service in the answers of every country. One of them is
	// the rule of a line with a rate and a base that says nothing else; it may be nil.
	answered   []*syntax.Node
	rateOfBase *syntax.Text
	allSteps   bool // the steps of all programs are used
}

func newLoader(files fs.FS) *loader {
	return &loader{Folder: hostfile.NewFolder(files, embedded), read: map[string]*syntax.File{}, ahead: map[string]*syntax.BuiltIn{}, tables: map[string][]byte{}}
}

// file reads a rule file; nil after an error.
func (l *loader) file(name string) *syntax.File {
	if f, known := l.read[name]; known {
		return f
	}
	data, ok := l.Read(name)
	if !ok {
		l.read[name] = nil
		return nil
	}
	f, list := l.declared(name, data)
	l.Findings.Extend(list)
	if list.HasErrors() {
		f = nil
	}
	l.read[name] = f
	return f
}

// version returns the date of the newest publication that the rules cite and a digest of
// all files.
func (l *loader) version() string {
	newest := ""
	for _, f := range l.read {
		if f == nil {
			continue
		}
		for _, source := range f.Sources {
			newest = max(newest, source.Date)
		}
	}
	all := maps.Clone(l.Texts)
	maps.Copy(all, l.tables)
	if newest == "" {
		return hostfile.Digest(all)
	}
	return newest + "." + hostfile.Digest(all)
}

// tableFiles notes the table files of a year, and checks them unless they are the built-in ones or
// none but the programs that are used are checked.
func (l *loader) tableFiles(module *interpreter.Module, options Options) {
	own := false
	for _, p := range module.Tables() {
		for _, name := range p.Lookup.Table.Files() {
			if l.tables[name] == nil {
				l.tables[name] = contents(l.Files, name)
			}
			own = own || !l.Own && !bytes.Equal(l.tables[name], contents(embedded, name))
		}
		own = own || len(p.Lookup.Table.Files()) == 0
	}
	if (own || options.Review) && !options.Lazy && options.Only == 0 {
		l.Findings.Extend(module.CheckTables())
	}
}

// contents returns the digest of a file, which need not fit into memory; of one that cannot be
// read the digest of what could be.
func contents(files fs.FS, name string) []byte {
	sum := sha256.New()
	if file, err := files.Open(name); err == nil {
		_, _ = io.Copy(sum, file)
		_ = file.Close()
	}
	return sum.Sum(nil)
}

// dirs lists the folders of the files that match a pattern.
func (l *loader) dirs(pattern string) (dirs []string) {
	found, _ := fs.Glob(l.Files, pattern)
	for _, name := range found {
		dirs = append(dirs, path.Dir(name))
	}
	return dirs
}

// embedded has the rule files.
//
//go:embed *.yaml */*.yaml */import.yml */*/*.yaml */*/*/*.csv.gz
var embedded embed.FS

// Embedded returns the files of the embedded rule book.
func Embedded() fs.FS { return embedded }

// checked is what rulecheck check found of the embedded rules.
//
//go:embed checked.json
var checked []byte

// Checked returns what rulecheck check found of the embedded rules: what the labelled cases of
// each year notice, and its digests.
func Checked() []byte { return checked }

// OpenEmbedded opens the embedded rule book.
func OpenEmbedded() (*Book, diagnostic.List) { return Open(embedded, Options{}) }
