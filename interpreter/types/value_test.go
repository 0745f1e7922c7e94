package types

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// everyType returns a type of each kind that a value may have, by its name.
func everyType() map[string]*Type {
	region := &Type{Kind: Enumeration, Name: "region", Cases: []string{"north", "süd", "east, or west", `"`}}
	every := map[string]*Type{
		"number": {Kind: Number, Decimals: 4}, "integer": {Kind: Number}, "amount": &Amount, "region": region,
		"regions": {Kind: ListKind, Element: region}, "text": {Kind: Text}, "handle": {Kind: Handle}, "boolean": {Kind: Boolean},
	}
	for kind := range kinds {
		if Kind(kind).Notation() != nil {
			every[Kind(kind).String()] = &Type{Kind: Kind(kind)}
		}
	}
	return every
}

// any returns a random value of the type.
func (t *Type) any(r *rand.Rand) Value {
	v := Value{Kind: t.Kind}
	switch form := t.Kind.Notation(); {
	case form != nil:
		v.Text = string(form.Append(nil, r.Int64N(1<<20)))
	case t.Kind == Number:
		v.Number = number.New(r.Int64()-1<<62, t.Decimals)
	case t.Kind == Boolean:
		v.Bool = r.IntN(2) == 0
	case t.Kind == Enumeration:
		v.Text = t.Cases[r.IntN(len(t.Cases))]
	case t.Kind == ListKind:
		for range r.IntN(4) {
			v.Words = append(v.Words, t.Element.Cases[r.IntN(len(t.Element.Cases))])
		}
	default:
		for range r.IntN(9) {
			v.Text += string(rune(r.IntN(0xD000)))
		}
	}
	return v
}

// same reports whether two values are the same, whatever zeros a number ends with.
func same(v, w Value) bool {
	return v.Kind == w.Kind && v.Number.Cmp(w.Number) == 0 && v.Text == w.Text && v.Bool == w.Bool && strings.Join(v.Words, "\x00") == strings.Join(w.Words, "\x00")
}

// TestValuesComeBack: a value that is written as text, as JSON, as a Go value or as an integer
// of the machine is read as the same value, and one that is not given is null.
func TestValuesComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, of := range everyType() {
		for range 500 {
			v := of.any(r)
			if read, err := of.Read(v.String()); err != nil || !same(v, read) {
				t.Errorf("%s as text: %q is read as %+v (%v)", name, v, read, err)
			}
			if read, is := of.Of(v.Go()); !is || !same(v, read) {
				t.Errorf("%s as a Go value: %#v is read as %+v", name, v.Go(), read)
			}
			if read := fromJSON(t, of, v.AppendJSON(nil)); of.Check(&v) == 0 && !same(v, read) {
				t.Errorf("%s as JSON: %s is read as %+v", name, v.AppendJSON(nil), read)
			}
			if of.Kind == ListKind {
				continue
			}
			var texts []string
			slot, is := of.Slot(&v, func(text string) int64 { texts = append(texts, text); return int64(len(texts) - 1) })
			if read := of.fromSlot(slot, texts); !is || !same(v, read) {
				t.Errorf("%s in a slot: %+v is read as %+v", name, v, read)
			}
		}
	}
	if none := (Value{}); string(none.AppendJSON(nil)) != "null" || none.Go() != nil || none.Given() {
		t.Error("a value that is not given is not null")
	}
}

func fromJSON(t *testing.T, of *Type, text []byte) (v Value) {
	if of.Kind == ListKind {
		v = Value{Kind: ListKind}
		if err := json.Unmarshal(text, &v.Words); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		return v
	}
	of.ReadJSON(text, &v)
	return v
}

// fromSlot is the inverse of Slot, by the definition of the machine's integers.
func (t *Type) fromSlot(slot int64, texts []string) Value {
	v := Value{Kind: t.Kind}
	switch form := t.Kind.Notation(); {
	case form != nil:
		v.Text = string(form.Append(nil, slot))
	case t.Kind == Number:
		v.Number = number.New(slot, t.Decimals)
	case t.Kind == Boolean:
		v.Bool = slot == 1
	case t.Kind == Enumeration:
		v.Text = t.Cases[slot]
	default:
		v.Text = texts[slot]
	}
	return v
}

