// Package postman generates a Postman collection (format 2.1) of all operations with
// their examples. Its only variables are an address and a key.
//
//	go test ./clients/postman -update
package postman

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/tables"
)

// write writes the collection for the embedded rules and tables.
func write(out io.Writer) error {
	book, findings := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if err := findings.Err(); err != nil {
		return err
	}
	travel, findings, _ := tables.Open(tables.Embedded(), tables.Options{})
	if err := findings.Err(); err != nil {
		return err
	}
	catalogue, err := operations.New(book, operations.WithTables(travel))
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(newCollection(catalogue))
}

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

type collection struct {
	Info struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Schema      string `json:"schema"`
	} `json:"info"`
	Auth     auth    `json:"auth"`
	Variable []value `json:"variable"`
	Item     []item  `json:"item"`
}

type auth struct {
	Type   string  `json:"type"`
	APIKey []value `json:"apikey"`
}

type value struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Type  string `json:"type,omitempty"`
}

// item is a folder of items, or a request.
type item struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Item        []item   `json:"item,omitempty"`
	Request     *request `json:"request,omitempty"`
}

type request struct {
	Method      string  `json:"method"`
	Description string  `json:"description"`
	Header      []value `json:"header"`
	URL         string  `json:"url"`
	Body        *body   `json:"body,omitempty"`
}

type body struct {
	Mode string `json:"mode"`
	Raw  string `json:"raw"`
}

func newCollection(catalogue *operations.Catalogue) *collection {
	c := &collection{
		Auth:     auth{Type: "apikey", APIKey: []value{{"key", "X-API-Key", "string"}, {"value", "{{key}}", "string"}, {"in", "header", "string"}}},
		Variable: []value{{Key: "address", Value: "http://127.0.0.1:8080"}, {Key: "key"}},
	}
	c.Info.Name = catalogue.Reference.Title.In(rules.English)
	c.Info.Description = catalogue.Reference.Summary.In(rules.English) + " Set the variables address and key."
	c.Info.Schema = schema
	for _, service := range catalogue.Services {
		folder := item{Name: service.Title.In(rules.English), Description: service.About.In(rules.English)}
		for _, operation := range service.Operations {
			for _, example := range operation.Examples(rules.English) {
				folder.Item = append(folder.Item, newItem(operation, &example))
			}
		}
		c.Item = append(c.Item, folder)
	}
	return c
}

func newItem(operation *operations.Operation, example *operations.Example) item {
	name := operation.Title.In(rules.English)
	if title := example.Title.In(rules.English); title != "" && title != name {
		name += ": " + title
	}
	r := &request{Method: operation.Method, Description: operation.About.In(rules.English), Header: []value{}, URL: "{{address}}" + operation.Path}
	if operation.Method == "GET" {
		if example.Request != "" {
			r.URL += "?" + example.Request
		}
		return item{Name: name, Request: r}
	}
	r.Header = []value{{Key: "Content-Type", Value: "application/json"}}
	r.Body = &body{Mode: "raw", Raw: indented(example.Request)}
	return item{Name: name, Request: r}
}

// indented returns a JSON request with indentation.
func indented(text string) string {
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(text), "", "  "); err != nil {
		return text
	}
	return out.String()
}
