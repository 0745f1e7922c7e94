package meter

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/ledger"
)

// Call is one call of an operation. A transport sets the exported members.
type Call struct {
	Sender
	Operation *operations.Operation
	Language  rules.Language
	// Free is set for what the page may read without credits, and without a key.
	Free bool
	// Head is set for a call that is only looked at: key and balance, but no answer.
	Head bool
	// Query is the query string of a REST call: the input of an operation without a body,
	// the fields of the answer that another one is to have.
	Query string
	// Body is the input as JSON. Read, unless it is nil, reads the body of an operation that
	// has one, into the room that its account has.
	Body []byte
	Read func(ctx context.Context, room *Room) ([]byte, error)
	// Keys are the Idempotency-Keys as they were sent, KeyAt is the place where they were;
	// Once is set where a call cannot be repeated under one.
	Keys  []string
	KeyAt []string
	Once  bool
	// Answered is the header of the answer, for its limits and credits.
	Answered http.Header

	account     account
	identified  bool
	counted     bool
	room        Room
	reservation *ledger.Reservation
}

// Answer is the answer to a call that was paid or costs nothing.
type Answer struct {
	// Body is empty where the call was only looked at.
	Body []byte
	// Language is the tag of the answer's language.
	Language string
	// Credits is the balance of the key that paid, nil where none did.
	Credits *int64
	// Replayed is set for the answer to an earlier call under the same Idempotency-Key.
	Replayed bool
}

// CreditsHeader has the balance of the key that paid.
const CreditsHeader = "X-Credits-Remaining"

const replayedHeader = "Idempotent-Replayed"

// KeyID is the id of the key that pays, empty without one.
func (call *Call) KeyID() string { return call.account.key.ID }

// Answer is the order of a call. It appends the answer to dst. Nothing is charged unless
// the error is nil: an *operations.Failure, or a fault of the service. An answer has its
// room until Leave.
func (m *Meter) Answer(ctx context.Context, call *Call, dst []byte) (answer Answer, err error) {
	answered := false
	defer func() {
		if call.room.read(); !answered {
			m.Leave(ctx, call)
		}
	}()
	if err := m.identify(ctx, call); err != nil {
		return Answer{}, err
	}
	if err := m.limit(call); err != nil {
		return Answer{}, err
	}
	stored, err := m.reserve(ctx, call)
	if err == nil && (stored != nil || call.Head) {
		answered = true
		return m.looked(call, stored), nil
	}
	var results int64
	if err == nil {
		answer.Body, results, err = m.answer(ctx, call, dst)
	}
	if err == nil {
		err = m.settle(ctx, call, answer.Body, results)
	}
	if err != nil {
		return Answer{}, m.preferred(ctx, call, err)
	}
	answered = true
	answer.Language = call.Language.Tag()
	answer.Credits = call.Credits()
	return answer, nil
}

// identify finds out who pays. It is done once for a call: a transport may ask before.
func (m *Meter) identify(ctx context.Context, call *Call) (err error) {
	if call.identified {
		return nil
	}
	if call.Free && !m.Open() && !m.marketplace.sent(call.Header) && secret(call.Header) == "" {
		call.account = account{owner: addressOwner(call.Address())}
		call.identified = true
		return nil
	}
	// Where no debit follows that would tell, or its size depends on the balance, a key is
	// read anew.
	anew := call.Free || call.Head || call.Operation == nil || call.Operation.Each != nil || len(call.Keys) > 0
	if call.account, err = m.account(ctx, call.Sender, anew); err != nil {
		return m.unknown(call, err)
	}
	call.account.metered = call.account.metered && !call.Free
	call.identified = true
	return nil
}

// limit counts the call of a key, or of an address where there are none, and refuses one
// that the key is not for.
func (m *Meter) limit(call *Call) error {
	if err := m.Count(call); err != nil {
		return err
	}
	if scope := call.Operation.Scope(); call.account.metered && !call.account.key.Allows(scope) {
		return operations.Fail("scope_missing", "scope", scope)
	}
	return nil
}

// reserve makes sure that the call can be paid, reads its body, and claims its
// Idempotency-Key, or finds how it was answered before.
func (m *Meter) reserve(ctx context.Context, call *Call) (*ledger.StoredResponse, error) {
	repeatable, err := call.idempotencyKey()
	if err != nil {
		return nil, err
	}
	if repeatable == "" {
		if err := m.solvent(&call.account); err != nil || call.Head {
			return nil, err
		}
	}
	if call.Read != nil {
		call.room = m.room(&call.account)
		if call.Body, err = call.Read(ctx, &call.room); err != nil {
			return nil, err
		}
		if call.Operation, err = call.Operation.Select(call.Query); err != nil {
			return nil, err
		}
		if call.Operation.Each != nil {
			if err = call.room.answers(ctx, int64(len(call.Body))); err != nil {
				return nil, err
			}
		}
	}
	if repeatable == "" {
		return nil, nil
	}
	reservation, stored, err := m.options.Ledger.Reserve(ctx, ledger.IdempotentRequest{
		Key: call.account.key, IdempotencyKey: repeatable, Operation: call.Operation.Request(), Body: call.Body,
	})
	if err == nil && stored == nil {
		call.reservation = &reservation
	}
	return stored, m.told(err)
}

