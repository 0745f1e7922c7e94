package rest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/rules"
)

// silence searches for inputs that the answer ignores silently: neither taken into
// account, nor mentioned, nor refused.
type silence struct {
	*fixture
	*generator
	key string
	// counts is the number of variations by kind and outcome.
	counts map[string]map[string]int
	kinds  []string
	// taken has the inputs that made a difference or were refused somewhere, idle
	// the requests in which an input made none.
	taken map[string]bool
	idle  map[string][]string

	shuffled bool // send the members of objects in any order
}

// request is a request to vary.
type request struct {
	*describedOperation
	fields map[string]any
	tool   string // the MCP tool at toolsAt to call, if any
	at     string
}

// outcomes of a variation.
const (
	refused  = "refused"
	noted    = "noted"
	computed = "computed"
	same     = "no difference"
	silent   = "silent"
)

// TestAnswersInSilence: every optional input of every operation and tool is taken into
// account, mentioned or refused, whether omitted, sent, misspelt, of another country or
// year, with other inputs, or in another order or language. PAYSLATE_FULL=1 tries every
// country and year, the tools, and more values; docs/evidence.md has the results.
func TestAnswersInSilence(t *testing.T) {
	values, full := 1, os.Getenv("PAYSLATE_FULL") == "1"
	if full {
		values = 4
	}
	catalogue := everything(t)
	f := newFixture(t, func(o *Options) { o.Catalogue = catalogue })
	s := &silence{fixture: f, generator: newGenerator(1, decoded(t, f.description())), key: f.key(100_000_000), counts: map[string]map[string]int{},
		taken: map[string]bool{}, idle: map[string][]string{}}
	described := map[string]*describedOperation{}
	for _, operation := range operationsOf(s.document) {
		described[operation.path] = &operation
	}
	for _, service := range catalogue.Services {
		for _, operation := range service.Operations {
			if operation.Each != nil {
				continue // TestBatchAnswersAsAlone: what its items are refused for
			}
			for _, example := range operation.Examples(rules.English) {
				r := &request{describedOperation: described[operation.Path], fields: map[string]any{}}
				if r.body != nil {
					r.fields = decoded(t, []byte(example.Request))
				} else {
					query, _ := url.ParseQuery(example.Request)
					for name := range query {
						r.fields[name] = query.Get(name)
					}
				}
				s.vary(r, values)
				if !full {
					continue
				}
				for _, r := range s.everyYear(r) {
					s.vary(r, values)
				}
				if !operation.RESTOnly && r.body != nil {
					s.vary(&request{r.describedOperation, r.fields, operation.Tool, mcp.Path(service.Name)}, 1)
				}
			}
		}
	}
	for path, texts := range moreRequests {
		for _, text := range texts {
			s.vary(&request{describedOperation: described[path], fields: decoded(t, []byte(text))}, values)
		}
	}
	s.report()
}

// moreRequests are requests that no example covers.
var moreRequests = map[string][]string{
	"/v1/travel-per-diem/locations": {`{"regime":"us-federal","q":"san"}`},
	"/v1/travel-per-diem/trip": { // longer than three months, with and without another workplace
		`{"regime":"de-federal","legs":[{"country":"AT","city":"Vienna","arrive":"2026-01-05T08:00","depart":"2026-03-05T18:00"},
			{"country":"AT","city":"Vienna","arrive":"2026-03-05T18:00","depart":"2026-06-05T18:00","workplace":"other"}]}`,
		`{"regime":"de-federal","legs":[{"country":"AT","city":"Vienna","arrive":"2026-01-05T08:00","depart":"2026-06-05T18:00"}]}`,
	},
}

// everyYear repeats a request with a country and a year for every country and year.
func (s *silence) everyYear(r *request) []*request {
	if r.body == nil || r.fields["gross"] == nil || r.fields["year"] == nil {
		return nil
	}
	var all []*request
	list, _ := s.answer(&request{describedOperation: &describedOperation{method: "GET", path: countriesPath}}, nil)
	for _, listed := range list.(map[string]any)["countries"].([]any) {
		country := listed.(map[string]any)
		for _, year := range country["years"].([]any) {
			all = append(all, &request{describedOperation: r.describedOperation, fields: map[string]any{"country": country["country"], "year": year, "gross": json.Number("4000")}})
		}
	}
	return all
}

