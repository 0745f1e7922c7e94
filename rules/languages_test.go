package rules

import (
	"strings"
	"testing"
)

// TestTextsHaveTheLanguagesOfTheirCountry checks the texts of all files of a country,
// and the disclaimers.
func TestTextsHaveTheLanguagesOfTheirCountry(t *testing.T) {
	const country, name, languages = "xx/country.yaml", "name: {en: Erewhon, de: Erewhon}", "languages: [en, de]"
	for _, test := range []struct {
		old, text string
		want      []string
	}{
		{name, name, nil},
		{name, "name: {en: Erewhon, da: Erewhon}", []string{
			"xx/country.yaml:3:7: error: this text lacks its de version, which country.yaml declares [missing-language]",
			`warning: country.yaml does not declare the language "da" [undeclared-language]`}},
		{name, "name: {en: Erewhon}", []string{"xx/country.yaml:3:7: error: this text lacks its de version"}},
		{name, "name: {en: Erewhon, de: Erewhon, nl: Erewhon}", []string{`does not declare the language "nl"`}},
		{languages, "languages: [en, de, nl]", []string{"xx/country.yaml:3:7: error: this text lacks its nl version", "xx/net.yaml:8:", "xx/2026/parameters.yaml:9:"}},
		{languages, "languages: [en, de, fi]", []string{"service.yaml:", "warning: this text lacks its fi version, which country.yaml declares"}},
		{name, "name: {en: Erewhon, de: Erewhon, no language: Erewhon}", []string{`has no key "no language"`}},
		{languages, "languages: [en, german language]", []string{`"german language" is not a language tag such as en`}},
		{languages, "languages: [de]", []string{"the languages lack en, which every text has [missing-language]"}},
	} {
		files := madeUp(t, [3]string{country, "name: ", languages + "\nname: "}, [3]string{country, test.old, test.text})
		book, list := Open(files, Options{})
		if (book == nil) != list.HasErrors() || test.want == nil && len(list) > 0 {
			t.Errorf("%s: a book: %t, found %v", test.text, book != nil, list)
		}
		for _, want := range test.want {
			if found := list.Error(); !strings.Contains(found, want) {
				t.Errorf("%s: found %q, want %q", test.text, found, want)
			}
		}
	}
}
