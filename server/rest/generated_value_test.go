package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// generator generates values that match JSON Schemas.
type generator struct {
	*rand.Rand
	document map[string]any
	// words are meaningful texts, from the examples of the service.
	words []string
}

// generated is a value with its schema.
type generated struct {
	schema map[string]any
	kind   byte // '{', '[', or 0 for a scalar
	names  []string
	values []*generated
	text   string // of a scalar, as JSON
}

func newGenerator(seed uint64, document map[string]any) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, seed)), document: document}
	g.collect(document, false)
	slices.Sort(g.words)
	g.words = slices.Compact(g.words)
	return g
}

// collect collects the texts of examples.
func (g *generator) collect(part any, example bool) {
	switch part := part.(type) {
	case map[string]any:
		for name, value := range part {
			g.collect(value, example || name == "value" || name == "examples" || name == "default")
		}
	case []any:
		for _, value := range part {
			g.collect(value, example)
		}
	case string:
		if example && len(part) < 40 {
			g.words = append(g.words, part)
		}
	}
}

// chance returns true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// resolve follows references.
func (g *generator) resolve(schema any) map[string]any {
	s := schema.(map[string]any)
	for s["$ref"] != nil {
		at := any(g.document)
		for _, step := range strings.Split(s["$ref"].(string), "/")[1:] {
			at = at.(map[string]any)[step]
		}
		s = at.(map[string]any)
	}
	return s
}

// types returns the JSON types that a schema allows.
func types(s map[string]any) []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var all []string
		for _, each := range t {
			all = append(all, each.(string))
		}
		return all
	}
	return nil
}

// value generates a value that matches a schema.
func (g *generator) value(schema any) *generated {
	s := g.resolve(schema)
	if ways, ok := s["anyOf"].([]any); ok {
		s = g.resolve(ways[0]) // the other one is null, which this one allows too
	}
	v := &generated{schema: s}
	all := types(s)
	if slices.Contains(all, "null") && g.chance(8) {
		v.text = "null"
		return v
	}
	if choices, ok := s["enum"].([]any); ok {
		choice := pick(g, choices)
		if choice == nil {
			v.text = "null"
		} else {
			v.text = g.quote(choice.(string))
		}
		return v
	}
	switch all[0] {
	case "object":
		v.kind = '{'
		properties := s["properties"].(map[string]any)
		density := pick(g, []int{0, 2, 5, 10})
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if slices.Contains(required(s), name) || g.IntN(10) < density {
				v.names, v.values = append(v.names, name), append(v.values, g.value(properties[name]))
			}
		}
		g.Shuffle(len(v.names), func(i, j int) {
			v.names[i], v.names[j] = v.names[j], v.names[i]
			v.values[i], v.values[j] = v.values[j], v.values[i]
		})
	case "array":
		v.kind = '['
		least, most := bound(s, "minItems", 0), bound(s, "maxItems", 8)
		for range least + g.IntN(min(most-least, pick(g, []int{0, 2, 8}))+1) {
			v.values = append(v.values, g.value(s["items"]))
		}
	case "integer", "number":
		v.text = g.number(s)
	case "boolean":
		v.text = strconv.FormatBool(g.chance(2))
	case "string":
		v.text = g.quote(g.string(s))
	default:
		panic(fmt.Sprintf("no value of type %v", all))
	}
	return v
}

func required(s map[string]any) []string {
	var names []string
	list, _ := s["required"].([]any)
	for _, name := range list {
		names = append(names, name.(string))
	}
	return names
}

// bound returns an integer bound of a schema.
func bound(s map[string]any, name string, otherwise int) int {
	if text, ok := s[name].(json.Number); ok {
		n, err := strconv.Atoi(text.String())
		if err != nil {
			panic(err)
		}
		return n
	}
	return otherwise
}

// rational returns a number of a schema, or nil.
func rational(s map[string]any, name string) *big.Rat {
	text, ok := s[name].(json.Number)
	if !ok {
		return nil
	}
	r, _ := new(big.Rat).SetString(text.String())
	return r
}

// numbers returns the step and the range of multiples that a schema allows: from step
// times least to step times most.
func (g *generator) numbers(s map[string]any) (step *big.Rat, least, most *big.Int) {
	step = rational(s, "multipleOf")
	if step == nil {
		step = big.NewRat(1, 1)
		if types(s)[0] == "number" {
			step = pick(g, []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 100), big.NewRat(1, 10_000)})
		}
	}
	steps := func(name, exclusive string, outside int64, otherwise int64) *big.Int {
		limit, shift := rational(s, name), int64(0)
		if limit == nil {
			limit, shift = rational(s, exclusive), outside
		}
		if limit == nil {
			limit = big.NewRat(otherwise, 1)
		}
		count := new(big.Rat).Quo(limit, step)
		whole := new(big.Int).Div(count.Num(), count.Denom()) // downwards
		if outside > 0 && !count.IsInt() {
			return whole.Add(whole, big.NewInt(1))
		}
		if count.IsInt() {
			whole.Add(whole, big.NewInt(shift))
		}
		return whole
	}
	return step, steps("minimum", "exclusiveMinimum", 1, -1_000_000), steps("maximum", "exclusiveMaximum", -1, 1_000_000)
}

