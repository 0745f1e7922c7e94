// Package host binds what the Go program around the rules knows to what rules declare: the inputs
// of a program, records in lists, and records that functions return. A Record says once what Go
// gives for each name and of which kind; binding checks the declarations of rules against it when
// they are loaded, and returns what lays values out for a run.
package host

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// Record is what Go gives of a T for the fields of a record, or for the inputs of a program.
type Record[T any] struct {
	Fields map[string]Field[T]
	// Other gives fields of other names, such as those that a request has; nil without any. known
	// is false for a name that rules must not declare.
	Other func(declared *types.Field) (field Field[T], known bool)
}

// Field is what Go gives for one name. The zero Field gives nothing.
type Field[T any] struct {
	kind     types.Kind // 0: the field checks the declaration itself
	optional bool
	bind     func(c *Check, declared *types.Field) Put[T]
	set      func(r *run.Run, input int, of T) error // an input, where Put does not suffice
}

// Put writes a value as the integers of its type, but not whether it is given, which it returns.
type Put[T any] func(r *run.Run, of T, to []int64) (given bool, err error)

// Check collects what is wrong with the declarations of rules.
type Check struct {
	*syntax.Reader
	At diagnostic.Range // the declaration at hand
}

func put[T any](kind types.Kind, optional bool, put Put[T]) Field[T] {
	return Field[T]{kind: kind, optional: optional, bind: func(*Check, *types.Field) Put[T] { return put }}
}

// Integer gives a value that rules know as an integer: a whole number, days, minutes, a handle, or
// the code of a text.
func Integer[T any, N ~int | ~int64](kind types.Kind, get func(T) N) Field[T] {
	return put(kind, false, func(_ *run.Run, of T, to []int64) (bool, error) {
		to[0] = int64(get(of))
		return true, nil
	})
}

// Maybe is Integer for a value that may be absent.
func Maybe[T any, N ~int | ~int64](kind types.Kind, get func(T) (n N, given bool)) Field[T] {
	return put(kind, true, func(_ *run.Run, of T, to []int64) (given bool, err error) {
		n, given := get(of)
		to[0] = int64(n)
		return given, nil
	})
}

// Boolean gives a boolean.
func Boolean[T any](get func(T) bool) Field[T] {
	return put(types.Boolean, false, func(_ *run.Run, of T, to []int64) (bool, error) {
		if to[0] = 0; get(of) {
			to[0] = 1
		}
		return true, nil
	})
}

// Case gives a case of an enumeration by its word.
func Case[T any](get func(T) string) Field[T] {
	return Field[T]{kind: types.Enumeration, bind: func(_ *Check, declared *types.Field) Put[T] {
		return func(_ *run.Run, of T, to []int64) (bool, error) {
			to[0] = int64(slices.Index(declared.Type.Cases, get(of)))
			return true, nil
		}
	}}
}

// Amount gives a number that may be absent, rounded half up to the decimals that rules declare.
func Amount[T any](get func(T) *number.Decimal) Field[T] {
	return Field[T]{kind: types.Number, optional: true, bind: func(_ *Check, declared *types.Field) Put[T] {
		return func(_ *run.Run, of T, to []int64) (given bool, err error) {
			if amount := get(of); amount != nil {
				to[0], given = amount.Round(declared.Type.Decimals, number.HalfUp).Units(declared.Type.Decimals)
			}
			return given, nil
		}
	}}
}

// List gives a list of records.
func List[T, E any](record *Record[E], get func(T) []E) Field[T] {
	return Field[T]{kind: types.ListKind, bind: func(c *Check, declared *types.Field) Put[T] {
		elements, size := record.Bind(c, declared.Name, declared.Type.Element.Fields()), declared.Type.Element.Size()
		return func(r *run.Run, of T, to []int64) (given bool, err error) {
			list := get(of)
			laid := make([]int64, len(list)*size) // lists in it come first
			for i := range list {
				if err := elements.Lay(r, list[i], laid[i*size:(i+1)*size]); err != nil {
					return false, err
				}
			}
			to[0] = r.Append(laid...)
			to[1] = to[0] + int64(len(laid))
			return true, nil
		}
	}}
}

// Own gives a field that checks its declaration itself.
func Own[T any](bind func(c *Check, declared *types.Field) Put[T]) Field[T] {
	return Field[T]{bind: bind}
}

// Input gives an input that Go sets on the run, such as a text with a grammar; kind is 0 for one
// whose declaration need not be checked.
func Input[T any](kind types.Kind, set func(r *run.Run, input int, of T) error) Field[T] {
	return Field[T]{kind: kind, set: set}
}

// If gives the field only where given is true, and leaves an input to its default otherwise.
func (f Field[T]) If(given func(T) bool) Field[T] {
	bind := f.bind
	f.bind = func(c *Check, declared *types.Field) Put[T] {
		put := bind(c, declared)
		return func(r *run.Run, of T, to []int64) (bool, error) {
			if !given(of) {
				return false, nil
			}
			return put(r, of, to)
		}
	}
	return f
}

