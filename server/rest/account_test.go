package rest

import "testing"

// The ledger is asked about the key of every call, even a cached one: a key that is
// revoked or without credits is refused first.
func TestKnownKeysAreProved(t *testing.T) {
	const invalid, empty = `{"detail":{"error":"invalid_api_key",…`, `{"detail":{"error":"insufficient_credits",…`
	f := newFixture(t, nil)
	revoke := func(secret string) {
		key, err := f.files.Authenticate(t.Context(), secret)
		if err == nil {
			err = f.files.RevokeKey(t.Context(), key.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	spend := func(secret string) {
		check(t, f.send("POST", netPath, goodNet, "X-API-Key", secret), 200, `{"country":"DE",…`)
	}
	for _, end := range []struct {
		name   string
		of     func(secret string)
		status int
		want   string
	}{{"revoked", revoke, 401, invalid}, {"spent", spend, 402, empty}} {
		for _, call := range []struct{ name, method, target, body string }{
			{"a valid call", "POST", netPath, goodNet},
			{"a body that is not JSON", "POST", netPath, "{"},
			{"a body against the rules", "POST", netPath, `{"country":"DE","year":2019,"gross":1}`},
			{"a valid query", "GET", countriesPath, ""},
			{"a HEAD", "HEAD", countriesPath, ""},
			{"an invalid query", "GET", parametersPath + "?country=DE&year=x", ""},
		} {
			t.Run(end.name+", "+call.name, func(t *testing.T) {
				key := f.key(2)
				first := f.send("GET", parametersPath+"?country=DE", "", "X-API-Key", key)
				check(t, first, 200, `{"country":"DE",…`)
				end.of(key)
				response := f.send(call.method, call.target, call.body, "X-API-Key", key)
				check(t, response, end.status, end.want)
			})
		}
		t.Run(end.name+", a tool", func(t *testing.T) {
			key := f.key(2)
			spend(key)
			end.of(key)
			want := f.send("POST", netPath, goodNet, "X-API-Key", key)
			check(t, want, end.status, end.want)
			for _, arguments := range []string{goodNet, `{}`} {
				if got := f.tool("calculate_net_salary", arguments, "X-API-Key", key); got.text != want.Body.String() {
					t.Errorf("%s: %s", arguments, got.text)
				}
			}
		})
	}
}
