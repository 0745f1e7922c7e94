// Package remedy has refusals of a request, warnings of its answer, and the changes of the request
// that answer either: rules declare them in programs, hosts beside their own texts.
package remedy

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/wording"
)

// Refusal is the error of a question that has no answer because of its values.
type Refusal struct {
	// Code is one of the service's error codes, such as unsupported_year.
	Code string
	// Message explains, for people, what is wrong and what would be accepted.
	Message wording.Text
	// Loc is the path to the field at fault: names, and an int for the index in a list. It is
	// empty if no single field is at fault.
	Loc []any
	// Citation is the legal reference of the refusal, where it has one.
	Citation string
	// Remedies are changes of the request that answer it. Their places are those of Loc.
	Remedies []Remedy
}

// Error returns the English message.
func (r *Refusal) Error() string { return r.Message.English }

// In returns the refusal of a request that has the fields within steps.
func (r *Refusal) In(steps ...any) *Refusal {
	inside := *r
	inside.Loc, inside.Remedies = slices.Concat(steps, r.Loc), nil
	for _, one := range r.Remedies {
		inside.Remedies = append(inside.Remedies, one.In(steps...))
	}
	return &inside
}

// Item adds the index of an item of a list to the place, unless it is -1: remedies that leave out
// the field leave out the item.
func (r *Refusal) Item(at int) *Refusal {
	if at < 0 {
		return r
	}
	of := r.Loc
	r.Loc = slices.Concat(of, []any{at})
	for _, one := range r.Remedies {
		for i := range one.Set {
			if slices.Equal(one.Set[i].Loc, of) {
				one.Set[i].Loc = r.Loc
			}
		}
	}
	return r
}

// Warning is an assumption that may change an amount by more than 1 percent, or an amount that was
// probably meant otherwise.
type Warning struct {
	// Code is for programs, Message for people.
	Code    string
	Message wording.Text
	// Field is the dotted path of the field that a request can send instead, such as uk.tax_code;
	// empty if there is none.
	Field string
	// Remedies are changes of the request that answer it.
	Remedies []Remedy
	// Doubtful reports that what was sent was probably meant otherwise; the message is then not
	// among the notes of the answer.
	Doubtful bool
}

// Remedy is a change of a request that answers a refusal or a warning.
type Remedy struct {
	// Label says what the change does, as a button says it; it is empty where the fields say
	// it.
	Label wording.Text
	Set   []Setting
	// Fixed reports that it is the same in each answer: answers share Set, which must not be
	// changed.
	Fixed bool
}

// Setting sets one field of the request.
type Setting struct {
	// Loc leads to the field: names, and an int for the index in a list.
	Loc []any
	// Value is a string, []string, bool, int or number.Decimal; nil leaves the field out, or takes the item out of its list.
	Value any
}

// Path is the dotted path to a field, such as de.components[0].rate.
func Path(loc []any) string { return string(AppendPath(nil, "", loc)) }

// AppendPath appends a dotted path, within a record unless its name is empty.
func AppendPath(dst []byte, within string, loc []any) []byte {
	dst = append(dst, within...)
	for i, step := range loc {
		switch step := step.(type) {
		case int:
			dst = append(strconv.AppendInt(append(dst, '['), int64(step), 10), ']')
		case string:
			if i > 0 || within != "" {
				dst = append(dst, '.')
			}
			dst = append(dst, step...)
		}
	}
	return dst
}

// In returns the remedy for a request that has the fields within steps.
func (r Remedy) In(steps ...any) Remedy {
	inside := Remedy{Label: r.Label, Set: slices.Clone(r.Set)}
	for i := range inside.Set {
		inside.Set[i].Loc = slices.Concat(steps, inside.Set[i].Loc)
	}
	return inside
}
