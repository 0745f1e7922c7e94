package mcp

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/payslate/payslate/server/operations"
)

// envelope is a message of the protocol without the arguments of a tool, which only the
// operation's decoder reads, so no digit is lost.
type envelope struct {
	// id is the request's, nil for a notification.
	id jsontext.Value
	// arguments are those of a tool as they were sent, nil without.
	arguments jsontext.Value
	// message is the message with an empty object for the arguments.
	message []byte
	// call is set if it calls a tool.
	call bool
	// listen is set if it asks for notifications.
	listen bool
}

// maxMessage bounds a message without the arguments of a tool: answers repeat names
// and the id.
const maxMessage = 16 << 10

// maxID is the largest number that clients and mcp-go write exactly.
const maxID = 1 << 53

var (
	// errNoObject is the error of a message that is JSON but not an object.
	errNoObject = errors.New("not an object")
	// errDuplicate is the error of a key that occurs twice outside the arguments.
	errDuplicate = errors.New("duplicate key")
)

// readEnvelope parses a message, or returns the reason to refuse it.
func readEnvelope(body []byte) (*envelope, *refusal) {
	e := &envelope{message: body}
	switch err := e.read(body); {
	case err == errNoObject && bytes.TrimLeft(body, " \t\r\n")[0] == '[':
		return nil, invalidRequest(badMessage("message_batch"))
	case err == errNoObject:
		return nil, invalidRequest(badMessage("message_shape"))
	case err == errDuplicate:
		return nil, invalidRequest(badMessage("message_key"))
	case err != nil:
		return nil, &refusal{code: protocol.PARSE_ERROR, failure: badMessage("message_json")}
	}
	if e.long() {
		return nil, invalidRequest(badMessage("message_long", "limit", strconv.Itoa(maxMessage>>10)))
	}
	if !e.answerable() {
		refusal := invalidRequest(badMessage("message_id"))
		refusal.id = e.id
		return nil, refusal
	}
	return e, nil
}

// read finds the parts of a message. The operation's decoder checks the arguments;
// elsewhere a key that occurs twice is an error, since it is ambiguous.
func (e *envelope) read(body []byte) error {
	tokens := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	switch tokens.PeekKind() {
	case '{':
	case 0:
		return io.ErrUnexpectedEOF
	default:
		if err := tokens.SkipValue(); err != nil {
			return err
		}
		return errNoObject
	}
	err := eachMember(tokens, func(name string) error {
		switch {
		case name == "id":
			id, err := tokens.ReadValue()
			e.id = id.Clone()
			return err
		case name == "method" && tokens.PeekKind() == '"':
			method, err := tokens.ReadToken()
			if err != nil {
				return err
			}
			switch protocol.MCPMethod(method.String()) {
			case protocol.MethodToolsCall:
				e.call = true
			case protocol.MethodSubscriptionsListen:
				e.listen = true
			}
			return nil
		case name == "params" && tokens.PeekKind() == '{':
			return eachMember(tokens, func(name string) error {
				if name != "arguments" {
					return skipUnique(tokens)
				}
				arguments, err := tokens.ReadValue()
				end := int(tokens.InputOffset())
				start := end - len(arguments)
				e.arguments = arguments.Clone()
				e.message = append(append(append(make([]byte, 0, len(body)), body[:start]...), "{}"...), body[end:]...)
				return err
			})
		default:
			return skipUnique(tokens)
		}
	})
	if err != nil {
		return err
	}
	if _, err := tokens.ReadToken(); err != io.EOF {
		return errors.New("trailing data")
	}
	return nil
}

// skipUnique reads a value in which no key may occur twice.
func skipUnique(tokens *jsontext.Decoder) error {
	value, err := tokens.ReadValue()
	switch {
	case err != nil:
		return err
	case value.IsValid():
		return nil
	case value.IsValid(jsontext.AllowDuplicateNames(true)):
		return errDuplicate
	}
	return errors.New("invalid UTF-8")
}

// eachMember reads an object whose keys occur once; visit reads the value of each
// of its members.
func eachMember(tokens *jsontext.Decoder, visit func(name string) error) error {
	if _, err := tokens.ReadToken(); err != nil {
		return err
	}
	var seen []string
	for tokens.PeekKind() != '}' {
		token, err := tokens.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		// The protocol's own decoder takes Params for params.
		if slices.ContainsFunc(seen, func(before string) bool { return strings.EqualFold(before, name) }) {
			return errDuplicate
		}
		seen = append(seen, name)
		if err := visit(name); err != nil {
			return err
		}
	}
	_, err := tokens.ReadToken()
	return err
}

// answerable reports whether an answer can repeat the id exactly.
func (e *envelope) answerable() bool {
	switch e.id.Kind() {
	case 0, '"':
		return true
	case '0':
		number, err := strconv.ParseInt(string(e.id), 10, 64)
		return err == nil && -maxID <= number && number <= maxID
	default:
		return false
	}
}

// noNotifications is the refusal of a stream that would stay empty. mcp-go would
// acknowledge it, but loses the acknowledgement if the answer is faster.
func noNotifications() *operations.Failure {
	return operations.Fail(http.StatusNotFound, "not_found", "no_notifications")
}

func badMessage(message string, values ...any) *operations.Failure {
	return operations.Fail(http.StatusBadRequest, "invalid_input", message, values...)
}

// long reports whether the message is too long, but for white space.
func (e *envelope) long() bool {
	if len(e.message) <= maxMessage {
		return false
	}
	packed := jsontext.Value(e.message).Clone()
	return packed.Compact() != nil || len(packed) > maxMessage
}