// field finds and checks what is given for a declaration; thing names the record in findings.
func (rec *Record[T]) field(c *Check, thing, code string, declared *types.Field) (f Field[T], sound bool) {
	f, known := rec.Fields[declared.Name]
	if !known && rec.Other != nil {
		f, known = rec.Other(declared)
	}
	t := declared.Type
	switch {
	case !known:
		c.Unknown(c.At, code, thing, declared.Name, slices.Sorted(maps.Keys(rec.Fields)))
	case f.kind == 0:
		return f, true
	case t.Kind != f.kind || t.By != nil || f.kind == types.ListKind && t.Element.Kind != types.RecordKind:
		c.Fail(c.At, "wrong-type", declared.Name+" must be "+f.kind.String(), "Declare it so: the service gives this value.")
	case f.optional && !t.Optional:
		c.Fail(c.At, "wrong-type", declared.Name+" must be optional", "The service does not always give it: write ? after its type.")
	case t.Optional && !f.optional:
		c.Fail(c.At, "wrong-type", declared.Name+" must not be optional", "The service always gives it.")
	default:
		return f, true
	}
	return f, false
}

// Layout lays out the fields that rules declare of a record.
type Layout[T any] []laid[T]

type laid[T any] struct {
	put      Put[T]
	at, end  int // without the integer of an optional value
	optional bool
}

// Bind checks the declared fields of a record, which thing names in findings.
func (rec *Record[T]) Bind(c *Check, thing string, declared []types.Field) (l Layout[T]) {
	for i := range declared {
		f, sound := rec.field(c, "field of "+thing, "unknown-field", &declared[i])
		if !sound {
			continue
		}
		one := laid[T]{f.bind(c, &declared[i]), declared[i].At, declared[i].At + declared[i].Type.Places(), declared[i].Type.Optional}
		if one.optional {
			one.end--
		}
		l = append(l, one)
	}
	return l
}

// Lay writes a record into its integers.
func (l Layout[T]) Lay(r *run.Run, of T, to []int64) error {
	clear(to)
	for i := range l {
		f := &l[i]
		given, err := f.put(r, of, to[f.at:f.end])
		if err != nil {
			return err
		}
		if f.optional && given {
			to[f.end] = 1
		}
	}
	return nil
}

// Inputs sets inputs of a program.
type Inputs[T any] []input[T]

type input[T any] struct {
	name string
	at   int
	set  func(r *run.Run, input int, of T) error
}

// BindInputs checks the inputs of a program.
func (rec *Record[T]) BindInputs(c *Check, declared []*types.Input) (l Inputs[T]) {
	for at, in := range declared {
		c.At = in.Declaration.Range
		declaration := &types.Field{Name: in.Name, Declaration: in.Declaration, Type: in.Type}
		f, sound := rec.field(c, "input", "unknown-input", declaration)
		if !sound {
			continue
		}
		switch {
		case f.set == nil && f.bind == nil:
			continue
		case f.set == nil:
			put := f.bind(c, declaration)
			f.set = func(r *run.Run, input int, of T) error {
				given, err := put(r, of, r.Place(input))
				if given {
					r.Give(input)
				}
				return err
			}
		}
		l = append(l, input[T]{in.Name, at, f.set})
	}
	return l
}

// Split separates the inputs that move from the others.
func (l Inputs[T]) Split(moves func(name string) bool) (fixed, moving Inputs[T]) {
	for _, in := range l {
		if moves(in.name) {
			moving = append(moving, in)
		} else {
			fixed = append(fixed, in)
		}
	}
	return fixed, moving
}

// Set sets the inputs of a run.
func (l Inputs[T]) Set(r *run.Run, of T) error {
	for i := range l {
		if err := l[i].set(r, l[i].at, of); err != nil {
			return err
		}
	}
	return nil
}

// Function is a function of the host of type X.
type Function[X any] struct {
	in   []types.Kind
	bind func(c *Check, f *types.Function) Call[X]
}

// Call calls a function for a run and writes its result.
type Call[X any] func(host X, r *run.Run, args, results []int64) error

// Returns is a function with arguments of these kinds, whose integers it gets, that returns a record.
func Returns[X, T any](record *Record[T], call func(host X, args []int64) (T, error), in ...types.Kind) Function[X] {
	return Function[X]{in, func(c *Check, f *types.Function) Call[X] {
		l := record.Bind(c, f.Name, f.Result.Fields())
		return func(host X, r *run.Run, args, results []int64) error {
			of, err := call(host, args)
			if err != nil {
				return err
			}
			return l.Lay(r, of, results)
		}
	}}
}

// BindFunctions checks the functions that rules declare, in the order of their sites.
func BindFunctions[X any](c *Check, known map[string]Function[X], declared []types.Function) (calls []Call[X]) {
	for i := range declared {
		f := &declared[i]
		c.At = f.At
		own, is := known[f.Name]
		if !is {
			c.Unknown(c.At, "unknown-function", "function", f.Name, slices.Sorted(maps.Keys(known)))
			continue
		}
		if !slices.EqualFunc(f.In, own.in, func(t *types.Type, kind types.Kind) bool { return t.Kind == kind && !t.Optional }) {
			c.Fail(c.At, "wrong-arguments", f.Name+" is declared with the wrong arguments", "It takes: "+strings.Join(diagnostic.Names(own.in, types.Kind.String), ", ")+".")
			continue
		}
		calls = append(calls, own.bind(c, f))
	}
	return calls
}
