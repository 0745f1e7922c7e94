package syntax

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/number"
)

// RuleSchema declares the maps of a rule file by name, as JSON Schema written as YAML. Its
// first lines explain the keywords that are not part of JSON Schema.
//
//go:embed rules.yaml
var RuleSchema []byte

// ruleSchema has the definitions of RuleSchema, for files of every kind.
var ruleSchema = sync.OnceValue(func() *Schema { return newSchema("rules.yaml", RuleSchema, nil, "missing-value") })

// IsReserved reports whether a text is a reserved word.
func IsReserved(text string) bool {
	return slices.Contains(ruleSchema().definition("reserved").Words, text)
}

// Schema is the declaration of a kind of file, a JSON Schema written as YAML: the keys
// of its maps, their values, and their descriptions for editors.
type Schema struct {
	root    *Node
	shared  *Schema // may be nil
	missing string
	guard   sync.Mutex
	made    map[*Node]*shape
}

// NewSchema reads an embedded declaration and panics if it is invalid. References are
// resolved in its $defs, then in the shared schema, which may be nil, then in RuleSchema. missing
// is the code of a key that a map lacks, where the declaration has no finding for it.
func NewSchema(name string, declared []byte, shared *Schema, missing string) *Schema {
	if shared == nil {
		shared = ruleSchema()
	}
	return newSchema(name, declared, shared, missing)
}

func newSchema(name string, declared []byte, shared *Schema, missing string) *Schema {
	root, found := Parse(name, declared)
	if found.HasErrors() {
		panic(found.Error())
	}
	return &Schema{root: root, shared: shared, missing: missing, made: map[*Node]*shape{}}
}

// Properties returns the keys that the map at a path of keys may have, with their
// declarations.
func (f *Schema) Properties(path ...string) []Entry {
	shape := f.root
	for _, key := range path {
		shape = shape.Get("properties").Get(key)
		for to := shape.Get("$ref"); to != nil; to = shape.Get("$ref") {
			shape = f.declared(to.Text)
		}
	}
	if properties := shape.Get("properties"); properties != nil {
		return properties.Entries
	}
	return nil
}

// declared finds a definition by its name or by a reference to it.
func (f *Schema) declared(name string) *Node {
	name = strings.TrimPrefix(name, "#/$defs/")
	found := f.root.Get("$defs").Get(name)
	for shared := f.shared; found == nil && shared != nil; shared = shared.shared {
		if found = shared.root.Get("$defs").Get(name); found == nil {
			found = shared.root.Get(name)
		}
	}
	if found == nil && f.shared == nil {
		found = f.root.Get(name)
	}
	return found
}

// definition returns the shape of a definition; nil if there is none.
func (f *Schema) definition(name string) *shape { return f.shape(f.declared(name)) }

// ruleFile is the shape of a rule file of a host: with the keys of both.
func (f *Schema) ruleFile() *shape {
	whole, own := *f.definition("file"), f.shape(f.root)
	whole.properties = slices.Concat(own.properties, whole.properties)
	whole.Required, whole.when, whole.then, whole.otherwise = own.Required, own.when, own.then, own.otherwise
	return &whole
}

// shape is what a schema says of a value.
type shape struct {
	Types    []string `key:"type"`
	Required []string `key:"required"`
	Words    []string `key:"enum"`
	Format   string   `key:"format"`
	// Called is what messages call the value, Entries the noun for a key.
	Called  string              `key:"called"`
	Entries string              `key:"entries"`
	Wrong   *finding            `key:"wrong"`
	Missing map[string]*finding `key:"missing"`

	properties []property
	closed     bool   // no other keys
	rest       *shape // of other keys; nil for anything
	names      *shape // of keys
	spoken     *shape // of keys that are language tags; nil if they have no meaning of their own
	items      *shape
	any        []*shape // alternatives for kinds of values
	one, some  []*condition
	when       *condition
	then       *shape
	otherwise  *shape
	all        []*shape
	byKey      map[string]*shape // for the first key of a map; nil unless that chooses
	pattern    *regexp.Regexp
	not        *shape
	// Bounds of numbers; nil if open.
	least, above, most *number.Decimal
	counts             [2]int // the least and the most items, entries or characters; -1 for any
}

type property struct {
	key   string
	shape *shape
}

// finding is a finding as a schema declares it: what may hold {what}, and {text} for the value.
type finding struct {
	Code   string `key:"code"`
	Text   string `key:"text"`
	Remedy string `key:"remedy"`
}

