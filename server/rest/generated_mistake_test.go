package rest

import (
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"
)

// mistake is a mistake in a request, with the place that the answer must name: the
// members of its loc, joined by dots.
type mistake struct {
	name, at string
	// syntax means that the text is not JSON, so its place is an offset.
	syntax bool
}

// place is a value in a request.
type place struct {
	*generated
	path string
}

// places lists the values of a request with their paths.
func places(v *generated, path string) []place {
	all := []place{{v, path}}
	for i, value := range v.values {
		step := fmt.Sprint(i)
		if v.kind == '{' {
			step = v.names[i]
		}
		all = append(all, places(value, path+"."+step)...)
	}
	return all
}

// spoil makes one mistake in a valid body and returns its text.
func (g *generator) spoil(body *generated) (string, mistake) {
	for {
		at := pick(g, places(body, "body"))
		var made mistake
		if g.chance(3) {
			if text, ok := g.breakSyntax(body, at, &made); ok {
				made.syntax = true
				return text, made
			}
			continue
		}
		if g.misfit(at, &made) {
			return body.json(g), made
		}
	}
}

// misfit puts a value in a place whose schema does not allow it. It returns false if it
// finds none.
func (g *generator) misfit(at place, made *mistake) bool {
	s := at.schema
	made.at = at.path
	replace := func(name, text string) bool {
		made.name = name
		*at.generated = generated{schema: s, text: text}
		return true
	}
	allowed := types(s)
	switch kind := g.IntN(4); {
	case kind == 0:
		return replace("wrong type", pick(g, g.otherTypes(allowed)))
	case at.kind == '{':
		return g.misfitObject(at, made)
	case at.kind == '[':
		return g.misfitArray(at, made)
	case at.text == "null":
		return false
	case slices.Contains(allowed, "number") || slices.Contains(allowed, "integer"):
		text, name := g.misfitNumber(s)
		return name != "" && replace(name, text)
	case slices.Contains(allowed, "string"):
		text, name := g.misfitString(s)
		return name != "" && replace(name, g.quote(text))
	}
	return false
}

// otherTypes returns values of all types except these.
func (g *generator) otherTypes(allowed []string) []string {
	var others []string
	for _, other := range []struct{ kind, text string }{
		{"object", "{}"}, {"object", `{"a":{"b":[1,2,{}]}}`}, {"array", "[]"}, {"array", `[[],{},"x",null]`}, {"string", `""`}, {"string", `"5000"`}, {"string", `"\u0000"`},
		{"boolean", "true"}, {"boolean", "false"}, {"number", "1"}, {"number", "-0.5"}, {"number", "1e400"}, {"number", strings.Repeat("9", 400)},
	} {
		is := slices.Contains(allowed, other.kind) || other.kind == "number" && slices.Contains(allowed, "integer")
		if !is {
			others = append(others, other.text)
		}
	}
	return others
}

func (g *generator) misfitObject(at place, made *mistake) bool {
	switch kind := g.IntN(3); {
	case kind == 0: // a required member is left out, or null
		names := required(at.schema)
		if len(names) == 0 {
			return false
		}
		name := pick(g, names)
		i := slices.Index(at.names, name)
		if made.at += "." + name; g.chance(3) {
			made.name = "null for a required member"
			*at.values[i] = generated{schema: at.values[i].schema, text: "null"}
			return true
		}
		made.name = "missing member"
		at.names, at.values = slices.Delete(at.names, i, i+1), slices.Delete(at.values, i, i+1)
	case kind == 1:
		name := pick(g, []string{"x", "Country", "gross ", "", "__proto__", "constructor", "gröss", "\u0000", "🙂", strings.Repeat("n", 300)})
		made.name, made.at = "unknown member", made.at+"."+name
		depth := g.IntN(60)
		text := pick(g, []string{"1", "null", `"x"`, strings.Repeat("[", depth) + strings.Repeat("]", depth) + strings.Repeat("0", (60-depth)/60),
			strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)})
		if text == "" {
			text = "[]"
		}
		at.insert(g, name, &generated{text: text})
	default:
		if len(at.names) == 0 {
			return false
		}
		i := g.IntN(len(at.names))
		made.name, made.at = "member twice", made.at+"."+at.names[i]
		twin := at.values[i]
		if g.chance(2) {
			twin = &generated{text: pick(g, []string{"null", "{}", "0"})}
		}
		at.insert(g, at.names[i], twin)
	}
	return true
}

func (v *generated) insert(g *generator, name string, value *generated) {
	i := g.IntN(len(v.names) + 1)
	v.names, v.values = slices.Insert(v.names, i, name), slices.Insert(v.values, i, value)
}

func (g *generator) misfitArray(at place, made *mistake) bool {
	least, most := bound(at.schema, "minItems", 0), bound(at.schema, "maxItems", -1)
	switch {
	case least > 0 && g.chance(2):
		made.name, at.values = "too few items", at.values[:g.IntN(least)]
	case most >= 0 && most < 500:
		made.name = "too many items"
		for count := most + 1 + g.IntN(3); len(at.values) < count; {
			at.values = append(at.values, g.value(at.schema["items"]))
		}
	default:
		return false
	}
	return true
}

