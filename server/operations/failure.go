package operations

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/payslate/payslate/rules"
)

// Failure is the error of a call without an answer, other than Invalid.
type Failure struct {
	// Status is the HTTP status that REST gives it.
	Status int
	// Code is for programs, such as unsupported_year.
	Code string
	// Message is for people.
	Message rules.Text
	// Location leads to the field at fault, from body or query on; empty where
	// no single field is.
	Location []Step
	// Extra holds further members of the error object.
	Extra []Extra
	// RetryAfter is the number of seconds to wait before the same call may
	// succeed; empty where waiting does not help.
	RetryAfter string
}

// Extra is a further member of an error object.
type Extra struct {
	Name string
	// JSON is its value as JSON text.
	JSON string
}

// Error returns the code and the English message.
func (f *Failure) Error() string { return f.Code + ": " + f.Message.English }

// AppendJSON appends the error body.
func (f *Failure) AppendJSON(dst []byte, language rules.Language) []byte {
	return append(f.appendDetail(append(dst, `{"detail":`...), language), '}')
}

// appendDetail appends what is under detail.
func (f *Failure) appendDetail(dst []byte, language rules.Language) []byte {
	dst = append(dst, `{"error":`...)
	dst = appendString(dst, f.Code)
	dst = append(dst, `,"message":`...)
	dst = appendString(dst, f.Message.In(language))
	if len(f.Location) > 0 {
		dst = append(dst, `,"loc":`...)
		dst = appendLocation(dst, f.Location)
	}
	for _, extra := range f.Extra {
		dst = append(dst, ',')
		dst = appendString(dst, extra.Name)
		dst = append(dst, ':')
		dst = append(dst, extra.JSON...)
	}
	return append(dst, '}')
}

// AppendError appends the body of a call's error and returns its status. An
// error that is neither *Invalid nor *Failure is reported as an internal error.
func AppendError(dst []byte, err error, language rules.Language) (body []byte, status int) {
	if invalid := (*Invalid)(nil); errors.As(err, &invalid) {
		return invalid.AppendJSON(dst, language), statusInvalid
	}
	failure := failureOf(err)
	return failure.AppendJSON(dst, language), failure.Status
}

func failureOf(err error) *Failure {
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = Internal("")
	}
	return failure
}

// codeInvalidRequest is the code that counts requests that do not fit their schema.
const codeInvalidRequest = "invalid_request"

// ErrorCode returns the code of a call's error, for counters.
func ErrorCode(err error) string {
	if errors.As(err, new(*Invalid)) {
		return codeInvalidRequest
	}
	return failureOf(err).Code
}

const (
	statusBadRequest       = 400
	statusUnauthorized     = 401
	statusPaymentRequired  = 402
	statusNotFound         = 404
	statusMethodNotAllowed = 405
	statusForbidden        = 403
	statusConflict         = 409
	statusTooLarge         = 413
	statusInvalid          = 422
	statusTooMany          = 429
	statusClientGone       = 499
	statusInternal         = 500
	statusUnavailable      = 503
)

// codeInvalidInput is the code of a request that fits its schema but makes no
// sense.
const codeInvalidInput = "invalid_input"

const codeInsufficientCredits = "insufficient_credits"

const codeRateLimited = "rate_limited"

func jsonText(text string) string { return string(appendString(nil, text)) }

// refused turns the error of the rule book or the tables into a Failure: a refusal is the
// caller's to fix, other errors are returned unchanged.
func refused(err error) error {
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	failure := &Failure{Status: statusBadRequest, Code: refusal.Code, Message: refusal.Message, Location: locationOf(refusal.Loc)}
	if refusal.Citation != "" {
		failure.Extra = []Extra{{Name: "citation", JSON: jsonText(refusal.Citation)}}
	}
	return failure
}

// locationOf converts a location of the rules.
func locationOf(loc []any) []Step {
	var location []Step
	for _, step := range loc {
		index, isIndex := step.(int)
		name, _ := step.(string)
		location = append(location, Step{Name: name, Index: index, IsIndex: isIndex})
	}
	return location
}

// in puts steps before the location of a failure that has one.
func (f *Failure) in(steps ...Step) *Failure {
	if len(f.Location) == 0 {
		return f
	}
	inside := *f
	inside.Location = append(steps, f.Location...)
	return &inside
}

// asked names the amount's property in the error of a scenario.
func asked(amount string, err error) error {
	err = refused(err)
	var failure *Failure
	if amount == rules.AmountField || !errors.As(err, &failure) || len(failure.Location) != 1 || failure.Location[0].Name != rules.AmountField {
		return err
	}
	named := *failure
	named.Location = []Step{{Name: amount}}
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
	numbered := *failure.in(Step{Name: "scenarios"}, Step{Index: scenario - 1, IsIndex: true})
	numbered.Message = service.ScenarioFailed(scenario, failure.Message)
	return &numbered
}

// Fail returns a failure with a message of messages.yaml; values are pairs of a
// placeholder's name and its value.
func Fail(status int, code, message string, values ...any) *Failure {
	return &Failure{Status: status, Code: code, Message: say(message, values...)}
}

// MissingKey is the failure of a call without an API key. buyURL is where a key
// can be bought.
func MissingKey(buyURL string) *Failure {
	return &Failure{Status: statusUnauthorized, Code: "missing_api_key", Message: say("missing_key"), Extra: []Extra{{"buy_credits", jsonText(buyURL)}, {"pay_per_call_x402", "null"}}}
}

