// Package operationstest has the embedded rule book for tests of the service: they see what
// was asked of it, and may delay an answer or put an error in its place.
package operationstest

import (
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// Rules is a rule book that is watched.
type Rules struct {
	*rules.Book
	// Respond, if set, is called before each answer; its error is the answer.
	Respond func(*rules.Scenario) error

	mutex sync.Mutex
	asked []rules.Scenario
}

var open = sync.OnceValues(func() (*rules.Book, diagnostic.List) {
	return rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
})

// New watches the rule book, which is opened once. It panics if that has
// errors.
func New() *Rules {
	book, findings := open()
	if findings.HasErrors() {
		panic(findings.Error())
	}
	return &Rules{Book: book}
}

// Asked returns the scenarios asked since the last call.
func (r *Rules) Asked() []rules.Scenario {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	asked := r.asked
	r.asked = nil
	return asked
}

// Net answers as the rule book does.
func (r *Rules) Net(scenario *rules.Scenario) (*rules.Result, error) {
	if err := r.before(scenario); err != nil {
		return nil, err
	}
	return r.Book.Net(scenario)
}

// Explain answers as the rule book does.
func (r *Rules) Explain(scenario *rules.Scenario) (*rules.Explanation, error) {
	if err := r.before(scenario); err != nil {
		return nil, err
	}
	return r.Book.Explain(scenario)
}

// Gross answers as the rule book does.
func (r *Rules) Gross(scenario *rules.Scenario) (*rules.Result, error) {
	if err := r.before(scenario); err != nil {
		return nil, err
	}
	return r.Book.Gross(scenario)
}

func (r *Rules) before(scenario *rules.Scenario) error {
	asked := *scenario
	asked.Values = append([]rules.Value(nil), scenario.Values...)
	r.mutex.Lock()
	r.asked = append(r.asked, asked)
	r.mutex.Unlock()
	if r.Respond != nil {
		return r.Respond(scenario)
	}
	return nil
}
