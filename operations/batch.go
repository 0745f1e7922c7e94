package operations

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

const (
	// MaxBody is the largest body of a request in bytes, and the longest line of a
	// stream.
	MaxBody = 1 << 20
	// maxBatchBody is the largest body of a batch.
	maxBatchBody = 8 << 20
	// maxBatchDetails bounds the failures of all items, which share it evenly: an item
	// has at least minItemDetails.
	maxBatchDetails = 1000
	minItemDetails  = 5
	// itemsAtOnce is how many items one processor takes at a time.
	itemsAtOnce = 32
)

// MaxBody is the largest body of a request of the operation in bytes.
func (o *Operation) MaxBody() int64 {
	if o.Each != nil {
		return maxBatchBody
	}
	return MaxBody
}

// itemID is the last field of an item, which its answer repeats.
const itemID = "id"

// Afford refuses a batch before its items are answered, where its sender cannot pay for
// so many results.
type Afford func(results int64) error

// answerBatch answers the items of a body.
func (o *Operation) answerBatch(ctx context.Context, dst []byte, items [][]byte, language rules.Language, afford Afford) (answer []byte, results int64, err error) {
	if err := afford(int64(len(items))); err != nil {
		// Items that do not fit their schema cost nothing.
		if err := afford(o.Fitting(ctx, items)); err != nil {
			return dst, 0, err
		}
	}
	answer, results, err = o.AnswerItems(ctx, append(dst, `{"items":[`...), items, ',', language)
	if err != nil {
		return dst, 0, err
	}
	return append(answer[:len(answer)-1], `]}`...), results, nil
}

// AnswerItems answers items, each as if it were sent alone, and appends to dst in
// their order the member result or error of an object each, with end after it.
// results counts those that are not errors. A nil item is one that was too large to
// read. The error is that of ctx, or a fault of the service.
func (o *Operation) AnswerItems(ctx context.Context, dst []byte, items [][]byte, end byte, language rules.Language) (answer []byte, results int64, err error) {
	most := min(maxDetails, max(minItemDetails, maxBatchDetails/max(1, len(items))))
	parts := make([]batchPart, (len(items)+itemsAtOnce-1)/itemsAtOnce)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range parts {
		group.Go(func() error {
			parts[i].answer(ctx, o.Each, items[i*itemsAtOnce:min((i+1)*itemsAtOnce, len(items))], end, most, language)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return dst, 0, err
	}
	length := 0
	for i := range parts {
		length += len(parts[i].buffer.bytes)
	}
	answer = slices.Grow(dst, length)
	for i := range parts {
		part := &parts[i]
		answer = append(answer, part.buffer.bytes...)
		results += part.results
		err = errors.Join(err, part.err)
		part.buffer.bytes = part.buffer.bytes[:0]
		buffers.Put(part.buffer)
	}
	if err != nil {
		return dst, 0, err
	}
	return answer, results, nil
}

// batchPart is the answer to some of the items.
type batchPart struct {
	buffer  *buffer
	results int64
	err     error // a fault of the service
}

// buffer is where an answer is written, kept for the next one.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func (p *batchPart) answer(ctx context.Context, each *Operation, items [][]byte, end byte, most int, language rules.Language) {
	p.buffer = buffers.Get().(*buffer)
	dst := p.buffer.bytes
	defer func() {
		if problem := recover(); problem != nil {
			p.err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
		p.buffer.bytes = dst
	}()
	for _, item := range items {
		if ctx.Err() != nil {
			return // the client is gone, and the work ends with it
		}
		var err error
		if dst, err = each.appendItem(dst, item, most, language); err == nil {
			p.results++
		} else if dst, p.err = AppendItemError(each.appendID(dst, item), err, language); p.err != nil {
			return
		}
		dst = append(dst, '}', end)
	}
}

// Fitting counts the items that fit their schema: others cost nothing.
func (o *Operation) Fitting(ctx context.Context, items [][]byte) (count int64) {
	for _, item := range items {
		if ctx.Err() == nil && item != nil && o.Each.fits(item) {
			count++
		}
	}
	return count
}

// Payable is how many of the items, from the first on, have at most a number of results.
func (o *Operation) Payable(ctx context.Context, items [][]byte, results int64) int {
	for i, item := range items {
		if ctx.Err() == nil && item != nil && o.Each.fits(item) {
			if results--; results < 0 {
				return i
			}
		}
	}
	return len(items)
}

func (o *Operation) fits(item []byte) bool {
	d := borrowDecoder(o.root)
	defer d.giveBack()
	d.most = 1
	return d.decodeJSON(o.Input, item) == nil
}

// appendItem answers a request as AnswerJSON does, with at most some failures, as the
// members id and result of an object that is left open; dst is unchanged by an error.
func (o *Operation) appendItem(dst, item []byte, most int, language rules.Language) ([]byte, error) {
	if item == nil {
		return dst, Fail("line_too_large", "limit", int64(MaxBody>>20))
	}
	d := borrowDecoder(o.root)
	defer d.giveBack()
	d.most = most
	if err := d.decodeJSON(o.Input, item); err != nil {
		return dst, err
	}
	w := writer{dst: append(dst, '{')}
	if id := &d.input.Members[len(d.input.Members)-1]; id.Given() {
		w.members("id", id.Text)
	}
	var err error
	w.members("result", func() { w.dst, err = o.answer(w.dst, d, nil, language) })
	if err != nil {
		return dst, err
	}
	return w.dst, nil
}

// appendID begins the object of an item that is refused with its id.
func (o *Operation) appendID(dst, item []byte) []byte {
	w := writer{dst: append(dst, '{')}
	longest := o.Input.Properties[len(o.Input.Properties)-1].Schema.MaxLength
	if id := memberText(item, itemID); id != "" && utf8.RuneCountInString(id) <= longest {
		w.members("id", id)
	}
	return w.dst
}

// AppendItemError appends the member error to an object that is left open: what
// is under detail where the item is refused as a request of its own. An error
// that no client may see is returned.
func AppendItemError(dst []byte, err error, language rules.Language) ([]byte, error) {
	var failure *Failure
	if !errors.As(err, &failure) {
		return dst, err
	}
	w := writer{dst: dst, language: language}
	w.members("error", func() { w.failure(failure) })
	return w.dst, nil
}

// SecretSent is the failure of a call that carries an API key, which is not repeated, where
// an idempotency key belongs; location leads there.
func SecretSent(location ...string) *Failure {
	found := detail("extra_forbidden", hinted("secret_as_idempotency_key")...)
	for _, name := range location {
		found.Location = append(found.Location, name)
	}
	return invalid(found)
}

// NotRepeatable is the failure of a stream, or of a GET, that carries an Idempotency-Key.
func NotRepeatable(key string, operation *Operation) *Failure {
	advice := "get_not_repeatable"
	if operation.Each != nil {
		advice = "stream_not_repeatable"
	}
	found := detail("extra_forbidden", hinted(advice)...)
	found.Location, found.Input = []any{"header", "Idempotency-Key"}, echo(types.AppendString(nil, key))
	return invalid(found)
}
