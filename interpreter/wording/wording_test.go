package wording

import (
	"slices"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/number"
)

func registered(t *testing.T, tag string) Language {
	t.Helper()
	language, err := Register(tag)
	if err != nil {
		t.Fatal(err)
	}
	return language
}

// read makes a text of what a file has: one for every language, or a map.
func read(t *testing.T, text string) (read Text) {
	t.Helper()
	var everywhere string
	if yaml.Unmarshal([]byte(text), &everywhere) == nil {
		return Everywhere(everywhere)
	}
	var values map[string]string
	if err := yaml.Unmarshal([]byte(text), &values); err != nil {
		t.Fatal(err)
	}
	for tag, value := range values {
		if language, err := Parse(tag); err == nil {
			read.Set(language, value)
		}
	}
	return read
}

// TestAccept checks that each text is picked separately, in the order of the header.
func TestAccept(t *testing.T) {
	for _, tag := range []string{"de", "nl"} {
		registered(t, tag)
	}
	for _, c := range []struct{ header, text, want string }{
		{"nl", "{en: a, de: b, nl: c}", "c"},
		{"nl", "{en: a, de: b}", "a"},
		{"nl, de;q=0.5", "{en: a, de: b}", "b"},
		{"de;q=0.5, nl", "{en: a, de: b, nl: c}", "c"},
		{"nl, en;q=0.9, de;q=0.8", "{en: a, de: b}", "a"},
		{"de-AT", "{en: a, de: b}", "b"},
		{"fr, de;q=0.3", "{en: a, de: b}", "b"},
		{"en-GB, nl", "{en: a, nl: c}", "a"},
		{"", "{en: a, nl: c}", "a"},
		{"nl;;q", "{en: a, nl: c}", "a"},
		{"nl", "a", "a"},
	} {
		if got := read(t, c.text).In(Accept(c.header)); got != c.want {
			t.Errorf("%q of %s: %q, want %q", c.header, c.text, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	amount := number.New(123456789, 2)
	for tag, want := range map[string]string{"en": "1,234,567.89", "de": "1.234.567,89", "nl": "1.234.567,89", "de-CH": "1’234’567.89"} {
		if got := Amount(amount, 2)(registered(t, tag)); got != want {
			t.Errorf("%s: %s, want %s", tag, got, want)
		}
	}
}

// TestFill checks that the result has the languages of the text, or of the values if the
// text is the same everywhere.
func TestFill(t *testing.T) {
	de, nl := registered(t, "de"), registered(t, "nl")
	place := read(t, "{en: Geneva, de: Genf, nl: Genève}")
	for _, c := range []struct{ text, english, german, dutch string }{
		{"{en: 'in {place}', de: 'in der Stadt {place}'}", "in Geneva", "in der Stadt Genf", "in Geneva"},
		{"'1: {place}'", "1: Geneva", "1: Genf", "1: Genève"},
		{"{en: 'in {place}'}", "in Geneva", "in Geneva", "in Geneva"},
	} {
		filled := Fill(read(t, c.text), "place", place)
		if got := []string{filled.English, filled.In(de), filled.In(nl)}; !slices.Equal(got, []string{c.english, c.german, c.dutch}) {
			t.Errorf("%s: %q", c.text, got)
		}
	}
	if joined := Join([]Text{place, Everywhere("CH")}, ", "); joined.In(nl) != "Genève, CH" || !Equal(joined, Join([]Text{place, Everywhere("CH")}, ", ")) {
		t.Errorf("joined: %q", All(joined))
	}
}

// TestTags checks that invalid and noncanonical tags are refused.
func TestTags(t *testing.T) {
	for _, tag := range []string{"", "dutch", "xx", "DE", "eng", "de_CH"} {
		if language, err := Register(tag); err == nil {
			t.Errorf("%q is %s", tag, language.Tag())
		}
	}
}

// TestTextsRegisterNoLanguage checks that keys of texts, however many, neither fill the
// process with languages nor are offered to readers.
func TestTextsRegisterNoLanguage(t *testing.T) {
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			for _, region := range []string{"", "-CH"} {
				if tag := string([]rune{a, b}) + region; tag != "en" {
					read(t, "{en: English, "+tag+": other}")
				}
			}
		}
	}
	if language, err := Register("nl"); err != nil || read(t, "{en: a, nl: b}").In(language) != "b" {
		t.Errorf("nl after all others: %v", err)
	}
	if tags := Tags(); slices.Contains(tags, "fr") || Accept("fr").Tag() != "en" {
		t.Errorf("readers may ask for %v", tags)
	}
}
