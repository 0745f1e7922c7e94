package rest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/mcp"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// TestUnreadableTexts: query parameters and texts of tools refuse unreadable characters,
// free of charge.
func TestUnreadableTexts(t *testing.T) {
	catalogue := everything(t)
	f := newFixture(t, func(o *Options) { o.Catalogue = catalogue })
	key := f.key(1000)
	tried := 0
	for _, service := range catalogue.Services {
		path := mcp.Path(service.Name)
		for _, operation := range service.Operations {
			for _, property := range operation.Input.Properties {
				location := `"` + property.Name + `"]`
				if operation.Method == http.MethodGet {
					for _, text := range []string{"%zz", "%", "a%f", "%ff", "%c3", "\xff", "%00", "a%0a", "%7f", "%C2%85"} {
						query := url.QueryEscape(property.Name) + "=" + text
						for _, required := range operation.Input.Properties {
							if required.Required && required.Name != property.Name {
								query += "&" + required.Name + "=" + url.QueryEscape(sample(required.Schema))
							}
						}
						tried++
						request := operation.Path + "?" + query
						if got := f.send("GET", request, "", "X-API-Key", key); got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), location) {
							t.Errorf("%s: %d %.300s", request, got.Code, got.Body)
						}
					}
				}
				if operation.RESTOnly || property.Schema.Kind != rules.String {
					continue
				}
				for _, text := range []string{"\u0000", "a\n", "\u007f", "\u0085"} {
					tried++
					arguments := `{` + strconv.Quote(property.Name) + `:` + jsonText(text) + `}`
					if got := f.toolAt(path, operation.Tool, arguments, "X-API-Key", key); !got.isError || !strings.Contains(got.text, `"string_type"`) {
						t.Errorf("%s %s: %.300s", operation.Tool, arguments, got.text)
					}
				}
			}
		}
	}
	if tried < 150 {
		t.Errorf("%d texts tried", tried)
	}
	if left := f.balance(key); left != 1000 {
		t.Errorf("%d credits were charged", 1000-left)
	}
}

// sample returns a text that a required parameter accepts.
func sample(s *operations.Schema) string {
	if len(s.Choices) > 0 {
		return s.Choices[0]
	}
	if s.Example != nil && s.Example.Kind == rules.Integer {
		return s.Example.Number.String()
	}
	return "2026"
}

// jsonText returns a text as JSON with all but ASCII letters escaped.
func jsonText(text string) string {
	written := `"`
	for _, r := range text {
		written += `\u` + strconv.FormatInt(0x10000+int64(r), 16)[1:]
	}
	return written + `"`
}
