package pap

import (
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rulecheck/ruletext"
)

// plainScalar is what YAML surely reads as the text that it is.
var plainScalar = regexp.MustCompile(`^[\pL(][^:#"'{}\n]*$|^[0-9]+(\.[0-9]+)?$`)

// scalar writes a text as a YAML value in a block, in quotes only where needed.
func scalar(text string) string {
	if plainScalar.MatchString(text) && strings.TrimSpace(text) == text {
		return text
	}
	if _, isPlain := readPlain(text); isPlain {
		return text
	}
	return ruletext.Quoted(text)
}

// readPlain reports whether YAML reads a text without quotes as itself.
func readPlain(text string) (string, bool) {
	var read struct{ V yaml.Node }
	if strings.ContainsAny(text, "\n\"{}[]#") || yaml.Unmarshal([]byte("v: "+text+"\n"), &read) != nil {
		return "", false
	}
	return read.V.Value, read.V.Kind == yaml.ScalarNode && read.V.Value == text
}
