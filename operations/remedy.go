package operations

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// patch is a change of a request that answers its failure, or a warning of its answer.
type patch struct {
	label    rules.Text
	set      json.RawMessage
	settings []remedy.Setting
}

// inWords are changes as their reader sees them.
func inWords(list []patch, language rules.Language) (all []Remedy) {
	all = slices.Grow(all, len(list))
	for _, p := range list {
		all = append(all, Remedy{p.label.In(language), p.set, p.settings})
	}
	return all
}

const (
	// maxPatched bounds an array in a patch, and a value that moves to another field, in bytes.
	maxPatched = 4 << 10
	// maxSearched bounds the requests whose arrays are changed.
	maxSearched = 64 << 10
)

// request is what remedies change: a request's JSON and its schema.
type request struct {
	body   []byte
	schema *Schema
	fixed  *fixedPatches
}

// remedies returns the remedies that the request can have as patches.
func (r *request) remedies(list []rules.Remedy) (patches []patch) {
	for i := range list {
		if one := r.remedy(&list[i]); one != nil {
			patches = append(patches, *one)
		}
	}
	return patches
}

// fixedPatches are those of remedies that are the same in each answer.
type fixedPatches struct{ sync.Map } // *patch by fixedPatch

type fixedPatch struct {
	set *remedy.Setting
	of  *Schema
}

// remedy returns a remedy as a patch; nil if the request cannot have it.
func (r *request) remedy(of *rules.Remedy) (made *patch) {
	key := fixedPatch{&of.Set[0], r.schema}
	if of.Fixed {
		if known, is := r.fixed.Load(key); is {
			return known.(*patch)
		}
		defer func() { r.fixed.Store(key, made) }()
	}
	if set, can := r.patch(of.Set); can {
		return &patch{labelOf(of), set, of.Set}
	}
	return nil
}

// labelOf is the label of a remedy, or else the fields with what is sent.
func labelOf(r *rules.Remedy) rules.Text {
	if !wording.IsEmpty(r.Label) {
		return r.Label
	}
	var out []string
	var parts []rules.Text
	for _, set := range r.Set {
		field := remedy.Path(set.Loc)
		if set.Value == nil {
			out = append(out, field)
			continue
		}
		w := writer{}
		w.value(set.Value)
		parts = append(parts, say("remedy_send", "field", field, "value", strings.Trim(string(w.dst), `"`)))
	}
	if len(out) > 0 {
		parts = append(parts, say("remedy_leave_out", "field", strings.Join(out, ", ")))
	}
	return wording.Join(parts, "; ")
}

// patch writes the settings as a patch. It fails where the request has no such field, and for
// long arrays.
func (r *request) patch(settings []remedy.Setting) (json.RawMessage, bool) {
	for _, set := range settings {
		if !r.schema.has(set.Loc) {
			return nil, false
		}
	}
	w := writer{}
	can := w.patched(r.body, settings)
	return w.dst, can
}

// has reports whether a request has a place. What items of several kinds have is not looked at.
func (s *Schema) has(loc []any) bool {
	for _, step := range loc {
		switch step := step.(type) {
		case int:
			if s = s.Items; s == nil {
				return false
			}
		case string:
			if s.Variants != nil {
				return true
			}
			at := s.Index(step)
			if at < 0 {
				return false
			}
			s = s.Properties[at].Schema
		}
	}
	return true
}

// patched writes the patch of an object, with arrays as they are in it.
func (w *writer) patched(object []byte, settings []remedy.Setting) bool {
	w.raw("{")
	for i, set := range settings {
		inside := within(settings[i:], set.Loc[0])
		switch name := set.Loc[0].(string); {
		case overlap(inside):
			return false
		case len(within(settings[:i], name)) > 0:
			continue
		case len(inside[0].Loc) == 0:
			w.name(name)
			w.value(inside[0].Value)
		case !slices.ContainsFunc(inside, inArray):
			w.name(name)
			if !w.patched(nil, inside) {
				return false
			}
		case len(object) > maxSearched:
			return false
		default:
			w.name(name)
			value, write := partOf(object, name), w.patched
			if _, isArray := inside[0].Loc[0].(int); isArray {
				write = w.changed
			}
			if !write(value, inside) {
				return false
			}
		}
	}
	w.raw("}")
	return true
}

