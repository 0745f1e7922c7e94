package operations

import (
	"errors"
	"fmt"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Failure is the error of a call that has no answer, beside Invalid.
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
	dst = append(dst, `{"detail":{"error":`...)
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
	return append(dst, `}}`...)
}

// AppendError appends the body of a call's error and returns its status. An
// error that is neither *Invalid nor *Failure says nothing of itself.
func AppendError(dst []byte, err error, language rules.Language) (body []byte, status int) {
	var invalid *Invalid
	if errors.As(err, &invalid) {
		return invalid.AppendJSON(dst, language), statusInvalid
	}
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = Internal("")
	}
	return failure.AppendJSON(dst, language), failure.Status
}

// codeInvalidRequest is the code of a request that does not fit its schema,
// where a code is wanted.
const codeInvalidRequest = "invalid_request"

// ErrorCode is the code of a call's error, for those who count errors.
func ErrorCode(err error) string {
	var invalid *Invalid
	if errors.As(err, &invalid) {
		return codeInvalidRequest
	}
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = Internal("")
	}
	return failure.Code
}

const (
	statusBadRequest       = 400
	statusUnauthorized     = 401
	statusPaymentRequired  = 402
	statusNotFound         = 404
	statusMethodNotAllowed = 405
	statusConflict         = 409
	statusTooLarge         = 413
	statusInvalid          = 422
	statusTooMany          = 429
	statusHeaderTooLarge   = 431
	statusClientGone       = 499
	statusInternal         = 500
	statusUnavailable      = 503
)

// codeInvalidInput is the code of a request that fits its schema but makes no
// sense.
const codeInvalidInput = "invalid_input"

const codeRateLimited = "rate_limited"

func jsonText(text string) string { return string(appendString(nil, text)) }

