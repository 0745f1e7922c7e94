// Package operations defines the operations of the service, shared by every transport:
// the list of operations, their requests and answers. It does not depend on HTTP.
//
// The catalogue: catalogue.go is the list of operations, declared in operations.yaml and
// travel.yaml; declaration.go reads these, schema.go describes a request, record.go an answer by
// its struct, jsonschema.go writes both as JSON Schema, tool.go makes tools of operations,
// example.go computes the examples of the documentation, and build.go names the running program.
//
// An answer is a struct with JSON tags: payslip.go has those that the others share, year.go,
// curve.go, compare.go, reasons.go and listing.go the rest of the rule book's, travel.go,
// travel_trip.go, travel_fields.go and travel_result.go those from the travel tables. Methods of
// Catalogue, in salary.go and travel.go, answer typed requests. members.go walks a struct
// for all who need its members, encode.go writes it as JSON, selection.go selects fields. failure.go has the errors,
// and messages.go their texts. reading.go explains the names in a rule file.
//
// A request as JSON: decoder.go decodes it by a schema and query.go query strings; scalar.go
// checks their scalars, invalid.go has the failures, hint.go and slip.go what was probably meant.
// remedy.go writes what answers a failure or warning as a patch of the request. batch.go takes
// the items of a batch apart. scenario.go makes scenarios of the values, and year.go plans of a
// year.
//
// # Example
//
// A request and its answer, without a server or JSON. Operation.AnswerJSON takes and returns
// JSON, as the service does; the errors of both are *Failure, which also have a JSON form.
//
//	book, findings := rules.OpenEmbedded()
//	if findings.HasErrors() {
//		log.Fatal(findings)
//	}
//	service, err := operations.New(book)
//	if err != nil {
//		log.Fatal(err)
//	}
//	norway, _ := book.Country("NO")
//	scenario := rules.Scenario{
//		Country: norway, Year: 2026, Period: "month", Amount: number.New(50000, 0),
//		Profile: rules.Profile{"pension_employee_rate": 2},
//	}
//	payslip, err := service.Net(context.Background(), &scenario)
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println("net", payslip.Net, "of", payslip.Gross)
//	for _, line := range payslip.Lines {
//		if line.Payer == "employee" {
//			fmt.Println(line.Label, line.Amount)
//		}
//	}
//	scenario.Year = 2020
//	_, err = service.Net(context.Background(), &scenario)
//	var failure *operations.Failure
//	if errors.As(err, &failure) {
//		fmt.Println(failure.Code, failure.Location)
//	}
//
// It prints
//
//	net 35204.00 of 50000.00
//	Forskuddstrekk (advance tax deduction) 13796.00
//	Pensjonstrekk (own pension contribution) 1000.00
//	unsupported_year [year]
package operations
