package names

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// scanner finds the names in the values of a file. It does not use the compiler, so that
// it also works on files with mistakes.
type scanner struct {
	file    *File
	folder  string
	program string          // empty outside programs
	known   map[string]bool // names of variables of the program
	figures map[string]bool // the parameters, the only names in a description of plans
}

func (w *scanner) scope(k Kind) string {
	if k == Variable || k == Procedure {
		return w.folder + "#" + w.program
	}
	return w.folder
}

func (w *scanner) declare(s Symbol, key, value *syntax.Node) {
	w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: s, At: key.Range, Declared: true, Node: value})
}

func (w *scanner) refer(k Kind, n *syntax.Node) {
	w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{k, w.scope(k), n.Text}, At: n.Range})
}

// section lists the names in one entry of a section.
func (w *scanner) section(k Kind, e syntax.Entry) {
	switch k {
	case Parameter:
		w.source(e.Value)
		for _, dated := range items(e.Value.Get("values")) {
			w.source(dated)
		}
		if by := e.Value.Get("by"); by != nil {
			for _, n := range append(by.Items, by) {
				if n.Kind == syntax.Scalar {
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
		if k != Source && k != Type {
			w.uses(e.Value)
		}
	}
}

// source adds the publication that a declaration names.
func (w *scanner) source(n *syntax.Node) {
	if source := n.Get("source"); source != nil && source.Kind == syntax.Scalar {
		w.refer(Source, source)
	}
}

// plans lists the parameters in a description of official plans: those in its list, and in
// the braces of its formulas.
func (w *scanner) plans(root *syntax.Node) {
	list := items(root.Get("parameters"))
	if len(list) == 0 {
		return
	}
	w.figures = map[string]bool{}
	for _, n := range list {
		w.figures[n.Text] = true
		w.refer(Parameter, n)
	}
	w.texts(root)
}

// checks lists the names in the relations between figures; their own variables are cases.
func (w *scanner) checks(n *syntax.Node) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		for _, e := range entries(item.Get("for")) {
			w.types(e.Value)
		}
		w.uses(item.Get("that"))
		if message := item.Get("message"); message != nil {
			w.texts(message)
		}
	}
}

// thresholds lists the names in a country's thresholds.
func (w *scanner) thresholds(n *syntax.Node) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		if figure := item.Get("figure"); figure != nil {
			w.refer(Parameter, figure)
		}
		for _, key := range []string{"step", "passes", "case"} {
			w.step(item.Get(key))
		}
		for _, e := range entries(item.Get("only")) {
			w.step(e.Key)
		}
	}
}

// step adds the names in program.step or program.procedure.step.
func (w *scanner) step(n *syntax.Node) {
	if n == nil || !strings.Contains(n.Text, ".") {
		return
	}
	parts := strings.Split(n.Text, ".")
	at := 0
	for i, part := range parts {
		s := Symbol{Program, w.folder, part}
		if i > 0 {
			s = Symbol{Procedure, w.folder + "#" + parts[0], part}
		}
		if i > 0 && i == len(parts)-1 {
			s.Kind = Variable
		}
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: s, At: n.Span(at, at+len(part))})
		at += len(part) + 1
	}
}

// inputs declares the names of a map of inputs.
func (w *scanner) inputs(n *syntax.Node, k Kind) {
	for _, e := range n.Entries {
		w.declare(Symbol{k, w.scope(k), e.Key.Text}, e.Key, e.Value)
		if k == Variable {
			w.known[e.Key.Text] = true
		}
		if given := e.Value.Get("type"); given != nil {
			w.types(given)
		} else if e.Value.Kind == syntax.Scalar {
			w.types(e.Value)
		}
		w.uses(e.Value.Get("default"))
		if grammar := e.Value.Get("grammar"); grammar != nil {
			w.refer(Grammar, grammar)
		}
		for _, field := range entries(e.Value.Get("asked_with")) {
			w.variable(field.Key)
		}
		for _, key := range []string{"of", "add"} { // of a table of bands
			w.uses(e.Value.Get(key))
		}
	}
}

// types adds the types in a text such as "list of plan?".
func (w *scanner) types(n *syntax.Node) {
	w.words(n, func(word string, from, to int, _ []rune) {
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Type, w.folder, word}, At: n.Span(from, to)})
	})
}

