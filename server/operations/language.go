package operations

import (
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// Language picks the language of an answer from an Accept-Language header, with
// those to take its place where a text lacks it.
func Language(acceptLanguage string) rules.Language { return wording.Accept(acceptLanguage) }
