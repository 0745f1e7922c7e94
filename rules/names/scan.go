package names

import (
	"unicode"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// scanner finds the names in the values of a file. It reads them by their letters
// and not as the compiler does, so that names are found in a file with mistakes too.
type scanner struct {
	file    *File
	folder  string
	program string          // empty outside programs
	known   map[string]bool // names of variables of the program
}

func (w *scanner) scope(k Kind) string {
	if k == Variable || k == Procedure {
		return w.folder + "#" + w.program
	}
	return w.folder
}

func (w *scanner) declare(s Symbol, key, value *document.Node) {
	w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: s, At: key.Range, Declared: true, Node: value})
}

func (w *scanner) refer(k Kind, n *document.Node) {
	w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{k, w.scope(k), n.Text}, At: n.Range})
}

// section lists the names in one entry of a section.
func (w *scanner) section(k Kind, e document.Entry) {
	switch k {
	case Parameter:
		if source := e.Value.Get("source"); source != nil {
			w.refer(Source, source)
		}
		if by := e.Value.Get("by"); by != nil {
			for _, n := range append(by.Items, by) {
				if n.Kind == document.Scalar {
					w.refer(Type, n)
				}
			}
		}
	case Group:
		w.inputs(e.Value, Input)
	case Program:
		w.program, w.known = e.Key.Text, map[string]bool{}
		w.body(e.Value)
		w.program, w.known = "", nil
	default:
		if k != Source {
			w.uses(e.Value)
		}
	}
}

// inputs declares the names of a map of inputs.
func (w *scanner) inputs(n *document.Node, k Kind) {
	for _, e := range n.Entries {
		w.declare(Symbol{k, w.scope(k), e.Key.Text}, e.Key, e.Value)
		if k == Variable {
			w.known[e.Key.Text] = true
		}
		if given := e.Value.Get("type"); given != nil {
			w.types(given)
		} else if e.Value.Kind == document.Scalar {
			w.types(e.Value)
		}
		w.uses(e.Value.Get("default"))
	}
}

// types refers to the types that a word such as "list of plan?" names.
func (w *scanner) types(n *document.Node) {
	w.words(n, func(word string, from, to int, _ []rune) {
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Type, w.folder, word}, At: n.Span(from, to)})
	})
}

// body lists the names in a program.
func (w *scanner) body(n *document.Node) {
	in := n.Get("in")
	if in != nil && in.Kind == document.Mapping {
		w.inputs(in, Variable)
	} else if in != nil {
		for _, item := range in.Items {
			if item.Kind == document.Scalar {
				w.refer(Group, item)
			} else {
				w.inputs(item, Variable)
			}
		}
	}
	for _, key := range []string{"state", "tables"} {
		if named := n.Get(key); named != nil {
			w.inputs(named, Variable)
		}
	}
	procedures := n.Get("procedures")
	if procedures != nil {
		for _, e := range procedures.Entries {
			w.declare(Symbol{Procedure, w.scope(Procedure), e.Key.Text}, e.Key, e.Value)
		}
	}
	do := n.Get("do")
	w.sets(do)
	w.sets(procedures)
	w.uses(do)
	w.uses(procedures)
	if out := n.Get("out"); out != nil {
		for _, e := range out.Entries {
			w.variable(e.Key)
			w.uses(e.Value.Get("value"))
		}
	}
}

// sets declares the names that steps set, wherever they are nested.
func (w *scanner) sets(n *document.Node) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		for _, e := range item.Entries {
			if !declaration.IsReserved(e.Key.Text) && len(item.Entries) > 0 && item.Entries[0].Key == e.Key {
				w.declare(Symbol{Variable, w.scope(Variable), e.Key.Text}, e.Key, e.Value)
				w.known[e.Key.Text] = true
			}
		}
		w.given(item)
		w.sets(item)
	}
	for _, e := range n.Entries {
		w.sets(e.Value)
	}
}