// within returns the settings behind a step.
func within(settings []remedy.Setting, step any) (inside []remedy.Setting) {
	for _, set := range settings {
		if set.Loc[0] == step {
			inside = append(inside, remedy.Setting{Loc: set.Loc[1:], Value: set.Value})
		}
	}
	return inside
}

// overlap reports whether one of several settings behind a step is that place as a whole.
func overlap(inside []remedy.Setting) bool {
	return len(inside) > 1 && slices.ContainsFunc(inside, func(set remedy.Setting) bool { return len(set.Loc) == 0 })
}

func inArray(set remedy.Setting) bool {
	return slices.ContainsFunc(set.Loc, func(step any) bool { _, is := step.(int); return is })
}

// name writes the name of a member that is not one of ours.
func (w *writer) name(name string) {
	if w.dst[len(w.dst)-1] != '{' {
		w.raw(",")
	}
	w.text(name)
	w.raw(":")
}

// changed writes an array or object of a request with the settings made, everything else as it
// was sent.
func (w *writer) changed(value []byte, settings []remedy.Setting) bool {
	if len(value) == 0 || value[0] != '[' && value[0] != '{' {
		return false
	}
	isArray := value[0] == '['
	w.dst = append(w.dst, value[0])
	start, had, fits := len(w.dst), []any{}, true
	begin := func(step any) {
		if len(w.dst) > start {
			w.raw(",")
		}
		if name, isName := step.(string); isName {
			w.text(name)
			w.raw(":")
		}
	}
	eachPart(value, func(step any, part []byte) bool {
		own := within(settings, step)
		had = append(had, step)
		if overlap(own) {
			fits = false
			return false
		}
		if len(own) > 0 && len(own[0].Loc) == 0 && own[0].Value == nil {
			return true
		}
		begin(step)
		switch {
		case len(own) == 0:
			w.dst, _ = jsontext.AppendFormat(w.dst, part, jsontext.AllowDuplicateNames(true))
		case len(own[0].Loc) == 0:
			w.value(own[0].Value)
		default:
			fits = w.changed(part, own)
		}
		return fits
	})
	if !fits {
		return false
	}
	for _, set := range settings {
		if set.Value == nil || slices.Contains(had, set.Loc[0]) {
			continue
		}
		name, isName := set.Loc[0].(string)
		if !isName || isArray {
			return false
		}
		had = append(had, name)
		begin(name)
		if inside := within(settings, name); overlap(inside) {
			return false
		} else if len(set.Loc) == 1 {
			w.value(set.Value)
		} else if slices.ContainsFunc(inside, inArray) || !w.patched(nil, inside) {
			return false
		}
	}
	if isArray {
		w.raw("]")
	} else {
		w.raw("}")
	}
	return len(w.dst)-start < maxPatched
}

// maxTrials bounds how many remedies are tried after each other.
const maxTrials = 3

// leadsBack reports whether a remedy leads to a request that does not fit its schema, to the same
// refusal again, or only back to places of the trail: whoever followed it would go in a circle.
func (o *Operation) leadsBack(body []byte, p patch, trail []*Failure, trials int) bool {
	w := writer{}
	if !w.changed(body, p.settings) {
		return false // too large to be tried
	}
	d := borrowDecoder(o.root)
	defer d.giveBack()
	if d.decodeJSON(o.Input, w.dst) != nil {
		return true
	}
	a := o.answering(d, rules.English)
	out, err := o.run(a, &d.input)
	failure, refused := errors.AsType[*Failure](a.failed(err, o.root))
	if !refused {
		a.release(out)
		return false
	}
	at := slices.IndexFunc(trail, func(of *Failure) bool { return slices.Equal(of.Location, failure.Location) })
	same := at >= 0 && (at < len(trail)-1 || wording.Equal(trail[at].Message, failure.Message))
	if same || trials == 1 || len(failure.patches) == 0 {
		return at >= 0
	}
	trail = append(slices.Clip(trail), failure)
	return !slices.ContainsFunc(failure.patches, func(p patch) bool { return !o.leadsBack(w.dst, p, trail, trials-1) })
}

