// Package operations defines the operations of the service, shared by every transport:
// the list of operations, their inputs and answers, and the way from a request's text to
// the answer's. It does not depend on HTTP.
//
// The catalogue: catalogue.go is the list of operations, declared in operations.yaml and
// travel.yaml; declaration.go reads these, schema.go describes a value, jsonschema.go writes
// that as JSON Schema, tool.go makes tools of operations, example.go computes the examples of
// the documentation, and build.go names the running program.
//
// A request: decoder.go decodes JSON by a schema and query.go query strings; scalar.go checks
// their scalars, invalid.go has the failures, hint.go and slip.go what was probably meant. remedy.go
// writes what answers a failure or warning as a patch of the request.
// batch.go takes the items of a batch apart. scenario.go makes scenarios of the values, and
// year.go plans of a year.
//
// An answer: salary.go, year.go and curve.go answer from the rule book; writing.go, result.go
// and reasons.go write the answers, selection.go selects their fields. travel.go,
// travel_trip.go, travel_fields.go and travel_result.go do the same from the travel tables.
// failure.go has the errors, and messages.go their texts. reading.go explains the names in a
// rule file.
//
// # Example
//
// A request and its answer as JSON, without a server; errors are *Failure, which also have a
// JSON form.
//
//	book, findings := rules.OpenEmbedded()
//	if findings.HasErrors() {
//		log.Fatal(findings)
//	}
//	service, err := operations.New(book)
//	if err != nil {
//		log.Fatal(err)
//	}
//	net := service.Operation("salary-net/net")
//	answer, err := net.AnswerJSON(nil, []byte(`{"country": "NO", "gross": 50000, "no": {"pension_employee_rate": 2}}`), rules.English)
//	if err != nil {
//		log.Fatal(err)
//	}
//	var payslip struct{ Net, Gross json.Number }
//	if err := json.Unmarshal(answer, &payslip); err != nil {
//		log.Fatal(err)
//	}
//	fmt.Printf("%+v\n", payslip)
//	_, err = net.AnswerJSON(nil, []byte(`{"country": "NO", "year": 2020, "gross": 50000}`), rules.English)
//	var failure *operations.Failure
//	if errors.As(err, &failure) {
//		fmt.Println(failure.Code)
//	}
//
// It prints
//
//	{Net:35204 Gross:50000}
//	unsupported_year
package operations