// misfitNumber returns a number out of bounds or between two steps.
func (g *generator) misfitNumber(s map[string]any) (text, name string) {
	step, least, most := g.numbers(s)
	above := rational(s, "maximum") != nil || rational(s, "exclusiveMaximum") != nil
	below := rational(s, "minimum") != nil || rational(s, "exclusiveMinimum") != nil
	beyond := big.NewInt(1)
	if g.chance(2) {
		beyond.SetUint64(1 + g.Uint64()>>g.IntN(64))
	}
	switch kind := g.IntN(4); {
	case kind == 0 && above:
		return g.written(new(big.Rat).Mul(step, new(big.Rat).SetInt(beyond.Add(most, beyond)))), "too large"
	case kind == 1 && below:
		return g.written(new(big.Rat).Mul(step, new(big.Rat).SetInt(beyond.Sub(least, beyond)))), "too small"
	case kind == 2 && above:
		return pick(g, []string{"1e400", "1E+999999999", "9" + strings.Repeat("9", 500)}), "huge"
	case kind == 3 && (s["multipleOf"] != nil || types(s)[0] == "integer"):
		value := new(big.Rat).Mul(step, new(big.Rat).SetInt(least))
		value.Add(value, step)
		// A fraction of a step, within the bounds.
		return g.written(value.Sub(value, new(big.Rat).Mul(step, pick(g, []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 1000)})))), "between steps"
	}
	return "", ""
}

// misfitString returns a text of the wrong form or length, or outside the choices.
func (g *generator) misfitString(s map[string]any) (text, name string) {
	switch {
	case s["enum"] != nil:
		return pick(g, []string{"", "none of these", "DE ", "Month", "ｍonth", "\u0000"}), "no choice"
	case s["format"] == "date":
		return pick(g, []string{"", "2026-02-30", "2026-13-01", "2026-1-1", "0000-01-01", "2026-01-01T00:00", "01.02.2026", "２０２６-01-01", "2026-01-01 "}), "no day"
	case s["pattern"] != nil:
		return pick(g, []string{"", "2026-03-10", "2026-03-10T9:30", "2026-03-10T24:00", "2026-03-10T09:60", "2026-03-10 09:30", "2026-03-10T09:30+15:00", "2026-03-10T09:30:00.5", "2026-13-10T09:30", "2026-02-30T09:30", "x"}), "no time"
	}
	least, most := bound(s, "minLength", 0), bound(s, "maxLength", -1)
	switch {
	case least > 0 && g.chance(2):
		return strings.Repeat("x", g.IntN(least)), "too short"
	case most >= 0:
		return strings.Repeat(pick(g, []string{"x", "ä", "😀", "\u0301"}), most+1+g.IntN(3)), "too long"
	}
	return "", ""
}

// breakSyntax returns the text of a body with a syntax error.
func (g *generator) breakSyntax(body *generated, at place, made *mistake) (string, bool) {
	switch g.IntN(5) {
	case 0:
		if at.kind != 0 {
			return "", false
		}
		made.name = "invalid JSON value"
		at.text = pick(g, []string{"NaN", "Infinity", "-Infinity", "undefined", "+5", "05", ".5", "5.", "0x10", "1e", "1_000", "1,5", "True", "nul", "'x'", `"`, "\"\xff\"", `"\ud800"`, "\"a\nb\"", `"\x41"`, "", "-", "/**/1"})
		return body.json(g), true
	case 1:
		made.name = "cut off"
		text := body.json(g)
		return text[:1+g.IntN(len(text)-1)], true
	case 2:
		made.name = "text after the value"
		return body.json(g) + pick(g, []string{"{}", "x", ",", "]", "}", "\x00", "\u00a0", " null", "//"}), true
	case 3:
		made.name = "text before the value"
		return pick(g, []string{"\ufeff", "x", "\x00", ")]}',\n", "// a\n", "\x1f\x8b"}) + body.json(g), true
	}
	made.name = "nested too deeply"
	depth := 101 + g.IntN(20_000)
	return pick(g, []string{"[", `{"a":`, `[{"a":`})[:1] + strings.Repeat("[", depth) + pick(g, []string{"", strings.Repeat("]", depth+1)}), true
}

// spoilQuery makes one mistake in the parameters of a request.
func (g *generator) spoilQuery(parameters []parameter, values url.Values) (query string, made mistake) {
	for {
		p := pick(g, parameters)
		made.at = "query." + p.name
		others := url.Values{}
		for name, value := range values {
			if name != p.name {
				others[name] = value
			}
		}
		with := func(text string) string {
			return strings.TrimPrefix(others.Encode()+"&"+url.QueryEscape(p.name)+"="+url.QueryEscape(text), "&")
		}
		switch g.IntN(4) {
		case 0:
			name := pick(g, []string{"x", "Country", "country ", "%", "ä", "country[]"})
			made.name, made.at = "unknown parameter", "query."+name
			return strings.TrimPrefix(values.Encode()+"&"+url.QueryEscape(name)+"="+pick(g, []string{"", "1", "%zz", "a=b"}), "&"), made
		case 1:
			if p.required {
				made.name = "missing parameter"
				return others.Encode(), made
			}
		case 2:
			if values.Has(p.name) {
				made.name = "parameter twice"
				return values.Encode() + "&" + url.QueryEscape(p.name) + "=" + url.QueryEscape(values.Get(p.name)), made
			}
		default:
			if text, name := g.misfitParameter(p.schema); name != "" {
				made.name = name
				return with(text), made
			}
		}
		if g.chance(50) { // for operations without parameters
			made.name, made.at = "unknown parameter", "query.x"
			return "x=1", made
		}
	}
}

// misfitParameter returns a text that the schema of a parameter does not allow.
func (g *generator) misfitParameter(s map[string]any) (text, name string) {
	if types(s)[0] != "integer" {
		return g.misfitString(s)
	}
	if g.chance(2) {
		return pick(g, []string{"", "x", " 1", "1 ", "+1", "0x10", "NaN", "1e400", "1,5", "１", "null", "\u0000", "1.5"}), "no integer"
	}
	return g.misfitNumber(s)
}
