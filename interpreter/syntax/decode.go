package syntax

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Reader reads values of files and collects the findings. A method that reads a value
// returns the zero value if the value is missing or wrong.
type Reader struct {
	Findings diagnostic.List
	// Missing is the code for a missing value in a file of a host. It is empty for the rule
	// language, whose schema has the codes.
	Missing string

	// whole returns the file with the steps of programs, if only declarations are read; declaring
	// is on within a program.
	whole     func() *File
	declaring bool
}

// Fail reports an error.
func (r *Reader) Fail(at diagnostic.Range, code, summary, detail string) {
	r.Findings.Fail(at, code, summary, detail)
}

// Unknown reports a word that is not one of the known ones.
func (r *Reader) Unknown(at diagnostic.Range, code, what, word string, known []string) {
	r.Findings.Suggest(at, code, "unknown "+what+" "+word, "Known: "+strings.Join(known, ", ")+".", diagnostic.Nearest(word, known))
}

// Decode reads the values of a map into the fields of a struct by their tags; n may be
// nil. The field of a key that is absent, or null in a file of a host, keeps its value; what
// is required is declared in the schema.
//
// The tag `key:"max"` is for the value of a key, `key:"pay.max"` for that of a key in another
// map, `key:"max,at"` for its position in a [diagnostic.Range], `key:"valid,day"` for a date as
// a string. Fields are strings, booleans, whole numbers, decimals, texts for people, nodes,
// and structs, slices and maps by string of these; an embedded struct has keys of the same
// map. A slice of structs can also be read from a map, in its order, if the struct has a field
// for the key of an entry, `key:"@"`; a field with `key:"="` is for the value as a whole.
func (r *Reader) Decode(n *Node, into any) {
	if n != nil {
		r.decodeFields(n.Get, n, "", reflect.ValueOf(into).Elem())
	}
}

// Tags with a meaning of their own.
const (
	ownKey   = "@"
	ownValue = "="
)

// decodeFields reads the values that get returns by key, of the map whole if there is one,
// at a path of keys.
func (r *Reader) decodeFields(get func(key string) *Node, whole *Node, path string, v reflect.Value) {
	for i := range v.NumField() {
		declared := v.Type().Field(i)
		tag, tagged := declared.Tag.Lookup("key")
		if declared.Anonymous && !tagged && declared.Type.Kind() == reflect.Struct {
			r.decodeFields(get, whole, path, v.Field(i))
			continue
		}
		key, option, _ := strings.Cut(tag, ",")
		switch {
		case !tagged || key == ownKey:
		case key == ownValue:
			r.decodeValue(whole, path, option, v.Field(i))
		default:
			outer, inner, _ := strings.Cut(key, ".")
			n := get(outer)
			for inner != "" {
				outer, inner, _ = strings.Cut(inner, ".")
				n = n.Get(outer)
			}
			if n != nil && !(n.Null && r.Missing != "") {
				r.decodeValue(n, joined(path, key), option, v.Field(i))
			}
		}
	}
}

