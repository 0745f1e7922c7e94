package conformance

import (
	"errors"
	"fmt"

	"github.com/payslate/payslate/tables"
)

// tripChecker replays cases of trips.
type tripChecker struct {
	set    *Set
	tables *tables.Book
}

// prepareTrips makes what starts a worker on trips.
func (s *Set) prepareTrips(book *tables.Book) (func() checker, error) {
	if book == nil {
		return nil, fmt.Errorf("set %s asks about trips: it needs travel tables", s.Name)
	}
	return func() checker { return &tripChecker{s, book} }, nil
}

func (c *tripChecker) close() {}

func (c *tripChecker) check(i int, report func(Comparison)) {
	checkAnswer(&c.set.answers[i], c.answer, report)
}

// answer is what a trip gives, or the refusal in its place.
func (c *tripChecker) answer(request *value) (*value, error) {
	regime, journey, err := journeyOf(request)
	if err != nil {
		return nil, err
	}
	allowances, err := c.tables.Trip(regime, journey)
	var refusal *tables.Refusal
	if errors.As(err, &refusal) {
		v := refused(refusal.Code, refusal.Message)
		v.add("loc", locOf(refusal.Loc))
		candidates := value{kind: arrayValue}
		for _, c := range refusal.Candidates {
			place := value{kind: objectValue}
			place.add("country", textOf(c.Country.Code))
			place.add("city", textOf(c.City.English))
			candidates.items = append(candidates.items, place)
		}
		v.add("candidates", candidates)
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v := allowancesValue(allowances)
	return &v, nil
}

// journeyOf makes a journey of a request as the service would take it.
func journeyOf(request *value) (regime string, j *tables.Journey, err error) {
	j = &tables.Journey{}
	for i := range request.members {
		of := &request.members[i].value
		switch name := request.members[i].name; name {
		case "regime":
			regime = of.text
		case "leave_home":
			j.LeaveHome = of.text
		case "return_home":
			j.ReturnHome = of.text
		case "overnight":
			j.NoOvernight = of.kind == booleanValue && !of.boolean
		case "legs":
			for k := range of.items {
				j.Legs = append(j.Legs, legOf(&of.items[k]))
			}
		case "meals_provided":
			for k := range of.items {
				meals, err := mealsOf(&of.items[k])
				if err != nil {
					return "", nil, err
				}
				j.Meals = append(j.Meals, meals)
			}
		case "lodging_provided":
			j.Lodging = of.strings()
		default:
			further(of, name, &j.Fields, &j.Lists)
		}
	}
	return regime, j, nil
}

// further adds a field that the rules of a regime may want of a request.
func further(of *value, name string, fields *tables.Sent, lists *map[string][]tables.Sent) {
	if of.kind != arrayValue || lists == nil {
		if *fields == nil {
			*fields = tables.Sent{}
		}
		(*fields)[name] = of.String()
		return
	}
	if *lists == nil {
		*lists = map[string][]tables.Sent{}
	}
	(*lists)[name] = []tables.Sent{}
	for i := range of.items {
		item := tables.Sent{}
		for k := range of.items[i].members {
			item[of.items[i].members[k].name] = of.items[i].members[k].value.String()
		}
		(*lists)[name] = append((*lists)[name], item)
	}
}

func legOf(v *value) tables.Leg {
	var leg tables.Leg
	texts := map[string]*string{
		"country": &leg.Place.Country, "city": &leg.Place.City, "state": &leg.Place.State, "county": &leg.Place.County,
		"postal_code": &leg.Place.PostalCode, "arrive": &leg.Arrive, "depart": &leg.Depart,
	}
	for i := range v.members {
		m := &v.members[i]
		switch to := texts[m.name]; {
		case to != nil:
			*to = m.value.text
		case m.name == "home":
			leg.Home = m.value.boolean
		default:
			further(&m.value, m.name, &leg.Fields, nil)
		}
	}
	return leg
}

func mealsOf(v *value) (tables.ProvidedMeals, error) {
	var meals tables.ProvidedMeals
	for i := range v.members {
		switch m := &v.members[i]; m.name {
		case "date":
			meals.Date = m.value.text
		case "meals":
			meals.Meals = m.value.strings()
		case "paid":
			meals.Paid, meals.HasPaid = m.value.number, true
		default:
			return meals, fmt.Errorf("meals_provided has a member %q that is not known", m.name)
		}
	}
	return meals, nil
}

// strings lists the texts of an array.
func (v *value) strings() []string {
	var list []string
	for i := range v.items {
		list = append(list, v.items[i].text)
	}
	return list
}

// allowancesValue is an answer under the names that the service gives its parts.
func allowancesValue(a *tables.Allowances) value {
	v := value{kind: objectValue}
	v.add("regime", textOf(a.Regime.ID))
	totals := value{kind: objectValue}
	for i := range a.Totals {
		t := &a.Totals[i]
		sums := value{kind: objectValue}
		sums.add("total", numberOf(t.All))
		sums.add("meals_total", numberOf(t.Meals))
		sums.add("deductions_total", numberOf(t.Deductions))
		sums.add("lodging_total", numberOf(t.Lodging))
		totals.add(t.Currency, sums)
		if len(a.Totals) == 1 {
			v.add("currency", textOf(t.Currency))
			v.add("total", numberOf(t.All))
		}
	}
	v.add("totals", totals)
	lines := value{kind: arrayValue}
	for i := range a.Lines {
		lines.items = append(lines.items, allowanceLineValue(&a.Lines[i]))
	}
	v.add("lines", lines)
	tablesUsed := value{kind: arrayValue}
	for i := range a.Sources {
		from := textOf(a.Sources[i].Valid.From)
		if len(tablesUsed.items) == 0 || !tablesUsed.items[len(tablesUsed.items)-1].equal(&from) {
			tablesUsed.items = append(tablesUsed.items, from)
		}
	}
	v.add("tables_from", tablesUsed)
	if a.Limits != nil {
		v.add("limits", limitsValue(a.Limits))
	}
	notes := value{kind: arrayValue}
	for _, note := range a.Notes {
		notes.items = append(notes.items, textOf(note.English))
	}
	v.add("notes", notes)
	return v
}

func limitsValue(limits []tables.Limit) value {
	list := value{kind: arrayValue}
	for _, limit := range limits {
		v := value{kind: objectValue}
		v.add("rule", textOf(limit.Rule))
		v.add("workplace", textOf(limit.Workplace.English))
		v.add("begins", textOf(limit.Begins))
		v.add("ends", textOf(limit.Ends))
		list.items = append(list.items, v)
	}
	return list
}

func allowanceLineValue(line *tables.AllowanceLine) value {
	v := value{kind: objectValue}
	v.add("date", textOf(line.Date))
	v.add("kind", textOf(string(line.Kind)))
	if line.Meal != "" {
		v.add("meal", textOf(line.Meal))
	}
	v.add("amount", numberOf(line.Amount))
	v.add("currency", textOf(line.Currency))
	v.add("location", textOf(line.Location.English))
	v.add("rule", textOf(line.Rule.English))
	v.add("source", textOf(line.Source.English))
	return v
}