// number generates a number between its bounds, small ones as often as large ones, in
// one of its JSON forms.
func (g *generator) number(s map[string]any) string {
	step, least, most := g.numbers(s)
	span := new(big.Int).Sub(most, least)
	count := new(big.Int)
	switch g.IntN(10) {
	case 0: // the least
	case 1:
		count.Set(span)
	default:
		bits := g.IntN(span.BitLen() + 1)
		count.Mod(new(big.Int).SetUint64(g.Uint64()>>(64-bits)), new(big.Int).Add(span, big.NewInt(1)))
	}
	return g.written(new(big.Rat).Mul(step, new(big.Rat).SetInt(count.Add(count, least))))
}

func (g *generator) written(value *big.Rat) string {
	digits := 0
	for scaled := new(big.Rat).Set(value); !scaled.IsInt(); digits++ {
		scaled.Mul(scaled, big.NewRat(10, 1))
	}
	switch g.IntN(12) {
	case 0:
		return value.FloatString(digits + 1 + g.IntN(3))
	case 1:
		shift := g.IntN(4)
		moved := new(big.Rat).Mul(value, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(shift)), nil)))
		return moved.FloatString(max(0, digits-shift)) + pick(g, []string{"e-", "E-"}) + strconv.Itoa(shift)
	}
	return value.FloatString(digits)
}

// letters are the unusual characters of generated texts.
var letters = []rune("aZ09 -'/.,;:&=%+#?ßÄéñøŁİıſ漢字😀\u200b\u202e\u0301\ufeff\ufffd\U0010ffff")

// string generates a text of a format, a known word, or any valid characters.
func (g *generator) string(s map[string]any) string {
	if s["format"] == "date" {
		return g.day().Format(time.DateOnly)
	}
	if pattern, ok := s["pattern"].(string); ok {
		if near := g.day().Add(time.Duration(g.IntN(1440)) * time.Minute).Format("2006-01-02T15:04"); g.chance(2) && regexp.MustCompile(pattern).MatchString(near) {
			return near
		}
		expression, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			panic(err)
		}
		return g.matching(expression.Simplify())
	}
	least, most := bound(s, "minLength", 0), bound(s, "maxLength", 400)
	if word := pick(g, g.words); g.chance(2) && utf8.RuneCountInString(word) >= least && utf8.RuneCountInString(word) <= most {
		return word
	}
	length := least + g.IntN(min(most-least, 12)+1)
	if g.chance(8) {
		length = most
	}
	text := make([]rune, length)
	plain := g.chance(2)
	for i := range text {
		text[i] = pick(g, letters)
		if plain {
			text[i] = rune('A' + g.IntN(26))
		}
	}
	return string(text)
}

// day returns a day of recent years, or of any year.
func (g *generator) day() time.Time {
	if g.chance(4) {
		return time.Date(1+g.IntN(9999), time.January, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, g.IntN(364))
	}
	return time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, g.IntN(1461))
}

// matching generates a text that matches a regular expression.
func (g *generator) matching(e *syntax.Regexp) string {
	var text strings.Builder
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		class := 2 * g.IntN(len(e.Rune)/2)
		return string(e.Rune[class] + rune(g.IntN(int(e.Rune[class+1]-e.Rune[class])+1)))
	case syntax.OpConcat, syntax.OpCapture:
		for _, part := range e.Sub {
			text.WriteString(g.matching(part))
		}
	case syntax.OpAlternate:
		return g.matching(pick(g, e.Sub))
	case syntax.OpQuest, syntax.OpStar:
		if g.chance(2) {
			return g.matching(e.Sub[0])
		}
	case syntax.OpPlus:
		return g.matching(e.Sub[0])
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpEmptyMatch:
	default:
		panic("no text for " + e.String())
	}
	return text.String()
}

// quote returns a text as JSON, sometimes with unnecessary escapes.
func (g *generator) quote(text string) string {
	if !g.chance(10) {
		quoted, err := json.Marshal(text)
		if err != nil {
			panic(err)
		}
		return string(quoted)
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		if r > 0xffff {
			out.WriteRune(r)
			continue
		}
		fmt.Fprintf(&out, pick(g, []string{`\u%04x`, `\u%04X`}), r)
	}
	return out.String() + `"`
}

// json returns the value as JSON, sometimes with blanks.
func (v *generated) json(g *generator) string {
	var out strings.Builder
	v.write(&out, g)
	return out.String()
}

func (v *generated) write(out *strings.Builder, g *generator) {
	blank := func() {
		if g.chance(20) {
			out.WriteString(pick(g, []string{" ", "\n", "\t", "\r\n"}))
		}
	}
	if v.kind == 0 {
		out.WriteString(v.text)
		return
	}
	out.WriteByte(v.kind)
	for i, value := range v.values {
		if i > 0 {
			out.WriteByte(',')
		}
		blank()
		if v.kind == '{' {
			out.WriteString(g.quote(v.names[i]))
			out.WriteByte(':')
			blank()
		}
		value.write(out, g)
		blank()
	}
	out.WriteByte(v.kind + 2) // } and ] come two after { and [
}
