package mutation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rules"
)

// words are the names, fields and texts that can take each other's place: of a year's
// parameters, and of a file's variables, record fields and literals. Names of one kind
// have the same type and unit, as far as they are declared.
type words struct {
	kinds map[string]string   // of each name
	names map[string][]string // of each kind, in the order of the files
}

func newWords() *words { return &words{kinds: map[string]string{}, names: map[string][]string{}} }

// add takes up a name. One that stands for two kinds keeps the first.
func (w *words) add(kind, name string) {
	if w.kinds[name] == "" {
		w.kinds[name] = kind
		w.names[kind] = append(w.names[kind], name)
	}
}

// others are the next names of the same kind, each of which is tried.
func (w *words) others(name string) []string {
	same := w.names[w.kinds[name]]
	at := slices.Index(same, name)
	if at < 0 || len(same) < 2 {
		return nil
	}
	next, last := same[(at+1)%len(same)], same[(at+len(same)-1)%len(same)]
	return slices.Compact([]string{next, last})
}

// vocabulary finds the words of every file of the model.
func (l *lister) vocabulary() {
	l.variables, l.literals = map[string]*words{}, map[string]*words{}
	l.fields, l.figureWords, l.stated = newWords(), newWords(), newWords()
	for _, field := range rules.PayslipLine() {
		for _, word := range field.Words {
			l.stated.add("line "+field.Name, word)
		}
	}
	for _, y := range l.model.Years {
		for _, f := range y.Files {
			for _, p := range f.Parameters {
				l.figureWords.add(fmt.Sprint(p.Unit, p.By, p.Value == nil), p.Name)
			}
			for _, source := range f.Sources {
				l.stated.add("source", source.ID)
			}
			for _, r := range f.Records {
				for _, field := range r.Fields {
					l.fields.add(r.Name+" "+field.Type+field.Unit, field.Name)
				}
			}
			if l.variables[f.Name] == nil {
				l.variables[f.Name], l.literals[f.Name] = newWords(), newWords()
				l.declared(y, f)
			}
		}
	}
	for _, step := range l.model.Steps {
		if assign, is := step.Step.(*declaration.Assign); is {
			l.variables[assign.Range().File].add("assigned", assign.Name)
		}
	}
	for _, site := range l.model.Sites {
		file := site.Expression.At(site.Expression.Tree).File
		expression.Walk(site.Expression.Tree, func(n expression.Node) bool {
			if text, is := n.(*expression.Text); is {
				l.literals[file].add("text", text.Value)
			}
			return true
		})
	}
}

// declared takes up the inputs and outputs of a file's programs, with their groups.
func (l *lister) declared(y *coverage.Year, f *declaration.File) {
	for _, p := range f.Programs {
		for _, v := range slices.Concat(p.State, y.InputsOf(p.Name), p.Outputs) {
			if v.Value == nil {
				l.variables[f.Name].add(cmp.Or(v.Type+v.Unit, "number"), v.Name)
			}
		}
	}
}

// references lists the changes of an expression that take another name, field, text or
// truth value, or leave out an item of a list.
func (l *lister) references(site coverage.Site) {
	e := site.Expression
	file := e.At(e.Tree).File
	name := l.model.BranchName(site.Branch) + " " + oneLine(expression.Format(e.Tree))
	swap := func(class Class, n *words, word string, write func(string) string, at expression.Extent) {
		for _, other := range n.others(word) {
			l.add(class, name, e.Span(at), write(other), []int{site.Branch})
		}
	}
	plain := func(s string) string { return s }
	expression.Walk(e.Tree, func(n expression.Node) bool {
		switch n := n.(type) {
		case *expression.Name:
			swap(Reference, l.variables[file], n.Name, plain, n.Extent)
		case *expression.Field:
			of := l.fields
			if _, is := expression.FieldOf(n, expression.Parameters); is {
				of = l.figureWords
			}
			swap(Reference, of, n.Name, plain, n.NameExtent)
		case *expression.Text:
			swap(Literal, l.literals[file], n.Value, strconv.Quote, n.Extent)
		case *expression.Boolean:
			l.add(Literal, name, e.At(n), strconv.FormatBool(!n.Value), []int{site.Branch})
		case *expression.List:
			for i := range n.Items {
				if len(n.Items) < 2 {
					break
				}
				left := &expression.List{Items: slices.Concat(n.Items[:i:i], n.Items[i+1:])}
				l.add(Literal, name, e.At(n), expression.Format(left), []int{site.Branch})
			}
		}
		return true
	})
}

// order lists pairs of neighbouring lines and notes that change places.
func (l *lister) order() {
	for i, second := range l.model.Steps[1:] {
		first := l.model.Steps[i]
		if first.Branch != second.Branch || !emits(first.Step) || !emits(second.Step) {
			continue
		}
		data := l.files[first.Step.Range().File]
		a, _ := block(data, first.Step.Range())
		b, _ := block(data, second.Step.Range())
		if a.File != b.File || a.End != b.Start {
			continue
		}
		both := a
		both.End = b.End
		l.add(Order, l.model.BranchName(first.Branch)+" "+stepName(first.Step)+" first", both, l.text(b)+l.text(a), []int{first.Branch})
	}
}

func emits(step declaration.Step) bool {
	switch step.(type) {
	case *declaration.Line, *declaration.Note:
		return true
	}
	return false
}
