package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// parameter is a query parameter of an operation.
type parameter struct {
	name     string
	required bool
	schema   map[string]any
}

// describedOperation is an operation of the description, read without the service's code.
type describedOperation struct {
	method, path string
	body         map[string]any
	parameters   []parameter
	// examples and queries are the documented bodies and parameters.
	examples []any
	queries  []string
}

func decoded(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	return document
}

// operationsOf returns the operations of a description, sorted by path.
func operationsOf(document map[string]any) []describedOperation {
	var all []describedOperation
	paths := document["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for method, described := range paths[path].(map[string]any) {
			described := described.(map[string]any)
			operation := describedOperation{method: strings.ToUpper(method), path: path}
			list, _ := described["parameters"].([]any)
			for _, each := range list {
				if p := each.(map[string]any); p["in"] == "query" {
					operation.parameters = append(operation.parameters, parameter{p["name"].(string), p["required"] == true, p["schema"].(map[string]any)})
				}
			}
			if body, ok := described["requestBody"].(map[string]any); ok {
				content := body["content"].(map[string]any)[jsonType].(map[string]any)
				operation.body = content["schema"].(map[string]any)
				examples, _ := content["examples"].(map[string]any)
				for _, name := range slices.Sorted(maps.Keys(examples)) {
					operation.examples = append(operation.examples, examples[name].(map[string]any)["value"])
				}
			}
			all = append(all, operation)
		}
	}
	return all
}

// fit returns a valid body: an example with one part regenerated, so that many are
// answered, or a fully generated one.
func (g *generator) fit(operation *describedOperation) *generated {
	if len(operation.examples) == 0 || g.chance(2) {
		return g.value(operation.body)
	}
	body := g.example(operation.body, pick(g, operation.examples))
	if part := pick(g, places(body, "")); part.kind == 0 || g.chance(4) {
		*part.generated = *g.value(part.schema)
	}
	return body
}

// query returns valid parameters: all of them generated, or some of an example.
func (g *generator) query(operation *describedOperation) url.Values {
	values := url.Values{}
	kept := len(operation.queries) > 0 && g.chance(2)
	if kept {
		values, _ = url.ParseQuery(pick(g, operation.queries))
	}
	for _, p := range operation.parameters {
		if kept && !g.chance(6) || !kept && !p.required && g.chance(2) {
			continue
		}
		text := g.value(p.schema).text
		if strings.HasPrefix(text, `"`) {
			var plain string
			if err := json.Unmarshal([]byte(text), &plain); err != nil {
				panic(err)
			}
			text = plain
		}
		values.Set(p.name, text)
	}
	return values
}

// requests is a run of generated requests.
type requests struct {
	*fixture
	*generator
	good, poor string
	// counts is the number of answers by operation and status, tolerated the number
	// of refusals for a rule that no schema can express.
	counts    map[string]map[int]int
	tolerated map[string]int
	sent      int
}

// TestGeneratedRequests: of 1,000 requests generated from the schemas, valid ones are
// answered or refused by the rules, ones with a mistake are refused for that mistake,
// and all answers match the description. PAYSLATE_FULL=1 sends 10,000, and PAYSLATE_SEED
// selects others.
func TestGeneratedRequests(t *testing.T) {
	count, seed := 1000, uint64(1)
	if os.Getenv("PAYSLATE_FULL") == "1" {
		count = 10_000
	}
	if text := os.Getenv("PAYSLATE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	catalogue := everything(t)
	f := newFixture(t, func(o *Options) { o.Catalogue = catalogue })
	document := decoded(t, f.description())
	r := &requests{
		fixture: f, generator: newGenerator(seed, document), good: f.key(1_000_000), poor: f.key(0),
		counts: map[string]map[int]int{}, tolerated: map[string]int{},
	}
	all := operationsOf(document)
	for i := range all {
		for _, operation := range catalogue.Operations() {
			if operation.Path != all[i].path || operation.Method != http.MethodGet {
				continue
			}
			for _, example := range operation.Examples(rules.English) {
				all[i].queries = append(all[i].queries, example.Request)
			}
		}
	}
	for turn := 0; r.sent < count; turn++ {
		operation := &all[turn%len(all)]
		if !strings.HasPrefix(operation.path, "/v1/") && !r.chance(10) {
			continue
		}
		if r.counts[operation.path] == nil {
			r.counts[operation.path] = map[int]int{}
		}
		if operation.body != nil {
			r.post(operation)
		} else {
			r.get(operation)
		}
		r.sent++
		if t.Failed() && r.sent > 200 {
			t.Fatal("stopped after the first failures")
		}
	}
	r.report()
	for _, operation := range all {
		if r.counts[operation.path][http.StatusOK] == 0 {
			t.Errorf("%s was never answered", operation.path)
		}
	}
}

// report logs the number of answers by operation and status.
func (r *requests) report() {
	var out strings.Builder
	sums := map[int]int{}
	for _, path := range slices.Sorted(maps.Keys(r.counts)) {
		fmt.Fprintf(&out, "\n%-34s", path)
		for _, status := range slices.Sorted(maps.Keys(r.counts[path])) {
			fmt.Fprintf(&out, " %d: %d", status, r.counts[path][status])
			sums[status] += r.counts[path][status]
		}
	}
	fmt.Fprintf(&out, "\n%-34s", "all")
	for _, status := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&out, " %d: %d", status, sums[status])
	}
	r.t.Logf("%d requests by operation and status:%s\nrefused for what a schema cannot express: %v", r.sent, &out, r.tolerated)
}

