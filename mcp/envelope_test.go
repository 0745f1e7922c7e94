package mcp

import (
	"encoding/json"
	"testing"
)

func TestReadEnvelope(t *testing.T) {
	tests := []struct{ name, body, id, arguments, message string }{
		{"call", `{"id":1,"params":{"name":"x","arguments":{"a":1.10},"_meta":{}}}`, `1`, `{"a":1.10}`, `{"id":1,"params":{"name":"x","arguments":{},"_meta":{}}}`},
		{"blanks", "{\"params\" : { \"arguments\" :\n {\"a\" : [ ] } } , \"id\" : \"x\"}", `"x"`, `{"a" : [ ] }`, "{\"params\" : { \"arguments\" :\n {} } , \"id\" : \"x\"}"},
		{"no arguments", `{"id":1,"params":{"name":"x"}}`, `1`, ``, `{"id":1,"params":{"name":"x"}}`},
		{"null", `{"id":1,"params":{"arguments":null}}`, `1`, `null`, `{"id":1,"params":{"arguments":{}}}`},
		{"no params", `{"method":"x"}`, ``, ``, `{"method":"x"}`},
		{"params that are not an object", `{"params":["arguments",{}]}`, ``, ``, `{"params":["arguments",{}]}`},
		{"arguments elsewhere", `{"arguments":{"a":1},"result":{"arguments":{}}}`, ``, ``, `{"arguments":{"a":1},"result":{"arguments":{}}}`},
		{"escaped name", `{"params":{"\u0061rguments":{"a":1}}}`, ``, `{"a":1}`, `{"params":{"\u0061rguments":{}}}`},
	}
	for _, test := range tests {
		got, refusal := readEnvelope([]byte(test.body))
		if refusal != nil {
			t.Errorf("%s: %v", test.name, refusal.failure)
			continue
		}
		if string(got.id) != test.id || string(got.arguments) != test.arguments || string(got.message) != test.message {
			t.Errorf("%s: id %s, arguments %s, message %s", test.name, got.id, got.arguments, got.message)
		}
	}
}

// TestKeysOfAMessageOccurOnce: a duplicate key is refused anywhere but in the arguments,
// where the operation's decoder refuses it and gives its location.
func TestKeysOfAMessageOccurOnce(t *testing.T) {
	for _, body := range []string{
		`{"id":1,"id":2}`,
		`{"id":1,"ID":2}`,
		`{"method":"a","method":"b"}`,
		`{"params":{},"params":{}}`,
		`{"params":{"arguments":{},"arguments":{}}}`,
		`{"params":{"arguments":{},"Arguments":{}}}`,
		`{"params":{"name":"a","name":"b"}}`,
		`{"params":{"_meta":{"a":1,"a":2}}}`,
		`{"params":{},"x":[{"a":1,"a":2}]}`,
		`{"params":[{"a":1,"a":2}]}`,
	} {
		if e, refusal := readEnvelope([]byte(body)); refusal == nil {
			t.Errorf("%s is accepted: id %s, arguments %s", body, e.id, e.arguments)
		}
	}
	if _, refusal := readEnvelope([]byte(`{"params":{"arguments":{"a":1,"a":2}}}`)); refusal != nil {
		t.Error("a duplicate key in the arguments does not reach the operation's decoder")
	}
}

// FuzzEnvelope: encoding/json finds the same arguments in the body, and empty ones in the
// remaining message.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":[1,{"b":null}]}}}`,
		`{"params":{"arguments":"\ud800"}}`, `[]`, `{"id":1e9}`, `{"params":{"arguments":1,"arguments":2}}`, "{\"a\":\"\xff\"}", `{}{}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		envelope, refusal := readEnvelope(body)
		if refusal != nil {
			if envelope != nil || refusal.failure == nil || refusal.code == 0 {
				t.Fatalf("%+v", refusal)
			}
			return
		}
		if !json.Valid(envelope.message) {
			t.Fatalf("the message %q of %q is not JSON", envelope.message, body)
		}
		params := func(text []byte) map[string]json.RawMessage {
			var message map[string]json.RawMessage
			var params map[string]json.RawMessage
			if json.Unmarshal(text, &message) != nil || json.Unmarshal(message["params"], &params) != nil {
				return nil
			}
			return params
		}
		arguments, present := params(body)["arguments"]
		if present != (envelope.arguments != nil) && params(body) != nil || present && string(arguments) != string(envelope.arguments) {
			t.Fatalf("%q: arguments %q, want %q", body, envelope.arguments, arguments)
		}
		if present && string(params(envelope.message)["arguments"]) != "{}" {
			t.Fatalf("%q: message %q, want empty arguments", body, envelope.message)
		}
	})
}
