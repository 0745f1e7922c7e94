package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// ask is a request whose answer stays the same.
type ask struct {
	name, method, path, body string
	// share is the relative frequency of the request.
	share int
	first sync.Once
	want  []byte
}

const toolsPath = "/v1/salary-net/mcp"

// asks returns requests to all operations, in roughly the proportions of real use.
func asks() []*ask {
	const net = `{"country":"DE","year":2026,"period":"month","gross":4583.33,"de":{"tax_class":1,"state":"NW","church":false}}`
	return []*ask{
		{name: "net", method: "POST", path: "/v1/salary-net/net", share: 40, body: net},
		{name: "net, another country", method: "POST", path: "/v1/salary-net/net", share: 10, body: `{"country":"UK","year":2026,"gross":3250.55,"uk":{"tax_code":"1257L","ni_category":"A"}}`},
		{name: "gross", method: "POST", path: "/v1/salary-net/gross", share: 5, body: `{"country":"DE","net":2900,"de":{"tax_class":3,"state":"BY","church":true,"children":2}}`},
		{name: "compare", method: "POST", path: "/v1/salary-net/compare", share: 10, body: `{"scenarios":[` + net + `,{"country":"UK","gross":4000}]}`},
		{name: "explain", method: "POST", path: "/v1/salary-net/explain", share: 5, body: net},
		{name: "parameters", method: "GET", path: "/v1/salary-net/parameters?country=DE&year=2026", share: 5},
		{name: "trip", method: "POST", path: "/v1/travel-per-diem/trip", share: 10, body: `{"regime":"de-federal","leave_home":"2026-05-04T07:00","return_home":"2026-05-09T10:00","legs":[` +
			`{"country":"DE","city":"Berlin","arrive":"2026-05-04T08:00","depart":"2026-05-04T14:00"},` +
			`{"country":"US","city":"New York City","arrive":"2026-05-04T20:00","depart":"2026-05-08T18:00"}]}`},
		{name: "rates", method: "GET", path: "/v1/travel-per-diem/rates?regime=de-federal&country=FR&city=Paris&date=2026-03-10", share: 5},
		{name: "tool", method: "POST", path: toolsPath, share: 8, body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"calculate_net_salary","arguments":` + net + `}}`},
		{name: "tools", method: "POST", path: toolsPath, share: 2, body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`},
	}
}

// drawn repeats each request by its share.
func drawn(all []*ask) []*ask {
	var list []*ask
	for _, a := range all {
		for range a.share {
			list = append(list, a)
		}
	}
	return list
}

// target is the server that requests are sent to.
type target struct {
	client       *http.Client
	address, key string
}

// send sends a request and checks that the answer equals the first one.
func (t *target) send(ctx context.Context, a *ask) error {
	request, err := http.NewRequestWithContext(ctx, a.method, t.address+a.path, strings.NewReader(a.body))
	if err != nil {
		return err
	}
	request.Header.Set("X-API-Key", t.key)
	if a.method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
	}
	response, err := t.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", a.name, err)
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: status %d: %.200s", a.name, response.StatusCode, body)
	}
	lasting := lasting(body)
	a.first.Do(func() { a.want = lasting })
	if !bytes.Equal(lasting, a.want) {
		return fmt.Errorf("%s: the answer differs from the first: %.200s", a.name, lasting)
	}
	return nil
}

// changing lists the members of an answer that differ from call to call. In the text
// of a tool, quotes are escaped.
var changing = []struct{ begin, end string }{
	{`"rules_version":"`, `"`}, {`\"rules_version\":\"`, `\"`}, {`"credits_remaining":`, "}"},
}

// lasting returns an answer without the members that differ from call to call.
func lasting(body []byte) []byte {
	for _, member := range changing {
		head, rest, found := bytes.Cut(body, []byte(member.begin))
		if !found {
			continue
		}
		if end := bytes.Index(rest, []byte(member.end)); end >= 0 {
			body = slices.Concat(head, []byte(member.begin), rest[end:])
		}
	}
	return body
}
