package openapi

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// appendJSON appends a value: an object, a list, a string, an integer, a boolean
// or, as a jsontext.Value, finished JSON.
func appendJSON(dst []byte, value any) ([]byte, error) {
	var err error
	switch value := value.(type) {
	case object:
		dst = append(dst, '{')
		for i, m := range value {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = jsontext.AppendQuote(dst, m.name); err != nil {
				return dst, err
			}
			dst = append(dst, ':')
			if dst, err = appendJSON(dst, m.value); err != nil {
				return dst, err
			}
		}
		return append(dst, '}'), nil
	case []any:
		return appendList(dst, value)
	case []string:
		return appendList(dst, value)
	case string:
		return jsontext.AppendQuote(dst, value)
	case int:
		return strconv.AppendInt(dst, int64(value), 10), nil
	case bool:
		return strconv.AppendBool(dst, value), nil
	case jsontext.Value:
		return append(dst, value...), nil
	default:
		return dst, fmt.Errorf("a %T cannot be written as JSON", value)
	}
}

func appendList[T any](dst []byte, list []T) ([]byte, error) {
	dst = append(dst, '[')
	for i, item := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendJSON(dst, item); err != nil {
			return dst, err
		}
	}
	return append(dst, ']'), nil
}