// headers returns headers for a request and the status that they alone cause, or 0.
func (r *requests) headers(operation *describedOperation) (headers []string, status int) {
	add := func(name, value string) { headers = append(headers, name, value) }
	switch {
	case !strings.HasPrefix(operation.path, "/v1/"):
	case r.chance(50):
		if status = http.StatusUnauthorized; r.chance(2) {
			add("X-API-Key", pick(r.generator, []string{"", " ", "ps_live_unknown", "ä", strings.Repeat("k", 5000)}))
		}
	case r.chance(50):
		status = http.StatusPaymentRequired
		add("X-API-Key", r.poor)
	case r.chance(4):
		add("Authorization", "Bearer "+r.good)
	default:
		add("X-API-Key", r.good)
	}
	if r.chance(2) {
		add("Accept-Language", pick(r.generator, []string{"de", "en", "de-AT,de;q=0.9,en;q=0.1", "fr", "*", "", ";;q=,", strings.Repeat("de,", 1000), "\x80"}))
	}
	if r.chance(10) {
		add("X-Request-Id", pick(r.generator, []string{"a", "", " ", "ä", strings.Repeat("x", 129)}))
	}
	if operation.body == nil {
		return headers, status
	}
	if r.chance(2) {
		add("Content-Type", pick(r.generator, []string{jsonType, "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", ";", ""}))
	}
	switch {
	case status != 0:
	case r.chance(20):
		add("Idempotency-Key", fmt.Sprintf("key-%d", r.sent))
	case r.chance(50):
		status = http.StatusBadRequest
		add("Idempotency-Key", pick(r.generator, []string{"", " ", "a b", "ä", strings.Repeat("k", 256)}))
	}
	return headers, status
}

// post sends a valid body or one with a mistake.
func (r *requests) post(operation *describedOperation) {
	headers, expected := r.headers(operation)
	body := r.fit(operation)
	if r.chance(2) {
		text, made := r.spoil(body)
		r.refused(r.ask(operation, content{body: text}, content{body: text}, headers), expected, made, text)
		return
	}
	text := body.json(r.generator)
	described, nulls := text, false
	if r.chance(5) {
		// null means absent, which the schema does not state for every member.
		for _, name := range slices.Sorted(maps.Keys(body.schema["properties"].(map[string]any))) {
			if !slices.Contains(body.names, name) && !slices.Contains(required(body.schema), name) && r.chance(2) {
				body.insert(r.generator, name, &generated{text: "null"})
				nulls = true
			}
		}
	}
	if nulls {
		text = body.json(r.generator)
	}
	if r.chance(100) {
		text += strings.Repeat(" ", 8*operations.MaxBody)
		if expected == 0 {
			expected = http.StatusRequestEntityTooLarge
		}
	}
	answer := r.ask(operation, content{body: text}, content{body: described}, headers)
	r.fitting(answer, expected, operation.path, text)
	if answer.Code == http.StatusOK && slices.Contains(headers, "Idempotency-Key") {
		again := r.ask(operation, content{body: text}, content{body: described}, headers)
		r.sent++
		if again.Body.String() != answer.Body.String() || again.Header().Get("Idempotent-Replayed") != "true" {
			r.t.Errorf("%s: the same call again is answered %d: %.300s", operation.path, again.Code, again.Body)
		}
		other := r.ask(operation, content{body: text + " "}, content{body: described}, headers)
		r.sent++
		if other.Code != http.StatusConflict {
			r.t.Errorf("%s: another body under the same key is answered %d: %.300s", operation.path, other.Code, other.Body)
		}
	}
}

// get sends valid parameters or some with a mistake.
func (r *requests) get(operation *describedOperation) {
	headers, expected := r.headers(operation)
	values := r.query(operation)
	if strings.HasPrefix(operation.path, "/v1/") && r.chance(2) {
		parameters := operation.parameters
		if len(parameters) == 0 {
			parameters = []parameter{{name: "x", schema: map[string]any{"type": "string"}}}
		}
		query, made := r.spoilQuery(parameters, values)
		r.refused(r.ask(operation, content{query: query}, content{query: query}, headers), expected, made, query)
		return
	}
	query := values.Encode()
	for _, p := range operation.parameters {
		if whole, is := new(big.Rat).SetString(values.Get(p.name)); is && types(p.schema)[0] == "integer" {
			values.Set(p.name, whole.FloatString(0)) // validators refuse 2026.0
		}
	}
	described := values.Encode()
	if r.chance(2) {
		query = strings.ReplaceAll(query, "+", "%20")
	}
	answer := r.ask(operation, content{query: query}, content{query: described}, headers)
	r.fitting(answer, expected, operation.path, query)
	if tag := answer.Header().Get("ETag"); answer.Code == http.StatusOK && tag != "" && r.chance(4) {
		again := r.ask(operation, content{query: query}, content{query: described}, append(headers, "If-None-Match", tag))
		r.sent++
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			r.t.Errorf("%s?%s: %d with the tag of the previous answer", operation.path, query, again.Code)
		}
	}
}

// content is the query and the body of a request.
type content struct{ query, body string }

// ask sends a request. It checks the answer for described, the form of the request in
// the description.
func (r *requests) ask(operation *describedOperation, sent, described content, headers []string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(operation.method, operation.path, strings.NewReader(sent.body))
	request.URL.RawQuery = sent.query
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	r.HTTPServer().Handler.ServeHTTP(recorder, request)
	r.counts[operation.path][recorder.Code]++
	if recorder.Code == http.StatusInternalServerError {
		r.t.Errorf("%s: 500 to %.2000s", operation.path, sent)
	}
	request.URL.RawQuery = described.query
	request.Header.Del("X-Request-Id") // an invalid one is replaced
	r.described(request, described.body, recorder)
	return recorder
}
