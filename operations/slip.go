package operations

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// maxSlip is the longest value in an object's place, in bytes, that is looked at for a slip;
// hints repeat others, up to maxEcho.
const maxSlip = 1000

// slip adds to the failure of a value of another form than the schema's what was meant, where
// it is plain to see. raw is its JSON text.
func (s *Schema) slip(found *Detail, raw []byte) {
	if len(raw) > maxSlip || len(raw) > maxEcho && s.Kind != types.RecordKind {
		return
	}
	text := string(raw)
	isText := raw[0] == '"'
	if isText {
		unquoted, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return
		}
		text = string(unquoted)
	}
	if s.Kind == types.RecordKind {
		found.Values = append(found.Values, s.objectSlip(strings.TrimSpace(text), isText)...)
		return
	}
	value := s.meantValue(text, isText)
	switch {
	case value == "":
		return
	case s.Kind == types.Number:
		found.Values = append(found.Values, hinted("plain_number", "example", value)...)
	default:
		found.Values = append(found.Values, hinted("value_meant", "value", value)...)
	}
	if s.Kind == types.ListKind && raw[0] == '{' {
		value = "[" + string(raw) + "]" // the one item
	}
	if jsontext.Value(value).IsValid() {
		found.meant = value
	}
}

// objectSlip is the hint for what stands in an object's place.
func (s *Schema) objectSlip(text string, isText bool) []any {
	switch {
	case isText && strings.HasPrefix(text, "{"):
		return hinted("encoded_twice")
	case strings.HasPrefix(text, "[") && !isText && s.batch != "":
		return hinted("many_sent", "operation", s.batch)
	}
	return hinted("object_meant", "example", s.sample())
}

// meantValue is the JSON text of the value that was meant, empty where that is not plain.
func (s *Schema) meantValue(text string, isText bool) string {
	trimmed := strings.TrimSpace(text)
	switch s.Kind {
	case types.Number:
		if !isText {
			return ""
		}
		if choice := s.meantChoice(trimmed, false); choice != "" {
			return choice
		}
		return s.meantNumber(trimmed)
	case types.Boolean:
		if choice := s.meantChoice(trimmed, false); choice != "" {
			return choice
		}
		for value, words := range map[string][]string{"true": messages().Yes, "false": messages().No} {
			for _, word := range words {
				if strings.EqualFold(word, trimmed) {
					return value
				}
			}
		}
	case types.Enumeration, types.Text:
		if len(s.Cases) > 0 {
			if choice := s.meantChoice(trimmed, s.Kind == types.Enumeration); choice != "" {
				return jsonText(choice)
			}
		}
		if s.Kind == types.Text && !isText && text[0] != '{' && text[0] != '[' {
			return jsonText(text)
		}
	case types.ListKind:
		return s.meantList(text, isText)
	default:
		if form := s.Kind.Notation(); form != nil {
			if value := form.Meant(trimmed); value != "" {
				return jsonText(value)
			}
		}
	}
	return ""
}

// meantList is a list in whose place one of its items was sent, or several in one text.
func (s *Schema) meantList(text string, isText bool) string {
	if !isText && text[0] == '{' && s.Items.Kind == types.RecordKind {
		return "[{…}]"
	}
	if s.Items.Kind == types.RecordKind || !isText && (text[0] == '{' || text[0] == '[') {
		return ""
	}
	var items []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;+", r) }) {
		part = strings.TrimSpace(part)
		if s.Items.Kind.Written() && s.Items.ReadText([]byte(part), new(types.Value)) == 0 {
			items = append(items, jsonText(part))
		} else if meant := s.Items.meantValue(part, true); meant != "" {
			items = append(items, meant)
		} else {
			return ""
		}
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// meantChoice is the choice that a text is, in another spelling or by its label; or, if
// near, the most similar one.
func (s *Schema) meantChoice(text string, near bool) string {
	plain := spelling(text)
	if plain == "" {
		return ""
	}
	for _, choice := range s.Cases {
		if spelling(choice) == plain {
			return choice
		}
	}
	for _, choice := range s.called {
		for _, label := range wording.All(choice.Label) {
			if spelling(label) == plain {
				return choice.Value
			}
		}
	}
	if !near {
		return ""
	}
	return diagnostic.Nearest(strings.ToLower(text), s.Cases)
}

// spelling is a text in lower case, letters and digits alone.
func spelling(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Numbers in the notation of people: with separators, and beside them a currency or a
// percent sign.
var (
	writtenNumber = regexp.MustCompile(`^(?:\p{Sc}|\pL{2,3}\.?)?\s*(-?[\d.,'’_\x{a0}\x{202f} ]*\d)\s*(?:\p{Sc}|%|\pL{2,3}\.?)?$`)
	blanks        = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "", "_", "")
)

// meantNumber is the number that a text writes, with a point before its decimals, empty
// where it does not write one.
func (s *Schema) meantNumber(text string) string {
	if s.Integer() {
		if value := romanNumber(text); value > 0 {
			return number.New(value, 0).String()
		}
	}
	match := writtenNumber.FindStringSubmatch(text)
	if match == nil {
		return ""
	}
	plain := pointed(blanks.Replace(match[1]))
	value, err := number.Parse(plain)
	if err != nil {
		return ""
	}
	if s.Integer() && value.IsInteger() {
		return value.Round(0, number.HalfUp).String()
	}
	return plain
}

// pointed rewrites digits with points and commas between them: the last mark comes before
// the decimals unless it occurs twice, or is the only mark and three digits follow it.
func pointed(digits string) string {
	at := strings.LastIndexAny(digits, ".,")
	if at < 0 {
		return digits
	}
	mark, whole, decimals := digits[at:at+1], digits[:at], digits[at+1:]
	other := strings.ContainsAny(whole, ".,")
	if strings.Contains(whole, mark) || !other && len(decimals) == 3 && strings.Trim(whole, "-0") != "" {
		whole, decimals = whole+decimals, ""
	}
	whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
	if decimals == "" {
		return whole
	}
	return whole + "." + decimals
}

// romanNumber is the value of a Roman numeral up to XXXIX, 0 for other texts.
func romanNumber(text string) int64 {
	units := []string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	text = strings.ToUpper(text)
	tens := len(text) - len(strings.TrimLeft(text, "X"))
	for unit, numeral := range units {
		if tens < 4 && text == strings.Repeat("X", tens)+numeral {
			return int64(10*tens + unit)
		}
	}
	return 0
}