// TestProblems: a value that is not one of the type is refused for the right reason, and
// leaves nothing behind.
func TestProblems(t *testing.T) {
	bound := func(text string) *number.Decimal { d, _ := number.Parse(text); return &d }
	share := &Type{Kind: Number, Decimals: 2, Bounds: Bounds{Min: bound("0"), Max: bound("1"), BelowMax: true}}
	paid := Amount
	paid.Min, paid.AboveMin, paid.Max = bound("0"), true, bound("10")
	for _, test := range []struct {
		of   *Type
		json string
		want Problem
	}{
		{share, `0.25`, 0}, {share, `25e-2`, 0}, {share, `"0.25"`, WrongKind}, {share, `true`, WrongKind}, {share, `0.255`, DecimalPlaces}, {share, `0.250`, 0}, {share, `-0.01`, LowerBound}, {share, `1`, UpperBound},
		{&Type{Kind: Number}, `1.0`, 0}, {&Type{Kind: Number}, `1.5`, WholeNumber},
		{&Type{Kind: Number, Decimals: 3, Bounds: Bounds{MultipleOf: bound("0.5")}}, `1.25`, Step},
		{&paid, `0.005`, 0}, {&paid, `0.004`, LowerBound}, {&paid, `10.001`, UpperBound}, {&paid, `9.999`, 0},
		{&Type{Kind: Boolean}, `true`, 0}, {&Type{Kind: Boolean}, `1`, WrongKind}, {&Type{Kind: Boolean}, `"true"`, WrongKind},
		{everyType()["region"], `"s\u00fcd"`, 0}, {everyType()["region"], `"North"`, UnknownCase}, {everyType()["region"], `1`, WrongKind},
		{&Type{Kind: Date}, `"2026-02-28"`, 0}, {&Type{Kind: Date}, `"2026-02-29"`, NoSuchDay}, {&Type{Kind: Date}, `"28.02.2026"`, WrongForm}, {&Type{Kind: Date}, `17000`, WrongKind},
		{&Type{Kind: Time}, `"2026-02-28T24:00"`, NoSuchTime}, {&Type{Kind: Duration}, `"36:30"`, 0}, {&Type{Kind: Duration}, `"36.5"`, WrongForm},
		{&Type{Kind: Text, MinLength: 2, MaxLength: 3}, `"é"`, TooShort}, {&Type{Kind: Text, MinLength: 2, MaxLength: 3}, `"éééé"`, TooLong}, {&Type{Kind: Text, MinLength: 2, MaxLength: 3}, `"ééé"`, 0},
		{&Type{Kind: Text}, `"a\u0000"`, ControlCharacter}, {&Type{Kind: Text}, `null`, WrongKind},
	} {
		var v Value
		if got := test.of.ReadJSON([]byte(test.json), &v); got != test.want || v.Given() != (got == 0) {
			t.Errorf("%s %s: problem %d, want %d; read %+v", test.of.Describe(), test.json, got, test.want, v)
		}
	}
}

// FuzzWritten: a text of a flag or a cell becomes sound JSON, which is read or refused; what is
// read comes back.
func FuzzWritten(f *testing.F) {
	for _, seed := range []string{"1.50", "-0", "1e5", "true", "TRUE", "2026-02-29", "36:30", "north", "north, süd", `["north"]`, `[1`, "\xff", `"`, ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, of := range everyType() {
			written := of.AppendWritten(nil, text)
			if !json.Valid(written) {
				t.Fatalf("%s: %q becomes %s", name, text, written)
			}
			var v Value
			if of.Kind == ListKind || of.ReadJSON(written, &v) != 0 {
				continue
			}
			again, err := of.Read(v.String())
			if of.Kind == Time && err != nil {
				continue // requests may have seconds and offsets
			}
			if err != nil || !same(v, again) {
				t.Errorf("%s: %q is read as %+v, and that as %+v (%v)", name, text, v, again, err)
			}
		}
	})
}

// TestGoTypes: Of takes what GoTypes names, and nothing else.
func TestGoTypes(t *testing.T) {
	sent := map[string]any{"bool": true, "int": 1, "number.Decimal": number.New(1, 0), "string": "1", "[]string": []string{}, "float64": 1.0, "nil": nil}
	for name, of := range everyType() {
		for kind, value := range sent {
			want := strings.Contains(", "+of.GoTypes()+",", ", "+kind+",")
			if _, is := of.Of(value); is != want {
				t.Errorf("%s takes %s: %v", name, fmt.Sprintf("%T", value), is)
			}
		}
	}
}