// InvalidKey is the failure of a call with an unknown or revoked API key.
func InvalidKey() *Failure { return Fail(statusUnauthorized, "invalid_api_key", "invalid_key") }

// ExpiredKey is the failure of a call with an expired API key.
func ExpiredKey() *Failure { return Fail(statusUnauthorized, "invalid_api_key", "expired_key") }

// InsufficientCredits is the failure of a call whose key has no credit left.
// topUpURL is where credits can be bought.
func InsufficientCredits(topUpURL string) *Failure {
	return &Failure{Status: statusPaymentRequired, Code: codeInsufficientCredits, Message: say("insufficient_credits"), Extra: []Extra{{"top_up", jsonText(topUpURL)}}}
}

// MissingCredits is the failure of a batch whose key has too few credits.
func MissingCredits(topUpURL string, missing int64) *Failure {
	count := strconv.FormatInt(missing, 10)
	failure := Fail(statusPaymentRequired, codeInsufficientCredits, "missing_credits", "missing", count)
	failure.Extra = []Extra{{"missing", count}, {"top_up", jsonText(topUpURL)}}
	return failure
}

// BudgetUsedUp is the failure of a call that the monthly budget of its key does not
// cover; renews is the day on which it renews.
func BudgetUsedUp(topUpURL, renews string, missing int64) *Failure {
	count := strconv.FormatInt(missing, 10)
	failure := Fail(statusPaymentRequired, codeInsufficientCredits, "budget_used_up", "missing", count, "day", renews)
	failure.Extra = []Extra{{"missing", count}, {"renews", jsonText(renews)}, {"top_up", jsonText(topUpURL)}}
	return failure
}

// ScopeMissing is the failure of a call outside the scopes of its key.
func ScopeMissing(scope string) *Failure {
	return Fail(statusForbidden, "scope_missing", "scope_missing", "scope", scope)
}

// NotFound is the failure of a path that does not exist.
func NotFound() *Failure { return Fail(statusNotFound, "not_found", "not_found") }

// MethodNotAllowed is the failure of a path called with another method.
func MethodNotAllowed() *Failure {
	return Fail(statusMethodNotAllowed, "method_not_allowed", "method_not_allowed")
}

// IdempotencyConflict is the failure of an Idempotency-Key of another request.
func IdempotencyConflict() *Failure {
	return Fail(statusConflict, "idempotency_conflict", "idempotency_conflict")
}

// IdempotencyInProgress is the failure of a repeated request whose first is still
// in flight; it is to be sent again after Failure.RetryAfter.
func IdempotencyInProgress() *Failure {
	failure := Fail(statusConflict, "idempotency_in_progress", "idempotency_in_progress")
	failure.RetryAfter = "1"
	return failure
}

// InvalidIdempotencyKey is the failure of a malformed Idempotency-Key.
func InvalidIdempotencyKey() *Failure {
	return Fail(statusBadRequest, codeInvalidInput, "invalid_idempotency_key")
}

// BodyTooLarge is the failure of a request with a body over the limit.
func BodyTooLarge(limit int64) *Failure {
	return Fail(statusTooLarge, "body_too_large", "body_too_large", "limit", strconv.FormatInt(limit>>20, 10))
}

// LineTooLarge is the failure of a line of a stream that is over the limit.
func LineTooLarge(limit int64) *Failure {
	return Fail(statusTooLarge, "body_too_large", "line_too_large", "limit", strconv.FormatInt(limit>>20, 10))
}

// UnreadableBody is the failure of a request whose body did not arrive.
func UnreadableBody() *Failure { return Fail(statusBadRequest, codeInvalidInput, "unreadable_body") }

// ClientGone is the failure of a call whose client left before its answer. Only logs and
// metrics show it, with the status that proxies use for it.
func ClientGone() *Failure { return Fail(statusClientGone, "client_gone", "client_gone") }

// RateLimited is the failure of a key that calls too often.
func RateLimited() *Failure { return Fail(statusTooMany, codeRateLimited, "rate_limited") }

// DemoLimited is the failure of a visitor who has used the results of this minute.
func DemoLimited(results int) *Failure {
	return Fail(statusTooMany, codeRateLimited, "demo_limited", "results", strconv.Itoa(results))
}

// RefusedTooOften is the failure of an address that calls too often without a
// valid key.
func RefusedTooOften() *Failure { return Fail(statusTooMany, codeRateLimited, "refused_too_often") }

// Crowded is the failure of a large request that found no room to be read.
func Crowded() *Failure {
	failure := Fail(statusUnavailable, "internal_error", "crowded")
	failure.RetryAfter = "1"
	return failure
}

// Internal is the failure of the service itself. It contains only the request's id, under
// which the log has the cause.
func Internal(requestID string) *Failure {
	failure := &Failure{Status: statusInternal, Code: "internal_error", Message: say("internal")}
	if requestID != "" {
		failure.Extra = []Extra{{"request_id", jsonText(requestID)}}
	}
	return failure
}

// Unavailable is Internal while the ledger cannot be reached: the same call may
// succeed shortly.
func Unavailable(requestID string) *Failure {
	failure := Internal(requestID)
	failure.Status = statusUnavailable
	return failure
}
