package operations

import (
	"encoding/json"
	"iter"
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// member is a member that a struct of an answer has in JSON. Those of embedded structs are the
// struct's own.
type member struct {
	name string
	key  string // the name as it stands after another member
	of   reflect.Type
	// within are the structs that it lies in, by their names, the outermost first.
	within []string
	// offsets lead to it: from the struct on, and after the first from where a pointer leads.
	offsets []uintptr
	// omitted is set if an answer lacks the member where its value is zero, as the tag json says by
	// omitzero; bare if only an answer without texts does, by the tag bare.
	omitted, bare bool
	// instead leads to a pointer beside it: an answer without texts has what that points to in its
	// place, as the tag bare says by the name of that field; 0 if there is none.
	instead int
}

// omitted is the option of a member that an answer lacks where its value is zero.
const omitted = "omitzero"

var walked sync.Map // members by the reflect.Type of their struct

// membersOf are the members of a struct in their order.
func membersOf(of reflect.Type) (all []member) {
	if known, is := walked.Load(of); is {
		return known.([]member)
	}
	for i := range of.NumField() {
		field := of.Field(i)
		if !field.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		bare, instead := field.Tag.Get("bare"), 0
		if other, is := of.FieldByName(bare); is {
			instead = int(other.Offset) - int(field.Offset)
		}
		own := []member{{name: name, key: `,"` + name + `":`, of: field.Type, offsets: []uintptr{0}, omitted: options == omitted, bare: bare == omitted, instead: instead}}
		if field.Anonymous {
			own = membersOf(pointedTo(field.Type))
		}
		for _, m := range own {
			m.within = append([]string{nameOf(of)}, m.within...)
			if m.offsets = append([]uintptr{field.Offset}, m.offsets...); field.Type.Kind() != reflect.Pointer || !field.Anonymous {
				m.offsets = append([]uintptr{field.Offset + m.offsets[1]}, m.offsets[2:]...)
			}
			if m.name != "-" {
				all = append(all, m)
			}
		}
	}
	walked.Store(of, all)
	return all
}

func pointedTo(of reflect.Type) reflect.Type {
	if of.Kind() == reflect.Pointer {
		return of.Elem()
	}
	return of
}

// sometimes reports whether an answer may lack the member.
func (m *member) sometimes() bool { return m.omitted || len(m.offsets) > 1 }

// at is the address of the member in a struct, nil if the answer lacks it.
func (m *member) at(of unsafe.Pointer, bare bool) unsafe.Pointer {
	if at := unsafe.Add(of, m.offsets[0]); len(m.offsets) == 1 && !m.omitted && !bare {
		return at
	}
	return m.present(of, bare)
}

// present is at for a member that an answer may lack.
func (m *member) present(of unsafe.Pointer, bare bool) unsafe.Pointer {
	at := unsafe.Add(of, m.offsets[0])
	for _, offset := range m.offsets[1:] {
		if at = *(*unsafe.Pointer)(at); at == nil {
			return nil
		}
		at = unsafe.Add(at, offset)
	}
	if bare && m.instead != 0 && *(*unsafe.Pointer)(unsafe.Add(at, m.instead)) != nil {
		return nil
	}
	if (m.omitted || bare && m.bare) && reflect.NewAt(m.of, at).Elem().IsZero() {
		return nil
	}
	return at
}

// Members are the members that an answer, or a struct in it, has in JSON, by their names and in
// their order.
func Members(of reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		members, base := membersOf(of.Type()), addressed(of).UnsafePointer()
		for i := range members {
			m := &members[i]
			if at := m.at(base, false); at != nil && !yield(m.name, reflect.NewAt(m.of, at).Elem()) {
				return
			}
		}
	}
}

// addressed is a pointer to a value, or to a copy of it.
func addressed(of reflect.Value) reflect.Value {
	if of.CanAddr() {
		return of.Addr()
	}
	own := reflect.New(of.Type())
	own.Elem().Set(of)
	return own
}

// marshaler is what values implement whose JSON has another form.
var marshaler = reflect.TypeFor[json.Marshaler]()