func joined(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// decodeValue reads a value by the type of its field. Options are at for its position, day
// for a date, mark for true or a text, and the noun for the names of variables.
func (r *Reader) decodeValue(n *Node, path, option string, v reflect.Value) {
	switch to := v.Addr().Interface().(type) {
	case *number.Decimal:
		*to = r.decimal(n, path)
	case *[]string:
		*to = r.words(n, path)
	case *wording.Text:
		*to = ReadText(n, &r.Findings)
	case *diagnostic.Range:
		*to = n.Range
	case **Node:
		*to = n
	case **Expression:
		*to = r.expression(n, path)
	case **Text:
		*to = r.text(n, path)
	case *[]*Variable:
		*to = r.variables(n, option)
	case *[]Step:
		if !r.declaring {
			*to = r.steps(n)
		}
	default:
		r.decodeKind(n, path, option, v)
	}
}

func (r *Reader) decodeKind(n *Node, path, option string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if option == "day" {
			v.SetString(r.Day(n))
		} else {
			v.SetString(r.Word(n, path))
		}
	case reflect.Bool:
		if option == "mark" {
			v.SetBool(r.marked(n))
		} else {
			v.SetBool(r.flag(n, path))
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.Whole(n, path, int(v.Int()))))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		r.decodeValue(n, path, "", v.Elem())
	case reflect.Struct:
		r.decodeFields(n.Get, n, path, v)
	case reflect.Slice:
		element := v.Type().Elem()
		if own := keyField(element); own != nil {
			for _, e := range r.entries(n, path) {
				one := reflect.New(element).Elem()
				one.FieldByIndex(own).SetString(e.Key.Text)
				r.decodeValue(e.Value, joined(path, e.Key.Text), "", one)
				v.Set(reflect.Append(v, one))
			}
			return
		}
		for _, item := range r.items(n, path) {
			one := reflect.New(element).Elem()
			r.decodeValue(item, path, "", one)
			v.Set(reflect.Append(v, one))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, e := range r.entries(n, path) {
			one := reflect.New(v.Type().Elem()).Elem()
			r.decodeValue(e.Value, joined(path, e.Key.Text), "", one)
			v.SetMapIndex(reflect.ValueOf(e.Key.Text), one)
		}
	}
}

// keyField returns the index of the field for the key of an entry; nil if there is none.
func keyField(t reflect.Type) []int {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("key") == ownKey {
			return t.Field(i).Index
		}
	}
	return nil
}

// Plain returns the text of a scalar; empty if n is nil or null.
func (n *Node) Plain() string {
	if n == nil || n.Null {
		return ""
	}
	return n.Text
}

// Word reads the text of a scalar; n may be nil.
func (r *Reader) Word(n *Node, what string) string {
	if n == nil {
		return ""
	}
	if n.Kind != Scalar || n.Null {
		r.Fail(n.Range, "wrong-shape", what+" must be a text", "Write one value after the colon, in quotes if it has a colon or # in it.")
		return ""
	}
	return n.Text
}

// List returns the values of a list; none if n is nil.
func (n *Node) List() []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// Texts returns the texts of scalars.
func Texts(nodes []*Node) (texts []string) {
	for _, n := range nodes {
		texts = append(texts, n.Text)
	}
	return texts
}

func (r *Reader) flag(value *Node, key string) bool {
	if value.Kind != Scalar || value.Text != "true" && value.Text != "false" {
		r.Fail(value.Range, "bad-flag", key+" must be true or false", "Write true or false without quotes.")
	}
	return value.Text == "true"
}

// mostCounted bounds whole numbers.
const mostCounted = 1_000_000

// Whole reads a whole number from 0; otherwise is the result if n is nil.
func (r *Reader) Whole(n *Node, what string, otherwise int) int {
	if n == nil {
		return otherwise
	}
	count, err := strconv.Atoi(n.Text)
	if err != nil || count < 0 || count > mostCounted {
		r.Fail(n.Range, "bad-number", fmt.Sprintf("%s must be a whole number from 0 to 1,000,000", what), "Write digits, such as 15000.")
		return otherwise
	}
	return count
}

func (r *Reader) decimal(n *Node, what string) number.Decimal {
	d, err := number.Parse(n.Text)
	if err != nil {
		r.Fail(n.Range, "bad-number", what+" must be a number", "Write digits and a decimal point, such as 1230.50.")
	}
	return d
}

// Day reads a date, YYYY-MM-DD; n may be nil.
func (r *Reader) Day(n *Node) string {
	if n == nil {
		return ""
	}
	if _, is := number.ParseDate(n.Text); !is {
		r.Fail(n.Range, "bad-date", n.Text+" is not a date", "Write 2026-01-31: year, month, day.")
		return ""
	}
	return n.Text
}
