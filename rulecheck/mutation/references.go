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

// vocabulary is the names, fields or literals that may replace each other. Names of one kind
// have the same type and unit, as far as these are declared.
type vocabulary struct {
	kinds map[string]string   // of each name
	names map[string][]string // of each kind, in the order of the files
}

func newVocabulary() *vocabulary {
	return &vocabulary{kinds: map[string]string{}, names: map[string][]string{}}
}

// add adds a name. A name of two kinds keeps the first.
func (v *vocabulary) add(kind, name string) {
	if v.kinds[name] == "" {
		v.kinds[name] = kind
		v.names[kind] = append(v.names[kind], name)
	}
}

// others returns the next and the previous name of the same kind.
func (v *vocabulary) others(name string) []string {
	same := v.names[v.kinds[name]]
	at := slices.Index(same, name)
	if at < 0 || len(same) < 2 {
		return nil
	}
	next, last := same[(at+1)%len(same)], same[(at+len(same)-1)%len(same)]
	return slices.Compact([]string{next, last})
}

// readNames reads the names and literals of all files of the model.
func (l *lister) readNames() {
	l.variables, l.literals = map[string]*vocabulary{}, map[string]*vocabulary{}
	l.fields, l.parameters, l.terms = newVocabulary(), newVocabulary(), newVocabulary()
	for _, field := range rules.PayslipLine() {
		for _, word := range field.Words {
			l.terms.add("line "+field.Name, word)
		}
	}
	for _, y := range l.model.Years {
		for _, f := range y.Files {
			for _, p := range f.Parameters {
				l.parameters.add(fmt.Sprint(p.Unit, p.By, p.Value == nil), p.Name)
			}
			for _, source := range f.Sources {
				l.terms.add("source", source.ID)
			}
			for _, r := range f.Records {
				for _, field := range r.Fields {
					l.fields.add(r.Name+" "+field.Type+field.Unit, field.Name)
				}
			}
			if l.variables[f.Name] == nil {
				l.variables[f.Name], l.literals[f.Name] = newVocabulary(), newVocabulary()
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

// declared adds the inputs and outputs of a file's programs, with their groups.
func (l *lister) declared(y *coverage.Year, f *declaration.File) {
	for _, p := range f.Programs {
		for _, v := range slices.Concat(p.State, y.InputsOf(p.Name), p.Outputs) {
			if v.Value == nil {
				l.variables[f.Name].add(cmp.Or(v.Type+v.Unit, "number"), v.Name)
			}
		}
	}
}

// references adds the changes of an expression that replace a name, field, text or truth
// value, or remove an item of a list.
func (l *lister) references(site coverage.Site) {
	e := site.Expression
	file := e.At(e.Tree).File
	name := l.model.BranchName(site.Branch) + " " + oneLine(expression.Format(e.Tree))
	swap := func(class Class, n *vocabulary, word string, write func(string) string, at expression.Extent) {
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
				of = l.parameters
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

// order adds the swaps of adjacent lines and notes.
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
