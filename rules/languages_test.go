package rules

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
)

func TestTextsHaveTheLanguagesOfTheirCountry(t *testing.T) {
	race.Skip(t)
	const name = "name: {en: Germany, de: Deutschland}"
	for _, test := range []struct{ name, file, old, text, want string }{
		{"slip in a tag: no German", "de/country.yaml", name, "name: {en: Germany, da: Deutschland}", "error: this text lacks its de version, which country.yaml declares [missing-language]"},
		{"slip in a tag: Danish", "de/country.yaml", name, "name: {en: Germany, da: Deutschland}", `warning: country.yaml does not declare the language "da" [undeclared-language]`},
		{"English alone", "de/country.yaml", name, "name: {en: Germany}", "de/country.yaml:9:7: error: this text lacks its de version"},
		{"a language more", "de/country.yaml", name, "name: {en: Germany, de: Deutschland, nl: Duitsland}", `does not declare the language "nl"`},
		{"a language declared", "uk/country.yaml", "languages: [en, de]", "languages: [en, de, nl]", "uk/country.yaml:8:7: error: this text lacks its nl version"},
		{"figures of the years", "uk/country.yaml", "languages: [en, de]", "languages: [en, de, nl]", "uk/figures.yaml:"},
		{"file that years share", "uk/country.yaml", "languages: [en, de]", "languages: [en, de, nl]", "uk/income_tax.yaml:"},
		{"no tag", "uk/country.yaml", "languages: [en, de]", "languages: [en, german language]", `"german language" is not a language tag such as en`},
		{"no English", "uk/country.yaml", "languages: [en, de]", "languages: [de]", "the languages lack en, which every text has [missing-language]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			book, list := Open(edited(t, test.file, test.old, test.text), Options{WithoutArchive: true})
			if found := list.Error(); !strings.Contains(found, test.want) {
				t.Errorf("found %q, want %q", found, test.want)
			}
			if (book == nil) != list.HasErrors() {
				t.Error("a book with errors, or none without")
			}
		})
	}
}
