// Package operations defines the operations of the service, shared by every transport:
// the list of operations, their requests and answers. It does not depend on HTTP.
//
// A Catalogue lists the operations, which operations.yaml and travel.yaml declare; each answers
// typed requests by a method of Catalogue, and JSON by Operation.AnswerJSON. Schemas, tools and
// the examples of the documentation are made from the list.
//
// These hold. An answer is a struct with JSON tags, and its schema is made from that struct. A
// request is decoded by its schema: a field that was sent is read or refused, and an amount never
// passes through a float. An error is a *Failure; what can answer it is a patch of the request.
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
