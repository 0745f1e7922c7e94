//go:build crash

package main

import (
	"crypto/rand"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// pending is a request with an Idempotency-Key that has no answer yet.
type pending struct {
	idempotencyKey string
	gross          int
}

func newPending() pending { return pending{rand.Text(), someGross()} }

// sent is the outcome of one request.
type sent struct {
	status    int // 0 without an answer
	unsent    bool
	remaining string
	replayed  bool
	retry     string
	body      []byte
}

// client is configured like a customer's program.
var client = &http.Client{
	Timeout:   30 * time.Second,
	Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
}

// send requests the net pay of a gross; idempotencyKey may be empty.
func send(address, secret string, gross int, idempotencyKey string) sent {
	body := `{"country":"DE","gross":` + strconv.Itoa(gross) + `}`
	request, err := http.NewRequest("POST", address+"/v1/salary-net/net", strings.NewReader(body))
	if err != nil {
		return sent{unsent: true}
	}
	request.Header.Set("X-API-Key", secret)
	if idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", idempotencyKey)
		request.GetBody = nil // only the test itself repeats requests
	}
	response, err := client.Do(request)
	if err != nil {
		return sent{unsent: isDialFailure(err)}
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return sent{}
	}
	return sent{status: response.StatusCode, remaining: response.Header.Get("X-Credits-Remaining"),
		replayed: response.Header.Get("Idempotent-Replayed") == "true", retry: response.Header.Get("Retry-After"), body: answer}
}

func isDialFailure(err error) bool {
	var operation *net.OpError
	return errors.As(err, &operation) && operation.Op == "dial"
}

// someGross returns a random gross within the bounds of the embedded rules.
func someGross() int { return 2500 + mathrand.IntN(4000) }
