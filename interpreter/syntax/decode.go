package syntax

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Reader reads values of files, once a [Schema] has checked them, and collects the findings
// of what no schema can say. A value that is missing or wrong is the zero value.
type Reader struct {
	Findings diagnostic.List

	bad    map[*Node]bool // as in checker
	strict bool           // no schema has checked the file: the Go types say what it has

	usual lineFields  // of the lines of the program or part that is read
	kind  *kindFields // of components, while their steps are read
}

// Unmarshal reads a file that is part of the program into a Go value, which declares its keys:
// fields without a tag have their names in small letters. Other keys are errors, and so are texts
// that rule files could not have.
func Unmarshal(name string, data []byte, into any) error {
	root, found := Parse(name, data)
	r := &Reader{Findings: found, strict: true}
	if root != nil {
		r.decodeValue(root, "", reflect.ValueOf(into).Elem())
	}
	return r.Findings.Err()
}

// Check compares a file, which must be a map, with its schema.
func (r *Reader) Check(root *Node, schema *Schema) {
	r.checkShape(root, schema, schema.shape(schema.root))
}

func (r *Reader) checkShape(n *Node, schema *Schema, shape *shape) {
	c := checker{schema: schema, bad: r.bad}
	c.check(n, shape, nil, nil, false)
	r.bad = c.bad
	r.Findings.Extend(c.found)
}

// Fail reports an error.
func (r *Reader) Fail(at diagnostic.Range, code, summary, detail string) {
	r.Findings.Fail(at, code, summary, detail)
}

// Unknown reports a word that is not one of the known ones.
func (r *Reader) Unknown(at diagnostic.Range, code, what, word string, known []string) {
	r.Findings.Suggest(at, code, "unknown "+what+" "+word, "Known: "+strings.Join(known, ", ")+".", diagnostic.Nearest(word, known))
}

// Decode reads the values of a map into the fields of a struct by their tags; n may be
// nil. The field of a key that is absent or null keeps its value; what is required is declared
// in the schema.
//
// The tag `key:"max"` is for the value of a key, `key:"pay.max"` for that of a key in another
// map, `key:"max,at"` for its position in a [diagnostic.Range]. Fields are strings, booleans, whole numbers, decimals, texts for people, nodes,
// and structs, slices and maps by string of these; an embedded struct has keys of the same
// map. A slice of structs can also be read from a map, in its order, if the struct has a field
// for the key of an entry, `key:"@"`; a field with `key:"="` is for the value as a whole. The texts
// of `key:"text,spoken"` may be written without that key, each after its language.
func (r *Reader) Decode(n *Node, into any) {
	if n != nil {
		r.decodeFields(n, reflect.ValueOf(into).Elem())
	}
}

// read reads a map that has what its schema requires into a struct, as Decode does.
func (r *Reader) read(n *Node, into any) (whole bool) {
	if n == nil || n.Kind != Mapping {
		return false
	}
	r.Decode(n, into)
	if _, read := reflect.TypeOf(into).Elem().FieldByName("About"); !read {
		r.text(n.Get("about")) // it is checked, but for people who read the file
	}
	_, lacking := r.bad[n]
	return !lacking
}

// Tags and options with a meaning of their own.
const (
	ownKey   = "@"
	ownValue = "="
	spoken   = "spoken"
)

func (r *Reader) decodeFields(n *Node, v reflect.Value) {
	var known []string
	for i := range v.NumField() {
		declared := v.Type().Field(i)
		tag, tagged := declared.Tag.Lookup("key")
		if r.strict && !tagged {
			tag, tagged = strings.ToLower(declared.Name), true
		}
		if r.strict {
			known = append(known, tag)
		}
		if declared.Anonymous && !tagged && declared.Type.Kind() == reflect.Struct {
			r.decodeFields(n, v.Field(i))
			continue
		}
		key, option, _ := strings.Cut(tag, ",")
		switch {
		case !tagged || key == ownKey:
		case key == ownValue:
			r.decodeValue(n, option, v.Field(i))
		default:
			value, of := n, n
			for more := true; more; {
				var outer string
				outer, key, more = strings.Cut(key, ".")
				of, value = value, value.Get(outer)
			}
			if value == nil && option == spoken {
				value = of
			}
			if value != nil && !r.bad[value] {
				r.decodeValue(value, option, v.Field(i))
			}
		}
	}
	for i := 0; r.strict && i < len(n.Entries); i++ {
		if key := n.Entries[i].Key; !slices.Contains(known, key.Text) {
			r.Unknown(key.Range, "unknown-key", "key", key.Text, known)
		}
	}
}

// decodeValue reads a value by the type of its field. Options are at for its position, mark
// for true or a text, and the noun for the names of variables.
func (r *Reader) decodeValue(n *Node, option string, v reflect.Value) {
	if to, is := v.Addr().Interface().(**Expression); is {
		*to = r.expression(n)
		return
	}
	if n.Null {
		return
	}
	switch to := v.Addr().Interface().(type) {
	case **Node:
		*to = n
	case *diagnostic.Range:
		*to = n.Range
	case *number.Decimal:
		*to = n.Decimal()
	case *[]string:
		*to = r.words(n)
	case *wording.Text:
		if *to = ReadText(n); r.strict {
			r.checkShape(n, ruleSchema(), ruleSchema().definition("text"))
		}
	case *any:
		*to = n.value()
	case **Text:
		*to = r.text(n)
	case *[]*Variable:
		*to = r.variables(n)
	case *[]Step:
		*to = r.steps(n)
	default:
		r.decodeKind(n, option, v)
	}
}

