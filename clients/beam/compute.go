package main

import (
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// unreadableRow is the reason of a row that is not a request.
const unreadableRow = "unreadable_row"

// line is the output of a row, with the reason that it is counted under.
type line struct {
	Reason string // of a dead letter
	Text   []byte
}

func init() {
	beam.RegisterType(reflect.TypeFor[line]())
	register.DoFn3x1[row, func(int, line), func(int, line), error](&computeFn{})
	register.Emitter2[int, line]()
}

// engine answers requests. A worker has one.
type engine struct {
	operation *operations.Operation
	language  rules.Language
	version   string
}

// engines are those of this worker, by the job without its version.
var engines sync.Map // func() (*engine, error)

func (j job) engine() (*engine, error) {
	wanted := j.Version
	j.Version = ""
	once, _ := engines.LoadOrStore(j, sync.OnceValues(j.open))
	e, err := once.(func() (*engine, error))()
	if err == nil && wanted != "" && e.version != wanted {
		return nil, fmt.Errorf("this worker has the rules %s, but the job began with %s: give all workers the same program and --rules", e.version, wanted)
	}
	return e, err
}

func (j job) open() (*engine, error) {
	files := rules.Embedded()
	if j.Rules != "" {
		files = os.DirFS(j.Rules)
	}
	book, findings := rules.Open(files, rules.Options{})
	if findings.HasErrors() {
		return nil, findings
	}
	list, err := operations.New(book)
	if err != nil {
		return nil, err
	}
	language, known := wording.Lookup(j.Language)
	operation := list.Operation("salary-net/" + j.Operation)
	if !known || operation == nil || j.Operation != "net" && j.Operation != "gross" {
		return nil, fmt.Errorf("--operation is net or gross, --lang one of %v", wording.Tags())
	}
	if j.Fields != "" {
		if operation, err = operation.Select("fields=" + url.QueryEscape(j.Fields)); err != nil {
			text, _ := operations.AppendError(nil, err, language)
			return nil, fmt.Errorf("--fields: %s", text)
		}
	}
	return &engine{operation: operation, language: language, version: list.RulesVersion}, nil
}

// computeFn answers requests.
type computeFn struct {
	Job    job
	engine *engine
}

// Setup opens the rules, once per worker.
func (f *computeFn) Setup() (err error) {
	f.engine, err = f.Job.engine()
	return err
}

// ProcessElement answers a request, or writes a dead letter with the reason. The error is
// a fault of the program.
func (f *computeFn) ProcessElement(r row, result, dead func(int, line)) error {
	head, _ := jsontext.AppendQuote([]byte(`{"file":`), r.File)
	head = strconv.AppendInt(append(head, `,"row":`...), r.Row, 10)
	if r.ID != nil {
		head = append(append(head, `,"id":`...), r.ID...)
	}
	head, _ = jsontext.AppendQuote(append(head, `,"rules_version":`...), f.engine.version)
	part := f.part(&r)
	err := f.readable(&r)
	if err == nil {
		start := len(head)
		if head, err = f.engine.operation.AnswerJSON(append(head, `,"result":`...), r.Request, f.engine.language); err == nil {
			result(part, line{Text: append(head, "}\n"...)})
			return nil
		}
		head = head[:start]
	}
	reason, fault := operations.AppendItemError(nil, err, f.engine.language)
	if fault != nil {
		return fmt.Errorf("%s, row %d: %w", r.File, r.Row, fault)
	}
	head = append(append(head, ','), reason...)
	head, _ = jsontext.AppendQuote(append(head, `,"input":`...), r.Request)
	dead(part, line{Reason: operations.ErrorCode(err), Text: append(head, "}\n"...)})
	return nil
}

// readable returns an error if the row does not hold a request of an acceptable size.
func (f *computeFn) readable(r *row) error {
	if r.Flaw != "" {
		return &operations.Failure{Code: unreadableRow, Message: wording.Everywhere(r.Flaw)}
	}
	if limit := f.engine.operation.MaxBody(); int64(len(r.Request)) > limit {
		return operations.BodyTooLarge(limit)
	}
	return nil
}

// part returns the file of an answer. It depends only on the row, so a repeated step
// replaces what it wrote.
func (f *computeFn) part(r *row) int {
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, r.File, r.Row)
	return int(h.Sum32() % uint32(f.Job.Parts))
}