// vary tries the variations of a request.
func (s *silence) vary(r *request, values int) {
	before, plain := s.answer(r, r.fields)
	if plain != http.StatusOK {
		return
	}
	s.judgeWords(r, before)
	s.judgeOrder(r, r.fields)
	var others []func(map[string]any)
	for _, o := range s.optional(r) {
		for _, value := range s.some(o.schema, values) {
			set := func(fields map[string]any) { o.set(fields, value) }
			others = append(others, set)
			without := clone(r.fields)
			o.set(without, nil)
			if list, ok := value.([]any); ok && len(list) > 1 {
				with := clone(r.fields)
				o.set(with, value)
				s.judgeOrder(r, with)
			}
			s.judge("value", r, without, func(fields map[string]any) { o.set(fields, value) }, o.path, value, o.schema)
			if text, ok := value.(string); ok && len(text) > 3 {
				s.judge("misspelt value", r, without, func(fields map[string]any) { o.set(fields, swapped(text)) }, o.path, swapped(text), o.schema)
			}
		}
		s.judge("misspelt name", r, r.fields, func(fields map[string]any) { o.rename(fields, swapped(o.name)) }, o.path, nil, nil)
	}
	for range min(len(others), 4*values) { // two inputs
		first, second := s.IntN(len(others)), s.IntN(len(others))
		with := clone(r.fields)
		others[first](with)
		s.judge("with another", r, with, others[second], "", nil, nil)
	}
	if r.fields["country"] != nil && r.body != nil {
		for name, schema := range s.resolve(r.body)["properties"].(map[string]any) {
			if s.isProfile(schema) && !strings.EqualFold(name, fmt.Sprint(r.fields["country"])) && r.fields[name] == nil {
				s.judge("another country", r, r.fields, func(fields map[string]any) { fields[name] = map[string]any{} }, name, nil, nil)
			}
		}
	}
}

func (s *silence) isProfile(schema any) bool {
	return len(s.resolve(schema)) > 0 && slices.Contains(types(s.plain(schema)), "object")
}

// plain returns a schema without its alternative null.
func (s *silence) plain(schema any) map[string]any {
	resolved := s.resolve(schema)
	if ways, ok := resolved["anyOf"].([]any); ok {
		resolved = s.resolve(ways[0])
	}
	return resolved
}

// judge compares the answers to a request before and after a change.
func (s *silence) judge(kind string, r *request, fields map[string]any, change func(map[string]any), path string, value, schema any) {
	before, status := s.answer(r, fields)
	if status != http.StatusOK {
		return
	}
	service, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/v1/"), "/")
	input := fmt.Sprint(service, " ", fields["regime"], " ", memberOf(path))
	changed := clone(fields)
	change(changed)
	if reflect.DeepEqual(fields, changed) {
		return
	}
	after, status := s.answer(r, changed)
	outcome := computed
	switch {
	case status >= 500:
		s.t.Errorf("%s of %s: %d: %v", kind, path, status, changed)
	case status != http.StatusOK:
		outcome = refused
	case kind == "misspelt name" || kind == "another country":
		outcome = silent
	case !reflect.DeepEqual(remarks(before), remarks(after)):
		outcome = noted
	case reflect.DeepEqual(before, after):
		outcome = same // correct for a default, and where the law does not use it
		if kind != "with another" && !s.isDefault(before, path, value, schema) {
			text, _ := json.Marshal(changed)
			s.idle[input] = append(s.idle[input], string(text))
		}
	}
	if kind == "value" && outcome != same {
		s.taken[input] = true
	}
	s.count(kind, outcome)
	if outcome == silent {
		text, _ := json.Marshal(changed)
		s.t.Errorf("%s %s: %s is ignored: %s %v = %.100v in %.1000s", r.tool, r.path, kind, path, outcome, value, text)
	}
}

// isDefault reports whether a value is the default: that of the schema, or the value
// that the answer has under the same name.
func (s *silence) isDefault(answer any, path string, value, schema any) bool {
	if list, ok := value.([]any); ok && len(list) == 0 || value == "" {
		return true // the same as not sent
	}
	if schema != nil && (equal(s.plain(schema)["default"], value) || equal(s.resolve(schema)["default"], value)) {
		return true
	}
	name, found := memberOf(path), false
	var walk func(part any)
	walk = func(part any) {
		switch part := part.(type) {
		case map[string]any:
			for key, inner := range part {
				found = found || key == name && equal(inner, value)
				walk(inner)
			}
		case []any:
			for _, inner := range part {
				walk(inner)
			}
		}
	}
	walk(answer)
	return found
}

// memberOf returns the last step of a path.
func memberOf(path string) string {
	return strings.Trim(path[strings.LastIndexByte(path, ' ')+1:], "[]")
}

// equal compares values by their meaning: 1.00 is 1, dE is DE.
func equal(a, b any) bool {
	x, isNumber := new(big.Rat).SetString(fmt.Sprint(a))
	if y, both := new(big.Rat).SetString(fmt.Sprint(b)); isNumber && both {
		return x.Cmp(y) == 0
	}
	return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b))
}