func (r *Reader) decodeKind(n *Node, option string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Text)
	case reflect.Bool:
		v.SetBool(n.Text == "true" || option == "mark" && n.Text != "false")
	case reflect.Int, reflect.Int64:
		if _, err := strconv.Atoi(n.Text); err != nil && r.strict {
			r.Fail(n.Range, "wrong-type", n.Text+" is not a whole number", "Write digits.")
		}
		v.SetInt(int64(r.integer(n, int(v.Int()))))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.decodeValue(n, "", v.Elem())
	case reflect.Struct:
		r.decodeFields(n, v)
	case reflect.Slice:
		element := v.Type().Elem()
		own := keyField(element)
		for i := 0; own != nil && i < len(n.Entries); i++ {
			e := n.Entries[i]
			one := reflect.New(element).Elem()
			one.FieldByIndex(own).SetString(e.Key.Text)
			r.decodeValue(e.Value, "", one)
			v.Set(reflect.Append(v, one))
		}
		for _, item := range r.items(n) {
			one := reflect.New(element).Elem()
			r.decodeValue(item, "", one)
			v.Set(reflect.Append(v, one))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, e := range r.entries(n) {
			one := reflect.New(v.Type().Elem()).Elem()
			r.decodeValue(e.Value, "", one)
			v.SetMapIndex(reflect.ValueOf(e.Key.Text), one)
		}
	}
}

// keyField returns the index of the field for the key of an entry; nil if there is none.
func keyField(t reflect.Type) []int {
	for i := 0; t.Kind() == reflect.Struct && i < t.NumField(); i++ {
		if t.Field(i).Tag.Get("key") == ownKey {
			return t.Field(i).Index
		}
	}
	return nil
}

// value returns a node as a Go value: a boolean, an integer, a string, a list, a map or nil.
func (n *Node) value() any {
	count, err := strconv.Atoi(n.Text)
	switch {
	case n.Null:
		return nil
	case n.Kind == Mapping:
		m := map[string]any{}
		for _, e := range n.Entries {
			m[e.Key.Text] = e.Value.value()
		}
		return m
	case n.Kind == Sequence:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.value()
		}
		return list
	case !n.Quoted && (n.Text == "true" || n.Text == "false"):
		return n.Text == "true"
	case !n.Quoted && err == nil:
		return count
	}
	return n.Text
}

// Plain returns the text of a scalar; empty if n is nil or null.
func (n *Node) Plain() string {
	if n == nil || n.Null {
		return ""
	}
	return n.Text
}

// Decimal returns the number that a scalar is, as its schema has it; 0 if it is none.
func (n *Node) Decimal() number.Decimal {
	d, _ := number.Parse(n.Text)
	return d
}

// List returns the values of a list; none if n is nil.
func (n *Node) List() []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// Texts returns the texts of scalars.
func Texts(nodes []*Node) (texts []string) {
	for _, n := range nodes {
		texts = append(texts, n.Text)
	}
	return texts
}

// integer reads a whole number; otherwise is the result if there is none.
func (r *Reader) integer(n *Node, otherwise int) int {
	count, err := strconv.Atoi(n.Plain())
	if err != nil {
		return otherwise
	}
	return count
}

// entries returns the entries of a map; none if n is nil or bad.
func (r *Reader) entries(n *Node) []Entry {
	if n == nil || r.bad[n] {
		return nil
	}
	return n.Entries
}

// items returns the values of a list; a single value counts as a list.
func (r *Reader) items(n *Node) []*Node {
	if r.bad[n] {
		return nil
	}
	return n.each()
}

// words returns the texts of a list.
func (r *Reader) words(n *Node) []string { return Texts(r.items(n)) }

// name returns a name; empty if it cannot be one.
func (r *Reader) name(n *Node) string {
	if r.bad[n] {
		return ""
	}
	return n.Text
}

// declared reads the entries of a map of names. read returns nil after an error.
func declared[T any](r *Reader, entries []Entry, read func(e Entry, name string) *T) (list []*T) {
	for _, e := range entries {
		if name := r.name(e.Key); name != "" && !r.bad[e.Value] {
			if one := read(e, name); one != nil {
				list = append(list, one)
			}
		}
	}
	return list
}

// IsName reports whether a text can be a name.
func IsName(text string) bool {
	for i, c := range text {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != "" && text != "_"
}

// expression reads a scalar as an expression; nil after an error.
func (r *Reader) expression(n *Node) *Expression {
	if n == nil || n.Kind != Scalar || n.Null && n.Text == "" {
		return nil
	}
	return r.parsed(n, n.Text, 0)
}

// parsed reads a part of a scalar, from an offset on, as an expression; nil after an error.
func (r *Reader) parsed(n *Node, text string, offset int) *Expression {
	tree, err := ParseExpression(text)
	if err != nil {
		err.Subject = n.Span(offset+err.From, offset+err.To)
		r.Findings.Append(err.Diagnostic)
		return nil
	}
	return &Expression{Tree: tree, node: n.apart(), offset: offset}
}
