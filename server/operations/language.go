package operations

import (
	"golang.org/x/text/language"

	"github.com/payslate/payslate/rules"
)

// maxLanguages bounds the length of an Accept-Language header that is read.
const maxLanguages = 256

var (
	matcher   = language.NewMatcher([]language.Tag{language.English, language.German})
	languages = []rules.Language{rules.English, rules.German}
)

// Language picks the language of an answer from an Accept-Language header:
// English unless the header prefers another that there is.
func Language(acceptLanguage string) rules.Language {
	if acceptLanguage == "" || len(acceptLanguage) > maxLanguages {
		return rules.English
	}
	tags, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil {
		return rules.English
	}
	_, index, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return rules.English
	}
	return languages[index]
}
