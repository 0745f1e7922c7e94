package rules

import "github.com/payslate/payslate/interpreter/number"

// Service holds the bounds and texts of the service that hold for all
// countries (rules/service.yaml).
type Service struct {
	// YearMin, YearMax and YearDefault are the schema's range and default.
	YearMin, YearMax, YearDefault int
	// Periods lists all pay periods of the schema; PeriodDefault is the default.
	Periods       []string
	PeriodDefault string
	// GrossMax and NetMax bound the amounts; both must be above 0.
	GrossMax, NetMax number.Decimal
	// ScenariosMax bounds a comparison.
	ScenariosMax int
	// CompareNote says that amounts stay in each country's currency.
	CompareNote Text
	// CompareDisclaimer is the disclaimer of a comparison.
	CompareDisclaimer Text
}
