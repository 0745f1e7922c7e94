package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/payslate/payslate/operations"
)

// message is what a message of the protocol says about itself.
type message struct {
	ID     json.RawMessage
	Method protocol.MCPMethod
	// Tool and Arguments are those of a call; Arguments are nil without any.
	Tool      string
	Arguments json.RawMessage
	// Unreadable is set if the text is not JSON in UTF-8: the library would read some of it, and
	// not what was read here.
	Unreadable bool
	// Message is the text for the protocol's library, without the arguments of a tool: only
	// the operation's decoder reads them, which loses no digit and refuses a member that
	// occurs twice.
	Message []byte
}

// maxName is the longest name of a method or tool that is repeated, in bytes.
const maxName = 100

// maxEnvelope is the largest message in bytes, without the arguments of its tool.
const maxEnvelope = 64 << 10

// names are those of a message and of its params, which the library reads in any case.
var names = []string{"jsonrpc", "id", "method", "params", "result", "error", "name", "arguments", "_meta"}

// errMembers is returned for a message that readers could understand differently, errSeveral for a
// list of messages.
var errMembers, errSeveral = errors.New("a member occurs twice, or in another spelling"), errors.New("several messages")

// read reads a message once. It refuses text that is not JSON, deep nesting, and a member that
// occurs twice or in another spelling. JSON that is not an object is left to the library.
func read(text []byte) (m message, refused *operations.Failure) {
	r := &reader{text: text, tokens: jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))}
	err := r.message(&m)
	if m.Message = text; err == nil && r.to > 0 {
		m.Message = slices.Concat(text[:r.from], []byte("{}"), text[r.to:])
	}
	switch {
	case operations.TooDeep(m.Message), operations.TooDeep(m.Arguments):
		return m, operations.Fail("message_depth", "limit", int64(operations.MaxNesting))
	case errors.Is(err, errMembers):
		return m, operations.Fail("message_members")
	case errors.Is(err, errSeveral):
		return m, operations.Fail("message_list")
	case err != nil:
		m.Unreadable = true
		return m, operations.Fail("message_json")
	case len(m.Method) > maxName, len(m.Tool) > maxName:
		return m, operations.Fail("message_name", "limit", int64(maxName))
	}
	if len(m.Message) > maxEnvelope {
		if err := (*jsontext.Value)(&m.Message).Compact(); err != nil || len(m.Message) > maxEnvelope {
			return m, operations.Fail("message_envelope", "limit", int64(maxEnvelope>>10))
		}
	}
	return m, nil
}

// reader reads a message token by token.
type reader struct {
	text   []byte
	tokens *jsontext.Decoder
	// from and to are where the arguments start and end; to is 0 without any.
	from, to int64
}

// message reads the members of a message that is an object.
func (r *reader) message(m *message) error {
	if r.tokens.PeekKind() == '[' {
		return errSeveral
	}
	if r.tokens.PeekKind() != '{' {
		return nil
	}
	return r.members(func(name string) error {
		switch {
		case name == "id":
			return r.value(func(text []byte) { m.ID = text })
		case name == "method":
			return r.value(func(text []byte) { _ = json.Unmarshal(text, &m.Method) })
		case name == "params" && r.tokens.PeekKind() == '{':
			return r.members(func(name string) error { return r.param(m, name) })
		}
		return r.value(nil)
	})
}

func (r *reader) param(m *message, name string) error {
	switch name {
	case "name":
		return r.value(func(text []byte) { _ = json.Unmarshal(text, &m.Tool) })
	case "arguments":
		// Its members are the operation's to judge.
		length, err := r.raw()
		if err == nil {
			r.to = r.tokens.InputOffset()
			r.from = r.to - length
			m.Arguments = r.text[r.from:r.to]
		}
		return err
	}
	return r.value(nil)
}

// members reads an object, with a function for each value.
func (r *reader) members(value func(name string) error) error {
	if _, err := r.tokens.ReadToken(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for r.tokens.PeekKind() == '"' {
		token, err := r.tokens.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		if seen[name] || slices.ContainsFunc(names, func(known string) bool { return name != known && strings.EqualFold(name, known) }) {
			return errMembers
		}
		seen[name] = true
		if err := value(name); err != nil {
			return err
		}
	}
	_, err := r.tokens.ReadToken()
	return err
}

// value reads a value whose objects have each member once.
func (r *reader) value(use func(text []byte)) error {
	length, err := r.raw()
	if err != nil {
		return err
	}
	end := r.tokens.InputOffset()
	text := r.text[end-length : end]
	if _, err := jsontext.NewDecoder(bytes.NewBuffer(text)).ReadValue(); err != nil {
		return errMembers // it was read before
	}
	if use != nil {
		use(text)
	}
	return nil
}

func (r *reader) raw() (length int64, err error) {
	value, err := r.tokens.ReadValue()
	return int64(len(value)), err
}

// maxID is the largest number that clients and the protocol's library write exactly.
const maxID = 1 << 53

// answerable reports whether the id is one that the protocol allows, and that the library's answer
// can repeat exactly.
func (m *message) answerable() bool {
	if len(m.ID) == 0 || m.ID[0] == '"' {
		return true
	}
	id, err := strconv.ParseInt(string(m.ID), 10, 64)
	return err == nil && -maxID <= id && id <= maxID
}
