package operations_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

// compiled returns a schema compiled by an independent validator.
func compiled(t testing.TB, text []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func valid(t testing.TB, schema *jsonschema.Schema, text string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return schema.Validate(value)
}

func schemaOf(schema *operations.Schema, language rules.Language, answer bool) []byte {
	return schema.JSONSchema(operations.Rendering{Language: language, Answer: answer})
}

// TestJSONSchemasAreValid: an independent validator accepts each schema.
func TestJSONSchemasAreValid(t *testing.T) {
	catalogue := opened(t, onRules)
	for _, operation := range catalogue.Operations() {
		for _, language := range []rules.Language{rules.English, german} {
			for _, text := range [][]byte{schemaOf(operation.Input, language, false), schemaOf(operation.Output, language, true), catalogue.Services[0].ToolSchema(operation, language)} {
				compiled(t, text)
				if !strings.HasPrefix(string(text), `{"type":"object",`) {
					t.Errorf("%s: a tool's schema must be an object: %.100s", operation.ID, text)
				}
			}
		}
	}
}

// TestJSONSchemaAndDecoderAgree: the schema and the service accept the same requests,
// and the answers match their schemas.
func TestJSONSchemaAndDecoderAgree(t *testing.T) {
	catalogue := opened(t, onRules)
	const id = "salary-net/net"
	input := compiled(t, schemaOf(catalogue.Operation(id).Input, rules.English, false))
	output := compiled(t, schemaOf(catalogue.Operation(id).Output, rules.English, true))
	tests := []struct {
		request string
		fits    bool
	}{
		{`{"country":"DE","gross":5000}`, true},
		{`{"country":"GB","gross":5000.0,"year":2026.0}`, true},
		{`{"country":"DE","gross":-0.01}`, false},
		{`{"country":"DE","gross":10000000}`, true},
		{`{"country":"DE","gross":10000000.01}`, false},
		{`{"country":"DE"}`, false},
		{`{"country":"FI","gross":1}`, false},
		{`{"country":"DE","gross":"5000"}`, false},
		{`{"country":"DE","gross":5000,"year":1999}`, false},
		{`{"country":"DE","gross":5000,"period":"decade"}`, false},
		{`{"country":"DE","gross":5000,"more":1}`, false},
		{`{"country":"DE","gross":5000,"de":null}`, true},
		{`{"country":"DE","gross":5000,"de":{"tax_class":7}}`, false},
		{`{"country":"DE","gross":5000,"de":{"tax_class":1.5}}`, false},
		{`{"country":"DE","gross":5000,"de":{"child_allowances":0.5}}`, true},
		{`{"country":"DE","gross":5000,"de":{"child_allowances":0.7}}`, false},
		{`{"country":"DE","gross":5000,"de":{"child_allowances":null}}`, true},
		{`{"country":"DE","gross":5000,"de":{"tax_class":4,"factor":0.925}}`, true},
		{`{"country":"DE","gross":5000,"de":{"tax_class":4,"factor":0.9255}}`, false},
		{`{"country":"DE","gross":5000,"de":{"tax_class":4,"factor":1}}`, false},
		{`{"country":"DE","gross":5000,"de":{"state":"BAY"}}`, false},
		{`{"country":"DE","gross":5000,"de":{"church":1}}`, false},
		{`{"country":"DE","gross":5000,"de":{"health_insurance":"none"}}`, false},
		{`{"country":"UK","gross":5000,"uk":{"tax_code":"1257L"}}`, true},
		{`{"country":"UK","gross":5000,"uk":{"tax_code":"1234567890123"}}`, false},
		{`{"country":"UK","gross":5000,"uk":{"period_number":1,"previous_tax":-10000000}}`, true},
		{`{"country":"UK","gross":5000,"uk":{"period_number":0}}`, false},
		{`{"country":"UK","gross":5000,"uk":{"extra":0}}`, false},
		{`[]`, false},
		{`null`, false},
	}
	for _, test := range tests {
		if err := valid(t, input, test.request); (err == nil) != test.fits {
			t.Errorf("%s: the schema returns %v", test.request, err)
		}
		answer, status := ask(catalogue, id, test.request)
		if fits := status != 422; fits != test.fits {
			t.Errorf("%s: status %d: %s", test.request, status, answer)
		}
		if status == 200 {
			if err := valid(t, output, answer); err != nil {
				t.Errorf("%s: the answer does not match its schema: %v\n%s", test.request, err, answer)
			}
		}
	}
}

var anyPercent = regexp.MustCompile(`\b[\d.]+ for [\d.]+ %`)

// TestPercentagesSayHow: the description of each percentage, components' too, says that it is 30
// for 30 %, or its maximum if that is lower.
func TestPercentagesSayHow(t *testing.T) {
	catalogue := opened(t, onRules)
	net := catalogue.Operation("salary-net/net")
	percentages := 0
	for _, country := range catalogue.Available() {
		for _, field := range country.Fields {
			fields := []rules.Field{field}
			for _, kind := range field.Kinds {
				fields = append(fields, kind.Fields...)
			}
			for _, own := range fields {
				if own.Percent() && len(own.Choices()) == 0 {
					percentages++
				}
			}
		}
	}
	for _, form := range []operations.Form{operations.OpenAPI, operations.ForForms} {
		text := string(net.Input.JSONSchema(operations.Rendering{Form: form}))
		if said := len(anyPercent.FindAllString(text, -1)); percentages == 0 || said != percentages {
			t.Errorf("form %d: %d of %d percentages", form, said, percentages)
		}
	}
}

// TestToolsSayWhatAgentsGuess: a tool's schema has the default of the pay period and, in the
// texts of profiles, each field under its type and each kind of component with its fields.
func TestToolsSayWhatAgentsGuess(t *testing.T) {
	catalogue := opened(t, onRules)
	text := string(catalogue.Services[0].ToolSchema(catalogue.Operation("salary-net/net"), rules.English))
	if !strings.Contains(text, `"default":"month"`) {
		t.Error("the default of the period is missing")
	}
	for _, country := range catalogue.Available() {
		_, profile, _ := strings.Cut(text, `"`+country.ProfileKey+`":{"type":"object"`)
		profile, _, _ = strings.Cut(profile, `"type":"object","description":"One of`)
		for _, field := range country.Fields {
			if !regexp.MustCompile(`[\[ "]` + field.Name + `\b`).MatchString(profile) {
				t.Errorf("%s: %s is missing", country.Code, field.Name)
			}
			if _, percents, _ := strings.Cut(profile, "5 for 5 %: "); field.Percent() && len(field.Choices()) == 0 && !strings.Contains(percents, field.Name) {
				t.Errorf("%s: %s is not among the percentages", country.Code, field.Name)
			}
			_, kinds, _ := strings.Cut(profile, `"kind":{"type":"string","description":"With `)
			for _, kind := range field.Kinds {
				for _, own := range kind.Fields {
					if !strings.Contains(kinds, kind.Name) || !strings.Contains(kinds, own.Name) {
						t.Errorf("%s: %s of %s is missing", country.Code, own.Name, kind.Name)
					}
				}
			}
		}
	}
}