// idempotencyKey is the key under which the client may repeat the call; empty if it sent
// none or nothing is charged.
func (call *Call) idempotencyKey() (string, error) {
	switch {
	case len(call.Keys) == 0:
		return "", nil
	case slices.ContainsFunc(call.Keys, ledger.IsSecret):
		return "", operations.SecretSent(call.KeyAt...)
	case call.Once:
		return "", operations.NotRepeatable(call.Keys[0], call.Operation)
	case !call.account.metered:
		return "", nil
	case len(call.Keys) > 1 || !ledger.ValidIdempotencyKey(call.Keys[0]):
		return "", operations.Fail("invalid_idempotency_key")
	}
	return call.Keys[0], nil
}

// answer computes the answer.
func (m *Meter) answer(ctx context.Context, call *Call, dst []byte) (answer []byte, results int64, err error) {
	if call.Body == nil && call.Read == nil {
		answer, err = call.Operation.AnswerQuery(dst, call.Query, call.Language)
		return answer, 1, err
	}
	return call.Operation.AnswerResults(ctx, dst, call.Body, call.Language, func(results int64) error {
		if call.account.metered && results > call.account.key.Left {
			return m.short(&call.account, results)
		}
		return nil
	})
}

// settle debits the results, together with the answer where the client may repeat the call.
// Who is known to have left pays nothing; from the commit on the answer is paid.
func (m *Meter) settle(ctx context.Context, call *Call, answer []byte, results int64) (err error) {
	if ctx.Err() != nil || !call.account.metered {
		return ctx.Err()
	}
	var remaining int64
	if call.reservation == nil {
		remaining, err = m.options.Ledger.Debit(ctx, call.account.key, call.Operation.ID, results)
	} else {
		remaining, err = m.options.Ledger.Complete(ctx, *call.reservation, call.Operation.ID, results, ledger.Response{
			Language: call.Language.Tag(), Body: bytes.Clone(answer),
		})
	}
	if err != nil {
		return m.told(err)
	}
	call.reservation = nil
	call.account.key.Balance = remaining
	m.options.OnDebit(results)
	return nil
}

// preferred is the failure of a call that no debit followed. That the key is not in force,
// or has nothing left, goes before other failures than those that the ledger found.
func (m *Meter) preferred(ctx context.Context, call *Call, err error) error {
	var failure *operations.Failure
	if !call.account.metered || ctx.Err() != nil || errors.As(err, &failure) && slices.Contains(ofLedger, failure.Status) {
		return err
	}
	key, invalid := m.options.Ledger.Authenticate(ctx, secret(call.Header))
	if invalid != nil {
		return m.told(invalid)
	}
	call.account.key = key
	return cmp.Or(m.solvent(&call.account), err)
}

// ofLedger are the statuses of failures that the ledger found.
var ofLedger = []int{http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusConflict}

// looked is the answer to a call that is not computed: the stored one, or that of a HEAD.
func (m *Meter) looked(call *Call, stored *ledger.StoredResponse) Answer {
	answer := Answer{Language: call.Language.Tag()}
	if stored != nil {
		call.account.key.Balance = stored.Balance
		answer = Answer{Body: stored.Body, Language: cmp.Or(stored.Language, rules.English.Tag()), Replayed: true}
		call.Answered.Set(replayedHeader, "true")
	}
	answer.Credits = call.Credits()
	return answer
}

// Credits is the balance of the key, which the header or trailer of the answer has too; nil
// without one.
func (call *Call) Credits() *int64 {
	if call.account.key.ID == "" {
		return nil
	}
	balance := &call.account.key.Balance
	call.Answered.Set(CreditsHeader, strconv.FormatInt(*balance, 10))
	return balance
}

// Leave gives back what the call holds once its answer is sent: its room, and a claim that
// led to no answer, so that the client may use its Idempotency-Key again.
func (m *Meter) Leave(ctx context.Context, call *Call) {
	call.room.Release()
	if call.reservation == nil {
		return
	}
	if err := m.options.Ledger.Release(context.WithoutCancel(ctx), *call.reservation); err != nil {
		m.options.OnStuck(call.KeyID(), err)
	}
	call.reservation = nil
}

// Admit finds out who sends a message before it is read, and counts one who is not known:
// such a message needs no key unless it calls an operation. The error is that of the limit.
func (m *Meter) Admit(ctx context.Context, call *Call) (room *Room, known bool, err error) {
	if err = m.identify(ctx, call); err == nil {
		call.room = m.room(&call.account)
		return &call.room, true, nil
	}
	var failure *operations.Failure
	if errors.As(err, &failure) && failure.Status == http.StatusTooManyRequests {
		return nil, false, err
	}
	return nil, false, nil
}