// condition is a condition on a map.
type condition struct {
	object   bool
	required []string
	has      []Entry // keys with their constants
	any      []*condition
	not      *condition
}

func (f *Schema) shape(n *Node) *shape {
	f.guard.Lock()
	defer f.guard.Unlock()
	return f.compile(n)
}

func (f *Schema) compile(n *Node) *shape {
	if n == nil {
		return nil
	}
	if known, is := f.made[n]; is {
		return known
	}
	if to := n.Get("$ref"); to != nil {
		of := f.compile(f.declared(to.Text))
		if n.Get("needs") != nil {
			whole := *of
			for _, p := range f.declared(to.Text).Get("properties").Entries {
				if p.Value.Get("further") == nil {
					whole.Required = append(whole.Required, p.Key.Text)
				}
			}
			of = &whole
		}
		f.made[n] = of
		return of
	}
	s := &shape{counts: [2]int{-1, -1}}
	f.made[n] = s
	(&Reader{}).Decode(n, s)
	s.Words = append(s.Words, Texts(n.Get("const").each())...)
	s.names, s.items, s.not = f.compile(n.Get("propertyNames")), f.compile(n.Get("items")), f.compile(n.Get("not"))
	s.then, s.otherwise, s.when = f.compile(n.Get("then")), f.compile(n.Get("else")), conditionOf(n.Get("if"))
	if rest := n.Get("additionalProperties"); rest.Plain() == "false" {
		s.closed = true
	} else {
		s.rest = f.compile(rest)
	}
	if properties := n.Get("properties"); properties != nil {
		for _, p := range properties.Entries {
			s.properties = append(s.properties, property{p.Key.Text, f.compile(p.Value)})
		}
	}
	if languages := n.Get("patternProperties"); languages != nil {
		s.spoken = f.compile(languages.Entries[0].Value)
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		for _, one := range n.Get(key).List() {
			switch conditional := one.Get("type") == nil && one.Get("required") != nil; {
			case !conditional:
				s.any = append(s.any, f.compile(one))
			case key == "oneOf":
				s.one = append(s.one, conditionOf(one))
			default:
				s.some = append(s.some, conditionOf(one))
			}
		}
	}
	for _, one := range n.Get("allOf").List() {
		s.all = append(s.all, f.compile(one))
	}
	if n.Get("first_key") != nil {
		s.byKey = map[string]*shape{}
		for _, one := range s.then.all {
			s.byKey[one.when.required[0]] = one.then
		}
	}
	if pattern := n.Get("pattern"); pattern != nil {
		s.pattern = regexp.MustCompile(pattern.Text)
	}
	for key, to := range map[string]**number.Decimal{"minimum": &s.least, "exclusiveMinimum": &s.above, "maximum": &s.most} {
		if bound := n.Get(key); bound != nil {
			d, _ := number.Parse(bound.Text)
			*to = &d
		}
	}
	r := &Reader{}
	for i, keys := range [][]string{{"minItems", "minProperties"}, {"maxItems", "maxProperties", "maxLength"}} {
		for _, key := range keys {
			s.counts[i] = max(s.counts[i], r.integer(n.Get(key), -1))
		}
	}
	return s
}

// each returns the values of a list; a single value counts as one.
func (n *Node) each() []*Node {
	switch {
	case n == nil || n.Null:
		return nil
	case n.Kind == Scalar:
		return []*Node{n}
	}
	return n.Items
}

func conditionOf(n *Node) *condition {
	if n == nil {
		return nil
	}
	c := &condition{object: n.Get("type") != nil, required: Texts(n.Get("required").List()), not: conditionOf(n.Get("not"))}
	for _, one := range n.Get("anyOf").List() {
		c.any = append(c.any, conditionOf(one))
	}
	if properties := n.Get("properties"); properties != nil {
		for _, p := range properties.Entries {
			c.has = append(c.has, Entry{p.Key, p.Value.Get("const")})
		}
	}
	return c
}

// holds reports whether a value meets a condition.
func (c *condition) holds(n *Node) bool {
	if c.object && n.Kind != Mapping || c.not != nil && c.not.holds(n) {
		return false
	}
	if c.any != nil && !slices.ContainsFunc(c.any, func(one *condition) bool { return one.holds(n) }) {
		return false
	}
	for _, key := range c.required {
		if n.Get(key) == nil {
			return false
		}
	}
	for _, e := range c.has {
		if n.Get(e.Key.Text).Plain() != e.Value.Plain() {
			return false
		}
	}
	return true
}