// body lists the names in a program.
func (w *scanner) body(n *syntax.Node) {
	in := n.Get("in")
	if in != nil && in.Kind == syntax.Mapping {
		w.inputs(in, Variable)
	} else if in != nil {
		for _, item := range in.Items {
			if item.Kind == syntax.Scalar {
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
	w.source(n)
	for _, e := range entries(n.Get("parameters")) { // as the imported plan prints them
		w.refer(Parameter, e.Key)
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
			if given := cmp.Or(e.Value.Get("type"), e.Value); given.Kind == syntax.Scalar {
				w.types(given)
			}
		}
	}
}

// sets declares the names that steps set, at any depth.
func (w *scanner) sets(n *syntax.Node) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		for _, e := range item.Entries {
			if !syntax.IsReserved(e.Key.Text) && len(item.Entries) > 0 && item.Entries[0].Key == e.Key {
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

// given declares the names that a call gives and the variable of a loop.
func (w *scanner) given(step *syntax.Node) {
	declare := func(n *syntax.Node, passed bool) {
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
func (w *scanner) uses(n *syntax.Node) {
	if n == nil {
		return
	}
	switch n.Kind {
	case syntax.Scalar:
		w.expression(n, false)
	case syntax.Sequence:
		for _, item := range n.Items {
			w.uses(item)
		}
	case syntax.Mapping:
		w.call(n)
		for _, e := range n.Entries {
			w.use(e)
		}
	}
}

// call lists the names of a call: the program, the caller's variables, and the program's
// inputs and outputs.
func (w *scanner) call(step *syntax.Node) {
	name := step.Get("call")
	if name == nil || name.Kind != syntax.Scalar {
		return
	}
	w.refer(w.called(name.Text), name)
	its := func(n *syntax.Node) {
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Variable, w.folder + "#" + name.Text, n.Text}, At: n.Range})
	}
	if with := step.Get("with"); with != nil {
		for _, item := range with.Items {
			w.variable(item)
			w.file.Occurrences[len(w.file.Occurrences)-1].Passed = true
			w.shared(name.Text, item)
		}
		for _, argument := range with.Entries {
			its(argument.Key)
			w.uses(argument.Value)
		}
	}
	if give := step.Get("give"); give != nil {
		for _, item := range give.Items {
			w.shared(name.Text, item)
		}
		for _, result := range give.Entries {
			its(result.Value)
		}
	}
}

// shared adds a name in a list of with or give as a name of the called program.
func (w *scanner) shared(program string, n *syntax.Node) {
	w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Variable, w.folder + "#" + program, n.Text}, At: n.Range, Passed: true})
}

// items returns the items of a list, which may be missing.
func items(n *syntax.Node) []*syntax.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// entries returns the entries of a map, which may be missing.
func entries(n *syntax.Node) []syntax.Entry {
	if n == nil {
		return nil
	}
	return n.Entries
}

func (w *scanner) use(e syntax.Entry) {
	switch e.Key.Text {
	case "about", "cite", "call", "with", "give":
	case "line":
		w.line(e.Value)
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

// line lists the names in a line of an answer. Some of its fields are words, not formulas.
func (w *scanner) line(n *syntax.Node) {
	for _, e := range n.Entries {
		i := slices.IndexFunc(rules.PayslipLine(), func(f types.LineField) bool { return f.Name == e.Key.Text })
		switch {
		case i >= 0 && rules.PayslipLine()[i].Source:
			w.refer(Source, e.Value)
		case i < 0 || rules.PayslipLine()[i].Kind != types.WordField:
			w.use(e)
		}
	}
}

// called returns the kind of the target of a call: a procedure of the program, or a program.
func (w *scanner) called(name string) Kind {
	for _, o := range w.file.Occurrences {
		if o.Kind == Procedure && o.Scope == w.scope(Procedure) && o.Name == name {
			return Procedure
		}
	}
	return Program
}

// texts lists the names in the braces of texts.
func (w *scanner) texts(n *syntax.Node) {
	if n.Kind == syntax.Scalar {
		w.expression(n, true)
	}
	for _, item := range n.Items {
		w.texts(item)
	}
	for _, e := range n.Entries {
		w.texts(e.Value)
	}
}

// variable adds a variable of the program, or an input of a group.
func (w *scanner) variable(n *syntax.Node) {
	w.refer(w.variableKind(n.Text), n)
}

func (w *scanner) variableKind(name string) Kind {
	if w.known[name] {
		return Variable
	}
	return Input
}

// read matches a call of the function read, whose second argument names a grammar.
var read = regexp.MustCompile(`\bread\([^"]*"(\w+)"`)

// expression lists the names in a formula, or in the braces of a text.
func (w *scanner) expression(n *syntax.Node, text bool) {
	for _, found := range read.FindAllStringSubmatchIndex(n.Text, -1) {
		word := n.Text[found[2]:found[3]]
		from := utf8.RuneCountInString(n.Text[:found[2]])
		w.file.Occurrences = append(w.file.Occurrences, Occurrence{Symbol: Symbol{Grammar, w.folder, word}, At: n.Span(from, from+len(word))})
	}
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
		case w.figures[word]:
			k = Parameter
		case w.figures != nil:
			return
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

// words calls do for each word of a scalar outside quotes, with its range of characters.
func (w *scanner) words(n *syntax.Node, do func(word string, from, to int, all []rune)) {
	if n == nil || n.Kind != syntax.Scalar || n.Null {
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