// eachPart calls take with the parts of an array by their indexes, or the members of an object by
// their names, until it is false.
func eachPart(value []byte, take func(step any, part []byte) bool) {
	tokens := jsontext.NewDecoder(bytes.NewBuffer(value), keepDuplicates)
	open, err := tokens.ReadToken()
	for at := 0; err == nil && tokens.PeekKind() != ']' && tokens.PeekKind() != '}'; at++ {
		step := any(at)
		if open.Kind() == '{' {
			var key jsontext.Token
			if key, err = tokens.ReadToken(); err != nil {
				return
			}
			step = key.String()
		}
		var part jsontext.Value
		if part, err = tokens.ReadValue(); err != nil || !take(step, part) {
			return
		}
	}
}

// partOf is the JSON of a part of an array or object; nil if it has none.
func partOf(value []byte, step any) (found []byte) {
	eachPart(value, func(own any, part []byte) bool {
		if own == step {
			found = bytes.Clone(part)
		}
		return own != step
	})
	return found
}

// remedies writes the member remedies, unless there are none.
func (w *writer) remedies(list []Remedy) {
	if len(list) > 0 {
		w.members("remedies", list)
	}
}

// answers returns what answers a failure at the current path. raw is the value there.
func (d *decoder) answers(found *Detail, raw []byte) []patch {
	loc := make([]any, 0, len(d.path))
	for _, step := range d.path[1:] {
		if step.IsIndex {
			loc = append(loc, step.Index)
		} else {
			loc = append(loc, step.Name)
		}
	}
	if len(loc) == 0 || len(d.path[len(d.path)-1].Name) > maxEcho {
		return nil
	}
	set := []remedy.Setting{{Loc: loc}}
	var label rules.Text
	switch {
	case found.meant != "":
		set[0].Value, label = json.RawMessage(found.meant), say("remedy_value", "value", found.meant)
	case found.Type != "extra_forbidden" || d.path[0].Name == "header":
		return nil
	case len(found.places) == 1 && len(raw) <= maxPatched && d.lacks(locOf(found.places[0])):
		set = append(set, remedy.Setting{Loc: locOf(found.places[0]), Value: json.RawMessage(raw)})
		label = say("remedy_rename", "field", found.places[0])
	default:
		label = say("remedy_leave_out", "field", shortened(d.path[len(d.path)-1].Name))
	}
	w := writer{}
	if !w.patched(d.body, set) {
		return nil
	}
	return []patch{{label, w.dst, set}}
}

// locOf is the place of a dotted path with indexes, such as changes.0.de.tax_class.
func locOf(path string) (loc []any) {
	for _, step := range strings.Split(path, ".") {
		if index, err := strconv.Atoi(step); err == nil {
			loc = append(loc, index)
		} else {
			loc = append(loc, step)
		}
	}
	return loc
}

// lacks reports whether a request is known to have no value at a place.
func (d *decoder) lacks(loc []any) bool {
	if len(d.body) > maxSearched {
		return false
	}
	value := d.body
	for _, step := range loc {
		if value = partOf(value, step); value == nil {
			_, isName := step.(string)
			return isName
		}
	}
	return false
}

// unwrap gives the failure of an unknown field that holds the fields of the request its hint
// and remedy.
func (d *decoder) unwrap(found *Detail) {
	name := found.Location[1].(string)
	found.Values, found.patches = hinted("wrapped", "wrapper", strconv.Quote(name)), nil
	if len(d.body) > maxPatched {
		return
	}
	set := []remedy.Setting{{Loc: []any{name}}}
	eachPart(partOf(d.body, name), func(inner any, part []byte) bool {
		set = append(set, remedy.Setting{Loc: []any{inner}, Value: json.RawMessage(bytes.Clone(part))})
		return true
	})
	w := writer{}
	if w.patched(d.body, set) {
		found.patches = []patch{{say("remedy_unwrap", "field", name), w.dst, set}}
	}
}