// given declares what a call gives and what a loop runs over and carries.
func (w *scanner) given(step *document.Node) {
	declare := func(n *document.Node, passed bool) {
		w.declare(Symbol{Variable, w.scope(Variable), n.Text}, n, step)
		w.file.Occurrences[len(w.file.Occurrences)-1].Passed = passed
		w.known[n.Text] = true
	}
	if give := step.Get("give"); give != nil {
		for _, item := range give.Items {
			declare(item, true)
		}
		for _, e := range give.Entries {
			declare(e.Key, false)
		}
	}
	if loop := step.Get("for"); loop != nil {
		first := true
		w.words(loop, func(word string, from, to int, _ []rune) {
			if first {
				w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Variable, w.scope(Variable), word}, At: loop.Span(from, to), Declared: true, Node: step})
				w.known[word] = true
			}
			first = false
		})
	}
}

// uses lists the names that steps read.
func (w *scanner) uses(n *document.Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case document.Scalar:
		w.expression(n, false)
	case document.Sequence:
		for _, item := range n.Items {
			w.uses(item)
		}
	case document.Mapping:
		w.call(n)
		for _, e := range n.Entries {
			w.use(e)
		}
	}
}

// call lists the names of a call: the program's, ours that it is given, and its own
// inputs and outputs.
func (w *scanner) call(step *document.Node) {
	name := step.Get("call")
	if name == nil || name.Kind != document.Scalar {
		return
	}
	w.refer(w.called(name.Text), name)
	its := func(n *document.Node) {
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Variable, w.folder + "#" + name.Text, n.Text}, At: n.Range})
	}
	if with := step.Get("with"); with != nil {
		for _, item := range with.Items {
			w.variable(item)
			w.file.Occurrences[len(w.file.Occurrences)-1].Passed = true
		}
		for _, argument := range with.Entries {
			its(argument.Key)
			w.uses(argument.Value)
		}
	}
	if give := step.Get("give"); give != nil {
		for _, result := range give.Entries {
			its(result.Value)
		}
	}
}

func (w *scanner) use(e document.Entry) {
	switch e.Key.Text {
	case "about", "cite", "call", "with", "give":
	case "text", "rule", "message", "label":
		w.texts(e.Value)
	default:
		if _, language := wording.Lookup(e.Key.Text); language {
			w.texts(e.Value)
			return
		}
		w.uses(e.Value)
	}
}

// called says whether a call names a procedure of the program.
func (w *scanner) called(name string) Kind {
	for _, o := range w.file.Occurrences {
		if o.Kind == Procedure && o.Scope == w.scope(Procedure) && o.Name == name {
			return Procedure
		}
	}
	return Program
}

// texts lists the names within the braces of texts.
func (w *scanner) texts(n *document.Node) {
	if n.Kind == document.Scalar {
		w.expression(n, true)
	}
	for _, e := range n.Entries {
		w.texts(e.Value)
	}
}

// variable refers to a variable of the program, or to an input of a group.
func (w *scanner) variable(n *document.Node) {
	w.refer(w.variableKind(n.Text), n)
}

func (w *scanner) variableKind(name string) Kind {
	if w.known[name] {
		return Variable
	}
	return Input
}

// expression lists the names in a formula, or in the braces of a text.
func (w *scanner) expression(n *document.Node, text bool) {
	depth := 0
	at := 0
	w.words(n, func(word string, from, to int, all []rune) {
		for ; at < from; at++ {
			switch all[at] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		if text && depth == 0 {
			return
		}
		k := w.variableKind(word)
		switch {
		case from > 1 && all[from-1] == '.' && all[from-2] == 'p' && (from == 2 || !letter(all[from-3])):
			k = Parameter
		case from > 0 && all[from-1] == '.', word == "p" && to < len(all) && all[to] == '.':
			return
		case to < len(all) && all[to] == '(':
			k = Function
		}
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{k, w.scope(k), word}, At: n.Span(from, to)})
	})
}

// words calls do for each word of a scalar that is not in quotes, with its place
// among the characters.
func (w *scanner) words(n *document.Node, do func(word string, from, to int, all []rune)) {
	if n == nil || n.Kind != document.Scalar || n.Null {
		return
	}
	all := []rune(n.Text)
	quoted := false
	for i := 0; i < len(all); {
		switch {
		case all[i] == '"':
			quoted = !quoted
			i++
		case !quoted && letter(all[i]) && (i == 0 || !unicode.IsDigit(all[i-1])):
			from := i
			for i < len(all) && (letter(all[i]) || unicode.IsDigit(all[i])) {
				i++
			}
			do(string(all[from:i]), from, i, all)
		default:
			i++
		}
	}
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) }