// refused turns the error of the rule book or the tables into a Failure: a refusal is the
// caller's to mend, anything else is passed on as it is.
func refused(err error) error {
	var unanswered *tables.Refusal
	if errors.As(err, &unanswered) {
		return travelFailure(unanswered)
	}
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

// locationOf is a location as the rules give it.
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

// asked is the error of a question whose amount stands in the named property.
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

// MissingKey is the failure of a call without an API key. buyURL is where a key
// can be bought.
func MissingKey(buyURL string) *Failure {
	return &Failure{Status: statusUnauthorized, Code: "missing_api_key", Message: rules.Text{
		English: "An API key is required: send it in the header X-API-Key.",
		German:  "Ein API-Schlüssel ist erforderlich: im Header X-API-Key senden.",
	}, Extra: []Extra{{"buy_credits", jsonText(buyURL)}, {"pay_per_call_x402", "null"}}}
}

// InvalidKey is the failure of a call with an unknown or revoked API key.
func InvalidKey() *Failure {
	return &Failure{Status: statusUnauthorized, Code: "invalid_api_key", Message: rules.Text{
		English: "This API key is unknown or revoked: check it, or ask for a new one.",
		German:  "Dieser API-Schlüssel ist unbekannt oder gesperrt: bitte prüfen oder einen neuen anfordern.",
	}}
}

// InsufficientCredits is the failure of a call whose key has no credit left.
// topUpURL is where credits can be bought.
func InsufficientCredits(topUpURL string) *Failure {
	return &Failure{Status: statusPaymentRequired, Code: "insufficient_credits", Message: rules.Text{
		English: "This API key has no credits left: top it up and call again.",
		German:  "Dieser API-Schlüssel hat kein Guthaben mehr: bitte aufladen und erneut aufrufen.",
	}, Extra: []Extra{{"top_up", jsonText(topUpURL)}}}
}

// NotFound is the failure of a path that does not exist.
func NotFound() *Failure {
	return &Failure{Status: statusNotFound, Code: "not_found", Message: rules.Text{
		English: "There is nothing at this path.",
		German:  "Unter diesem Pfad gibt es nichts.",
	}}
}

// MethodNotAllowed is the failure of a path called with another method.
func MethodNotAllowed() *Failure {
	return &Failure{Status: statusMethodNotAllowed, Code: "method_not_allowed", Message: rules.Text{
		English: "This path does not take this method: the Allow header names those it takes.",
		German:  "Dieser Pfad kennt diese Methode nicht: der Header Allow nennt die möglichen.",
	}}
}

// IdempotencyConflict is the failure of an Idempotency-Key of another request.
func IdempotencyConflict() *Failure {
	return &Failure{Status: statusConflict, Code: "idempotency_conflict", Message: rules.Text{
		English: "This Idempotency-Key belongs to a request with another body: use a new key for another request.",
		German:  "Dieser Idempotency-Key gehört zu einer Anfrage mit anderem Inhalt: für eine andere Anfrage einen neuen verwenden.",
	}}
}

// IdempotencyInProgress is the failure of a repeated request whose first is still
// in flight; it is to be sent again after Failure.RetryAfter.
func IdempotencyInProgress() *Failure {
	return &Failure{Status: statusConflict, Code: "idempotency_in_progress", RetryAfter: "1", Message: rules.Text{
		English: "The first request with this Idempotency-Key is still being answered: send it again in a second.",
		German:  "Die erste Anfrage mit diesem Idempotency-Key wird noch beantwortet: in einer Sekunde erneut senden.",
	}}
}

// InvalidIdempotencyKey is the failure of an Idempotency-Key that is none.
func InvalidIdempotencyKey() *Failure {
	return &Failure{Status: statusBadRequest, Code: codeInvalidInput, Message: rules.Text{
		English: "The Idempotency-Key must be 1 to 255 visible ASCII characters.",
		German:  "Der Idempotency-Key muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.",
	}}
}

// BodyTooLarge is the failure of a request with a body over the limit.
func BodyTooLarge() *Failure {
	return &Failure{Status: statusTooLarge, Code: "body_too_large", Message: rules.Text{
		English: "The request body is over 1 MiB.",
		German:  "Der Anfragetext ist größer als 1 MiB.",
	}}
}

// HeaderTooLarge is the failure of a request whose line and headers are over the
// limit.
func HeaderTooLarge() *Failure {
	return &Failure{Status: statusHeaderTooLarge, Code: "header_too_large", Message: rules.Text{
		English: "The request's line and headers are over the limit of 16 KiB.",
		German:  "Anfragezeile und Header sind zusammen größer als 16 KiB.",
	}}
}

// Malformed is the failure of a request that is no HTTP, with the status that
// says in what way.
func Malformed(status int) *Failure {
	return &Failure{Status: status, Code: codeInvalidInput, Message: rules.Text{
		English: "The request is not valid HTTP/1.1: send it with a common HTTP client.",
		German:  "Die Anfrage ist kein gültiges HTTP/1.1: mit einem üblichen HTTP-Client senden.",
	}}
}

// UnreadableBody is the failure of a request whose body did not arrive.
func UnreadableBody() *Failure {
	return &Failure{Status: statusBadRequest, Code: codeInvalidInput, Message: rules.Text{
		English: "The request body did not arrive completely: send it again.",
		German:  "Der Anfragetext ist nicht vollständig angekommen: bitte erneut senden.",
	}}
}

// ClientGone is the failure of a call whose client left before its answer. Only
// logs and counts tell of it, under the status that proxies use for it.
func ClientGone() *Failure {
	return &Failure{Status: statusClientGone, Code: "client_gone", Message: rules.Text{
		English: "The client left before the answer.",
		German:  "Der Client ist vor der Antwort gegangen.",
	}}
}

// RateLimited is the failure of a key that calls too often.
func RateLimited() *Failure {
	return &Failure{Status: statusTooMany, Code: codeRateLimited, Message: rules.Text{
		English: "Too many calls with this API key: wait as long as the Retry-After header says.",
		German:  "Zu viele Aufrufe mit diesem API-Schlüssel: so lange warten, wie der Header Retry-After sagt.",
	}}
}

// RefusedTooOften is the failure of an address that calls too often without a
// valid key.
func RefusedTooOften() *Failure {
	return &Failure{Status: statusTooMany, Code: codeRateLimited, Message: rules.Text{
		English: "Too many calls from this address without a valid API key: wait as long as the Retry-After header says.",
		German:  "Zu viele Aufrufe von dieser Adresse ohne gültigen API-Schlüssel: so lange warten, wie der Header Retry-After sagt.",
	}}
}

// Internal is the failure of the service itself. It tells nothing but the
// request's id, by which the log has the cause.
func Internal(requestID string) *Failure {
	failure := &Failure{Status: statusInternal, Code: "internal_error", Message: rules.Text{
		English: "The service failed on this request; nothing was charged. Try again, and quote the request id when you report it.",
		German:  "Der Dienst ist bei dieser Anfrage gescheitert; nichts wurde berechnet. Bitte noch einmal versuchen und bei einer Meldung die request_id angeben.",
	}}
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
