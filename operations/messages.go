package operations

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// one is the suffix of a message for the value 1.
const one = "_one"

//go:embed messages.yaml
var messagesText []byte

// messages are the texts of messages.yaml by name: those of the types of schema failures,
// and all others.
var messages = sync.OnceValue(func() (texts struct {
	Types, Messages map[string]rules.Text
	Yes, No         []string
	Failures        map[string]declaredFailure
}) {
	if err := syntax.Unmarshal("messages.yaml", messagesText, &texts); err != nil {
		panic(err) // the file is part of the program
	}
	return texts
})

// FailureTypes lists the types of schema failures, sorted.
func FailureTypes() []string {
	all := slices.Sorted(maps.Keys(messages().Types))
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, one) })
}

// say returns a message; values are pairs of a placeholder's name and its value.
func say(name string, values ...any) rules.Text {
	message, known := messages().Messages[name]
	if !known {
		panic("messages.yaml has no message " + name) // the names are those of the code
	}
	if len(values) == 0 {
		return message
	}
	return wording.Fill(message, values...)
}

// Language picks the language of an answer from an Accept-Language header, and those
// that replace it where a text lacks it.
func Language(acceptLanguage string) rules.Language { return wording.Accept(acceptLanguage) }

// Message returns the text of the failure.
func (d *Detail) Message(language rules.Language) string {
	message := messages().Types[d.Type]
	advice := ""
	for i := 0; i < len(d.Values); i += 2 {
		if singular, has := messages().Types[d.Type+one]; has && d.Values[i] == wording.Names(singular)[0] && d.Values[i+1] == 1 {
			message = singular
		}
		if d.Values[i] == hint {
			advice = ". " + d.Values[i+1].(rules.Text).In(language)
		}
	}
	return wording.Fill(message, d.Values...).In(language) + advice
}
