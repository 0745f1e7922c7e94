package operations

import (
	"sync"

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

// scenarioReader makes scenarios of the values of a schema that has a country,
// year, period, profiles and an amount.
type scenarioReader struct {
	countryReader
	period, amount   int
	payDate          int
	profiles         []int // properties that hold profiles
	profileCountries []*rules.Country
}

// countryReader reads the country and year of a request.
type countryReader struct {
	rules         Rules
	country, year int
}

func newCountryReader(book Rules, schema *Schema) countryReader {
	return countryReader{book, schema.Index("country"), schema.Index("year")}
}

// read returns no country where its field does not fit the schema.
func (r *countryReader) read(input *Value) (*rules.Country, int) {
	country, _ := r.rules.Country(input.Members[r.country].Text)
	if year := &input.Members[r.year]; year.Given() {
		sent, _ := year.Number.Int64()
		return country, int(sent)
	}
	return country, r.rules.Service().YearDefault
}

// newScenarioReader prepares for a schema whose amount is the named property.
func newScenarioReader(book Rules, schema *Schema, amount string) *scenarioReader {
	reader := &scenarioReader{
		countryReader: newCountryReader(book, schema),
		period:        schema.Index("period"), amount: schema.Index(amount), payDate: schema.Index("pay_date"),
	}
	for _, country := range book.Countries() {
		if index := schema.Index(country.ProfileKey()); index >= 0 && country.Status() == rules.Available {
			reader.profiles = append(reader.profiles, index)
			reader.profileCountries = append(reader.profileCountries, country)
		}
	}
	if schema.Properties[reader.amount].Schema.Zero {
		schema.zero = reader.amount
		schema.acceptsZero = func(members []Value) bool {
			q := questions.Get().(*question)
			defer q.giveBack()
			reader.read(&Value{Members: members}, rules.English, q)
			return q.scenario.Country != nil && book.AcceptsZero(&q.scenario)
		}
	}
	return reader
}

// read fills the question from a decoded request.
func (r *scenarioReader) read(input *Value, language rules.Language, q *question) {
	country, year := r.countryReader.read(input)
	q.scenario = rules.Scenario{
		Country: country, Year: year, Period: r.rules.Service().PeriodDefault, Amount: input.Members[r.amount].Number, Language: language,
	}
	if period := &input.Members[r.period]; period.Given() {
		q.scenario.Period = period.Text
	}
	if day := &input.Members[r.payDate]; day.Given() {
		q.scenario.PayDate = day.Text
	}
	for i, index := range r.profiles {
		profile := &input.Members[index]
		switch {
		case !profile.Given():
		case r.profileCountries[i] == country:
			q.readProfile(country, profile.Members)
		case q.scenario.OtherProfile == "":
			q.scenario.OtherProfile = r.profileCountries[i].Code()
		}
	}
}

// readProfile fills the question's profile from the members of a decoded one.
func (q *question) readProfile(country *rules.Country, members []Value) {
	q.profile, q.words, q.items = q.profile[:0], q.words[:0], q.items[:0]
	for i := range members {
		value := members[i].Value
		if value.Kind == rules.Array {
			value = q.readList(&country.Fields()[i], members[i].Members)
		}
		q.profile = append(q.profile, value)
	}
	q.scenario.Values = q.profile
}

// readList reads a list of texts or of items with kinds. A list without items is not given.
func (q *question) readList(field *rules.Field, members []Value) rules.Value {
	if field.Kind == rules.List {
		from := len(q.words)
		for k := range members {
			q.words = append(q.words, members[k].Text)
		}
		return rules.Value{Kind: rules.List, Words: q.words[from:len(q.words):len(q.words)]}
	}
	if len(members) == 0 {
		return rules.Value{}
	}
	from := len(q.items)
	for k := range members {
		sent := members[k].Members
		item := rules.Item{Kind: field.KindNamed(sent[0].Text)}
		for i := range sent[1:] {
			item.Values = append(item.Values, sent[i+1].Value)
		}
		q.items = append(q.items, item)
	}
	return rules.Value{Kind: rules.Array, Items: q.items[from:len(q.items):len(q.items)]}
}