// judgeWords checks that the figures are the same in other languages.
func (s *silence) judgeWords(r *request, before any) {
	for _, language := range []string{"de", "nl", "fr", "xx"} {
		after, _ := s.answer(r, r.fields, "Accept-Language", language)
		if outcome := computed; !reflect.DeepEqual(figures(before), figures(after)) {
			s.t.Errorf("%s %s: other figures in %s", r.tool, r.path, language)
			s.count("language", silent)
		} else {
			s.count("language", outcome)
		}
	}
}

// judgeOrder checks that the order of members changes nothing, and that a reversed list
// gives the same figures or is refused.
func (s *silence) judgeOrder(r *request, fields map[string]any) {
	before, status := s.answer(r, fields)
	if status != http.StatusOK {
		return
	}
	s.shuffled = true
	after, _ := s.answer(r, fields)
	s.shuffled = false
	s.count("members in another order", s.sameOr(r, fields, reflect.DeepEqual(before, after)))
	for i := range listsOf(fields) {
		changed := clone(fields)
		list := listsOf(changed)[i]
		if len(list) < 2 {
			continue
		}
		slices.Reverse(list)
		after, status := s.answer(r, changed)
		if status != http.StatusOK {
			s.count("list backwards", refused)
			continue
		}
		s.count("list backwards", s.sameOr(r, changed, reflect.DeepEqual(sortedFigures(before), sortedFigures(after))))
	}
}

// sameOr returns the outcome of a change that must not change the answer.
func (s *silence) sameOr(r *request, fields map[string]any, is bool) string {
	if is {
		return same
	}
	text, _ := json.Marshal(fields)
	s.t.Errorf("%s %s has another answer in another order: %.1000s", r.tool, r.path, text)
	return silent
}

// listsOf returns the lists in a value, sorted by name.
func listsOf(value any) (all [][]any) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			all = append(all, listsOf(value[name])...)
		}
	case []any:
		all = append(all, value)
		for _, inner := range value {
			all = append(all, listsOf(inner)...)
		}
	}
	return all
}

// sortedFigures returns the numbers of an answer, regardless of their place.
func sortedFigures(answer any) []string {
	var all []string
	var walk func(any)
	walk = func(part any) {
		switch part := part.(type) {
		case map[string]any:
			for _, inner := range part {
				walk(inner)
			}
		case []any:
			for _, inner := range part {
				walk(inner)
			}
		case json.Number:
			all = append(all, string(part))
		}
	}
	walk(answer)
	slices.Sort(all)
	return all
}

// remarks returns the parts of an answer that mention its assumptions.
func remarks(answer any) (all []any) {
	switch answer := answer.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(answer)) {
			if slices.Contains([]string{"notes", "fallbacks", "candidates", "limits"}, name) {
				all = append(all, answer[name])
			} else {
				all = append(all, remarks(answer[name])...)
			}
		}
	case []any:
		for _, inner := range answer {
			all = append(all, remarks(inner)...)
		}
	}
	return all
}

// figures returns the numbers of an answer with their names.
func figures(answer any) any {
	switch answer := answer.(type) {
	case map[string]any:
		all := map[string]any{}
		for name, inner := range answer {
			if inner := figures(inner); inner != nil {
				all[name] = inner
			}
		}
		return all
	case []any:
		var all []any
		for _, inner := range answer {
			if inner := figures(inner); inner != nil {
				all = append(all, inner)
			}
		}
		return all
	case json.Number:
		return answer
	}
	return nil
}

func (s *silence) count(kind, outcome string) {
	if s.counts[kind] == nil {
		s.counts[kind] = map[string]int{}
		s.kinds = append(s.kinds, kind)
	}
	s.counts[kind][outcome]++
}

// report logs the table in docs/evidence.md. An input that never made a difference and
// was never refused counts as ignored.
func (s *silence) report() {
	for _, input := range slices.Sorted(maps.Keys(s.idle)) {
		if !s.taken[input] {
			s.count("value", silent)
			s.t.Errorf("%s is ignored, as in %.600s", input, s.idle[input][0])
		}
	}
	outcomes := []string{refused, noted, computed, same, silent}
	var out strings.Builder
	fmt.Fprintf(&out, "| what | tried | %s |\n", strings.Join(outcomes, " | "))
	for _, kind := range s.kinds {
		sum := 0
		var cells []string
		for _, outcome := range outcomes {
			sum += s.counts[kind][outcome]
			cells = append(cells, fmt.Sprint(s.counts[kind][outcome]))
		}
		fmt.Fprintf(&out, "| %s | %d | %s |\n", kind, sum, strings.Join(cells, " | "))
	}
	s.t.Logf("\n%s", &out)
}
