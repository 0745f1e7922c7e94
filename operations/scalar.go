package operations

import (
	"cmp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
)

// scalar reads a value that is neither an array nor an object.
func (d *decoder) scalar(schema *Schema, raw []byte, out *Value) {
	problem := schema.ReadJSON(raw, &out.Value)
	switch {
	case problem == 0:
		return
	case problem == types.LowerBound && schema.Zero:
		zero := types.Type{Kind: types.Number, Decimals: -1}
		if zero.ReadJSON(raw, &out.Value); out.Number.IsZero() {
			return // the object judges it
		}
		out.Value = types.Value{}
	case problem == types.UnknownCase && schema.anyCase:
		text, _ := d.unquote(raw) // ReadJSON has read it
		at := slices.IndexFunc(schema.Cases, func(known string) bool { return strings.EqualFold(known, string(text)) })
		if at >= 0 {
			out.Value = types.Value{Kind: types.Enumeration, Text: schema.Cases[at]}
			return
		}
	}
	if !d.full() {
		found := schema.failed(problem)
		schema.slip(&found, raw)
		d.fail(found, raw)
	}
}

// failed is the failure of a value with a problem.
func (s *Schema) failed(problem types.Problem) Detail {
	switch problem {
	case types.WholeNumber:
		return detail("int_from_float")
	case types.DecimalPlaces:
		return detail("decimal_max_places", "decimal_places", s.MaxPlaces())
	case types.Step:
		return detail("multiple_of", "multiple_of", s.MultipleOf.Trim())
	case types.LowerBound:
		if s.AboveMin {
			return detail("greater_than", "gt", s.Min.Trim())
		}
		return detail("greater_than_equal", "ge", s.Min.Trim())
	case types.UpperBound:
		if s.BelowMax {
			return detail("less_than", "lt", s.Max.Trim())
		}
		return detail("less_than_equal", "le", s.Max.Trim())
	case types.ControlCharacter:
		return detail("string_type", hinted("control_character")...)
	case types.TooShort:
		return detail("string_too_short", "min_length", s.MinLength)
	case types.TooLong:
		return detail("string_too_long", "max_length", s.MaxLength)
	}
	return s.otherForm(problem)
}

// otherForm is the failure of a value of another type, or of a text in another form.
func (s *Schema) otherForm(problem types.Problem) Detail {
	switch s.Kind {
	case types.RecordKind:
		return detail("model_type", "class_name", s.Name)
	case types.ListKind:
		return detail("list_type")
	case types.Number:
		if s.Integer() {
			return detail("int_type")
		}
		return detail("float_type")
	case types.Boolean:
		return detail("bool_type")
	case types.Enumeration:
		return detail("literal_error", "expected", enumerate(s.Cases))
	}
	if form := s.Kind.Notation(); form != nil && form.Failure != "" {
		wrong := map[types.Problem]string{types.NoSuchDay: "no_such_day", types.NoSuchTime: "no_such_time"}[problem]
		return detail(form.Failure, "error", say(cmp.Or(wrong, form.Name+"_shape")))
	}
	return detail("string_type")
}
