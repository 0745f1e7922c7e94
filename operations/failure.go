package operations

import (
	"errors"
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// Failure is the error of a call without an answer.
type Failure struct {
	// Status is the HTTP status that REST gives it.
	Status int
	// Details are the failures of a request that does not fit its schema, empty for
	// others; they stand in place of the message.
	Details []Detail
	// Code is for programs, such as unsupported_year.
	Code string
	// Message is for people.
	Message rules.Text
	// Location leads to the field at fault, from body or query on; empty where
	// no single field is.
	Location []any
	// Extra holds further members of the error object, pairs of a name and its value.
	Extra []any
	// RetryAfter is the number of seconds to wait before the same call may
	// succeed; empty where waiting does not help.
	RetryAfter string

	changes []rules.Remedy // what becomes patches once the request is at hand
	patches []patch
}

// Remedies are changes of the request that answer the failure, with labels in a language.
func (f *Failure) Remedies(language rules.Language) []Remedy { return inWords(f.patches, language) }

// Error returns the code and the English message, or the first failure of the request.
func (f *Failure) Error() string {
	if len(f.Details) > 0 {
		first, w := &f.Details[0], writer{}
		w.value(first.Location)
		return "the request does not fit its schema: " + string(w.dst) + ": " + first.Message(rules.English)
	}
	return f.Code + ": " + f.Message.English
}

// AppendJSON appends the error body.
func (f *Failure) AppendJSON(dst []byte, language rules.Language) []byte {
	w := writer{dst: dst, language: language}
	w.object("detail", func() { w.failure(f) })
	return w.dst
}

// failure writes what is under detail.
func (w *writer) failure(f *Failure) {
	if len(f.Details) > 0 {
		list(w, f.Details, w.detail)
		return
	}
	w.raw("{")
	w.members("error", f.Code, "message", f.Message)
	if len(f.Location) > 0 {
		w.members("loc", f.Location)
	}
	for i := 0; i < len(f.Extra); i += 2 {
		w.members(f.Extra[i], f.Extra[i+1])
	}
	w.remedies(f.Remedies(w.language))
	w.raw("}")
}

// AppendError appends the body of a call's error and returns its status. An
// error that is no *Failure is reported as an internal error.
func AppendError(dst []byte, err error, language rules.Language) (body []byte, status int) {
	failure := failureOf(err)
	return failure.AppendJSON(dst, language), failure.Status
}

func failureOf(err error) *Failure {
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = Fail("internal")
		failure.Extra = nil
	}
	return failure
}

// ErrorCode returns the code of a call's error, for counters.
func ErrorCode(err error) string { return failureOf(err).Code }

// Statuses of HTTP, which this package does not depend on.
const (
	statusBadRequest  = 400
	statusInvalid     = 422
	statusUnavailable = 503
)

func jsonText(text string) string { return string(types.AppendString(nil, text)) }

// refused turns the error of the rule book or the tables into a Failure: a refusal is the
// caller's to fix, other errors are returned unchanged.
func refused(err error) error {
	if err == nil {
		return nil
	}
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	failure := &Failure{Status: statusBadRequest, Code: refusal.Code, Message: refusal.Message, Location: refusal.Loc, changes: refusal.Remedies}
	if refusal.Citation != "" {
		failure.Extra = []any{"citation", refusal.Citation}
	}
	return failure
}

// in puts steps before the location of a failure that has one.
func (f *Failure) in(steps ...any) *Failure {
	inside := *f
	if len(f.Location) > 0 {
		inside.Location = slices.Concat(steps, f.Location)
	}
	return &inside
}

// of gives the failure the remedies that a request can have.
func (f *Failure) of(request *request) *Failure {
	answered := *f
	answered.patches, answered.changes = request.remedies(f.changes), nil
	for i := range answered.Details {
		found := &answered.Details[i]
		last, isName := found.Location[len(found.Location)-1].(string)
		set := []remedy.Setting{{Loc: found.Location[1:]}}
		if change, can := request.patch(set); found.Type == "extra_forbidden" && isName && can {
			found.patches = []patch{{say("remedy_leave_out", "field", last), change, set}}
		}
	}
	return &answered
}

// asked names the amount's property in the error of a scenario.
func asked(amount string, err error) error {
	if err = refused(err); err == nil {
		return nil
	}
	var failure *Failure
	if amount == rules.AmountField || !errors.As(err, &failure) || len(failure.Location) != 1 || failure.Location[0] != rules.AmountField {
		return err
	}
	named := *failure
	named.Location = []any{amount}
	return &named
}

// inScenario names the scenario of a comparison that a refusal comes from,
// counted from 1.
func inScenario(service *rules.Service, scenario int, err error) error {
	err = refused(err)
	var failure *Failure
	if !errors.As(err, &failure) {
		return fmt.Errorf("scenario %d: %w", scenario, err)
	}
	numbered := *failure.in("scenarios", scenario-1)
	numbered.changes = inside(failure.changes, "scenarios", scenario-1)
	numbered.Message = service.ScenarioFailed(scenario, failure.Message)
	return &numbered
}

// inside are remedies for a request that has the fields within steps.
func inside(list []rules.Remedy, steps ...any) (all []rules.Remedy) {
	for _, one := range list {
		all = append(all, one.In(steps...))
	}
	return all
}

// declaredFailure is a failure of messages.yaml. Extra names further members of the error
// object.
type declaredFailure struct {
	Status     int
	Code       string
	RetryAfter string `key:"retry_after"`
	Extra      []string
}

// Fail returns a failure of messages.yaml, with the message of the same name; values are
// pairs of a name and its value, a text or a number, for the message and the further
// members of the error object. A member without a value is null.
func Fail(name string, values ...any) *Failure {
	declared, known := messages().Failures[name]
	if !known {
		panic("messages.yaml has no failure " + name) // the names are those of the code
	}
	failure := &Failure{Status: declared.Status, Code: declared.Code, RetryAfter: declared.RetryAfter}
	extra := map[string]any{}
	for i := 0; i+1 < len(values); i += 2 {
		extra[values[i].(string)] = values[i+1]
	}
	failure.Message = say(name, values...)
	for _, member := range declared.Extra {
		failure.Extra = append(failure.Extra, member, extra[member])
	}
	return failure
}

// BodyTooLarge is the failure of a request with a body over the limit.
func BodyTooLarge(limit int64) *Failure { return Fail("body_too_large", "limit", limit>>20) }

// Internal is the failure of the service itself. It contains only the request's id, under
// which the log has the cause.
func Internal(requestID string) *Failure { return Fail("internal", "request_id", requestID) }

// Unavailable is Internal while the ledger cannot be reached: the same call may
// succeed shortly.
func Unavailable(requestID string) *Failure {
	failure := Internal(requestID)
	failure.Status = statusUnavailable
	return failure
}
