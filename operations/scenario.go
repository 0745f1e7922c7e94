package operations

import (
	"cmp"
	"sync"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// question is a scenario under construction, with memory for its profile.
type question struct {
	scenario rules.Scenario
	profile  []rules.Value
	words    []string // of the lists among them
	items    []rules.Item
}

var questions = sync.Pool{New: func() any { return new(question) }}

func (q *question) giveBack() {
	clear(q.profile)
	clear(q.words)
	clear(q.items)
	q.scenario = rules.Scenario{}
	questions.Put(q)
}

// country is the country of a request and its year; nil where the field does not fit the
// schema.
func country(book Rules, input *Value) (*rules.Country, int) {
	found, _ := book.Country(input.text("country"))
	return found, input.whole("year")
}

// read fills the question from a decoded request, whose amount has a name of its own.
func (q *question) read(book Rules, input *Value, amount string, language rules.Language) {
	country, year := country(book, input)
	q.scenario = rules.Scenario{
		Country: country, Year: year, Period: cmp.Or(input.text("period"), book.Service().PeriodDefault), PayDate: input.text("pay_date"),
		Amount: input.field(amount).Number, Language: language,
	}
	_, q.scenario.OtherProfile = q.readProfiles(input)
}

// acceptsZero reports whether the amount of a scenario may be 0.
func acceptsZero(book Rules, input *Value, amount string) bool {
	q := questions.Get().(*question)
	defer q.giveBack()
	q.read(book, input, amount, rules.English)
	return q.scenario.Country != nil && book.AcceptsZero(&q.scenario)
}

// readProfiles reads the profile of the scenario's country from a request; other is the
// first other country with a profile in it.
func (q *question) readProfiles(input *Value) (own *Value, other string) {
	for i := range input.Members {
		profile, codes := &input.Members[i], input.schema.Properties[i].Schema.countries
		switch {
		case codes == nil || !profile.Given():
		case q.scenario.Country != nil && codes[0] == q.scenario.Country.Code:
			own = profile
			q.readProfile(profile.Members)
		case other == "":
			other = codes[0]
		}
	}
	return own, other
}

// readProfile fills the question's profile from the members of a decoded one.
func (q *question) readProfile(members []Value) {
	q.profile, q.words, q.items = q.profile[:0], q.words[:0], q.items[:0]
	for i := range members {
		value := rules.Value{Value: members[i].Value}
		if value.Kind == types.ListKind {
			value = q.readList(&q.scenario.Country.Fields[i], members[i].Members)
		}
		q.profile = append(q.profile, value)
	}
	q.scenario.Values = q.profile
}

// readList reads a list of texts or of items with kinds. A list without items is not given. An
// item without a kind did not fit its schema, which is being told.
func (q *question) readList(field *rules.Field, members []Value) rules.Value {
	if field.Kinds == nil {
		from := len(q.words)
		for k := range members {
			q.words = append(q.words, members[k].Text)
		}
		return rules.Value{Value: types.Value{Kind: types.ListKind, Words: q.words[from:len(q.words):len(q.words)]}}
	}
	if len(members) == 0 {
		return rules.Value{}
	}
	from := len(q.items)
	for k := range members {
		sent := members[k].Members
		if len(sent) == 0 || !sent[0].Given() {
			continue
		}
		item := rules.Item{Kind: field.KindNamed(sent[0].Text)}
		for i := range sent[1:] {
			item.Values = append(item.Values, rules.Value{Value: sent[i+1].Value})
		}
		q.items = append(q.items, item)
	}
	return rules.Value{Value: types.Value{Kind: types.ListKind}, Items: q.items[from:len(q.items):len(q.items)]}
}
