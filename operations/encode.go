package operations

import (
	"encoding/json"
	"reflect"
	"sync"
	"unsafe"

	"github.com/payslate/payslate/interpreter/number"
)

// Answers are written many thousand times a second, so each type of their members has a function
// that appends it, made once of the struct.

// appender appends the value at an address as JSON. The value is of the appender's type.
type appender func(w *writer, at unsafe.Pointer)

var appenders sync.Map // of appender by reflect.Type

// encode writes what an answer consists of. Characters that are not valid Unicode are replaced.
func (w *writer) encode(of reflect.Value) { appenderOf(of.Type())(w, addressed(of).UnsafePointer()) }

// answer writes an answer, a pointer to a struct, with the fields that are wanted.
func (w *writer) answer(out any) {
	of := reflect.ValueOf(out).Elem()
	if w.fields == nil {
		w.encode(of)
		return
	}
	w.raw("{")
	members, base := membersOf(of.Type()), of.Addr().UnsafePointer()
	for i := range members {
		m := &members[i]
		if !w.wants(m.name) {
			continue
		}
		if at := m.at(base, false); at != nil {
			w.begin(m.name)
			appenderOf(m.of)(w, at)
		}
	}
	w.raw("}")
}

// selfWriter is a type whose JSON has another form than its Go value.
type selfWriter interface{ writeTo(w *writer) }

// written is the JSON of such a type by itself, for encoding/json.
func written(value selfWriter) ([]byte, error) {
	w := writer{}
	value.writeTo(&w)
	return w.dst, nil
}

func appenderOf(of reflect.Type) appender {
	if known, is := appenders.Load(of); is {
		return known.(appender)
	}
	made := newAppender(of)
	appenders.Store(of, made)
	return made
}

func newAppender(of reflect.Type) appender {
	switch {
	case reflect.PointerTo(of).Implements(reflect.TypeFor[selfWriter]()):
		return func(w *writer, at unsafe.Pointer) { reflect.NewAt(of, at).Interface().(selfWriter).writeTo(w) }
	case of == reflect.TypeFor[number.Decimal]():
		return func(w *writer, at unsafe.Pointer) { w.number(*(*number.Decimal)(at)) }
	case of == reflect.TypeFor[json.RawMessage]():
		return func(w *writer, at unsafe.Pointer) { w.dst = append(w.dst, *(*json.RawMessage)(at)...) }
	case of == reflect.TypeFor[Optional]():
		return func(w *writer, at unsafe.Pointer) { w.optional(*(*Optional)(at)) }
	}
	switch of.Kind() {
	case reflect.String:
		return func(w *writer, at unsafe.Pointer) { w.text(*(*string)(at)) }
	case reflect.Int:
		return func(w *writer, at unsafe.Pointer) { w.integer(*(*int)(at)) }
	case reflect.Pointer:
		pointed := appenderOf(of.Elem())
		return func(w *writer, at unsafe.Pointer) {
			if to := *(*unsafe.Pointer)(at); to != nil {
				pointed(w, to)
			} else {
				w.raw("null")
			}
		}
	case reflect.Slice:
		item, size := appenderOf(of.Elem()), of.Elem().Size()
		return func(w *writer, at unsafe.Pointer) {
			list := *(*[]struct{})(at) // of items of that size
			w.raw("[")
			for i := range list {
				if i > 0 {
					w.raw(",")
				}
				item(w, unsafe.Add(unsafe.Pointer(unsafe.SliceData(list)), uintptr(i)*size))
			}
			w.raw("]")
		}
	case reflect.Struct:
		return structAppender(of)
	}
	panic("no answer has a " + of.String())
}

// structAppender appends a struct. Its field plain, if it has one, reports that its texts need no
// escapes; it has no structs then.
func structAppender(of reflect.Type) appender {
	members := membersOf(of)
	appenders := make([]appender, len(members))
	for i := range members {
		appenders[i] = appenderOf(members[i].of)
	}
	plain, canBe := of.FieldByName("plain")
	return func(w *writer, of unsafe.Pointer) {
		w.raw("{")
		w.plain = canBe && *(*bool)(unsafe.Add(of, plain.Offset))
		for i := range members {
			m := &members[i]
			at := m.at(of, w.bare)
			if at == nil {
				continue
			}
			key := m.key
			if w.dst[len(w.dst)-1] == '{' {
				key = key[1:]
			}
			w.dst = append(w.dst, key...)
			appenders[i](w, at)
		}
		w.plain = false
		w.raw("}")
	}
}

// Optional is a text that is null in JSON where it is empty.
type Optional string

// MarshalJSON returns the text as JSON, or null.
func (o Optional) MarshalJSON() ([]byte, error) {
	w := writer{}
	w.optional(o)
	return w.dst, nil
}

func (w *writer) optional(text Optional) {
	if text == "" {
		w.raw("null")
	} else {
		w.text(string(text))
	}
}
