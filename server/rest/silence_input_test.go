package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
)

// optionalInput is a member of an object in a request.
type optionalInput struct {
	path, name string
	schema     any
	within     []any // the path of its object
}

// optional returns the optional inputs of a request.
func (s *silence) optional(r *request) (all []optionalInput) {
	if r.body == nil {
		for _, p := range r.parameters {
			if !p.required {
				all = append(all, optionalInput{p.name, p.name, p.schema, nil})
			}
		}
		return all
	}
	var walk func(value any, schema any, within []any)
	walk = func(value, schema any, within []any) {
		plain := s.plain(schema)
		switch value := value.(type) {
		case map[string]any:
			properties, _ := plain["properties"].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(properties)) {
				part := s.plain(properties[name])
				own := strings.EqualFold(name, fmt.Sprint(value["country"])) || value["country"] == "GB" && name == "uk"
				switch {
				case slices.Contains(types(part), "object") && part["properties"] != nil:
					if inner, ok := value[name].(map[string]any); ok || own {
						if inner == nil {
							inner = map[string]any{}
						}
						walk(inner, part, append(slices.Clone(within), name))
					}
				case !slices.Contains(required(plain), name):
					all = append(all, optionalInput{fmt.Sprint(append(slices.Clone(within), name)), name, properties[name], within})
				}
				if list, ok := value[name].([]any); ok {
					for i, item := range list {
						walk(item, part["items"], append(slices.Clone(within), name, i))
					}
				}
			}
		}
	}
	walk(r.fields, r.body, nil)
	return all
}

// owner returns the object of the input, created if missing.
func (o *optionalInput) owner(fields map[string]any) map[string]any {
	at := any(fields)
	for _, step := range o.within {
		switch step := step.(type) {
		case string:
			parent := at.(map[string]any)
			if parent[step] == nil {
				parent[step] = map[string]any{}
			}
			at = parent[step]
		case int:
			list := at.([]any)
			if step >= len(list) {
				return map[string]any{} // another input has shortened the list
			}
			at = list[step]
		}
	}
	return at.(map[string]any)
}

func (o *optionalInput) set(fields map[string]any, value any) {
	if owner := o.owner(fields); value == nil {
		delete(owner, o.name)
	} else {
		owner[o.name] = value
	}
}

// rename sends the input under another name.
func (o *optionalInput) rename(fields map[string]any, name string) {
	owner := o.owner(fields)
	delete(owner, o.name)
	owner[name] = "1"
}

// some generates values of a schema: all of an enumeration, or count others.
func (s *silence) some(schema any, count int) (values []any) {
	plain := s.plain(schema)
	if choices, ok := plain["enum"].([]any); ok {
		return choices
	}
	if slices.Contains(types(plain), "boolean") {
		return []any{true, false}
	}
	examples, _ := plain["examples"].([]any)
	values = append(values, examples...)
	if least := plain["minimum"]; least != nil {
		values = append(values, least)
	}
	for range count {
		var value any
		decoder := json.NewDecoder(strings.NewReader(s.value(plain).json(s.generator)))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err == nil && value != nil {
			values = append(values, value)
		}
	}
	return values
}

// answer sends a request by REST or as a tool's arguments.
func (s *silence) answer(r *request, fields map[string]any, headers ...string) (any, int) {
	headers = append(headers, "X-API-Key", s.key)
	text := s.encode(fields)
	method, path := r.method, r.path
	switch {
	case r.tool != "":
		method, path = "POST", r.at
		text = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, r.tool, text)
	case r.body == nil:
		var query []string
		for _, name := range s.names(fields) {
			query = append(query, url.QueryEscape(name)+"="+url.QueryEscape(fmt.Sprint(fields[name])))
		}
		path, text = path+"?"+strings.Join(query, "&"), nil
	}
	sent := httptest.NewRequest(method, path, bytes.NewReader(text))
	sent.Header.Set("Content-Type", jsonType)
	for i := 0; i < len(headers); i += 2 {
		sent.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	s.HTTPServer().Handler.ServeHTTP(recorder, sent)
	body, status := recorder.Body.Bytes(), recorder.Code
	if r.tool != "" {
		var answer struct {
			Result struct {
				Content []struct{ Text string }
				IsError bool
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil || len(answer.Result.Content) == 0 {
			s.t.Fatalf("%s: %s", r.tool, body)
		}
		if body = []byte(answer.Result.Content[0].Text); answer.Result.IsError {
			status = http.StatusBadRequest
		}
	}
	var decodedBody any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	_ = decoder.Decode(&decodedBody)
	return decodedBody, status
}

// encode returns a value as JSON.
func (s *silence) encode(value any) []byte {
	switch value := value.(type) {
	case map[string]any:
		text := []byte("{")
		for i, name := range s.names(value) {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(fmt.Appendf(text, "%q:", name), s.encode(value[name])...)
		}
		return append(text, '}')
	case []any:
		text := []byte("[")
		for i, item := range value {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(text, s.encode(item)...)
		}
		return append(text, ']')
	}
	text, err := json.Marshal(value)
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

// names returns the members of an object, sorted or shuffled.
func (s *silence) names(object map[string]any) []string {
	names := slices.Sorted(maps.Keys(object))
	if s.shuffled {
		s.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	}
	return names
}

func clone(fields map[string]any) map[string]any {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	var copied map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&copied); err != nil {
		panic(err)
	}
	return copied
}

// swapped returns a word with two letters swapped.
func swapped(word string) string {
	letters := []rune(word)
	for i := len(letters) / 2; i > 0; i-- {
		if letters[i] != letters[i-1] {
			letters[i], letters[i-1] = letters[i-1], letters[i]
			break
		}
	}
	if string(letters) == word {
		return word + "x"
	}
	return string(letters)
}
