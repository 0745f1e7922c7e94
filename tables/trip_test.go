package tables

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// journey reads a journey as tests write it: legs "PLACE FROM TO" joined by ";",
// where a place is a country, COUNTRY/CITY, or "home", then "leave T", "return T",
// "no overnight", "meal DATE MEAL [PAID]", "lodging DATE…", "three" for three_months,
// "earlier WORKPLACE FROM TO" in parts of their own. A place may have a workplace and
// days of work a week after it (DE/Ulm@ward*2), or ^ for a night before its arrival.
// Times are DDTHH:MM of the month, such as 2026-03-.
func journey(month, text string) *Journey {
	j := &Journey{}
	for _, part := range strings.Split(text, ";") {
		words := strings.Fields(part)
		switch words[0] {
		case "three":
			j.Fields = Sent{"three_months": "true"}
		case "earlier":
			work := workAt(words[1])
			work["from"], work["to"] = month+words[2], month+words[3]
			j.Lists = map[string][]Sent{"earlier_work": append(j.Lists["earlier_work"], work)}
		case "leave":
			j.LeaveHome = month + words[1]
		case "return":
			j.ReturnHome = month + words[1]
		case "no":
			j.NoOvernight = true
		case "meal":
			meal := ProvidedMeals{Date: month + words[1], Meals: words[2:3]}
			if len(words) > 3 {
				meal.HasPaid = true
				meal.Paid, _ = number.Parse(words[3])
			}
			j.Meals = append(j.Meals, meal)
		case "lodging":
			for _, day := range words[1:] {
				j.Lodging = append(j.Lodging, month+day)
			}
		default:
			where, work, further := strings.Cut(words[0], "@")
			where, early := strings.CutSuffix(where, "^")
			country, city, _ := strings.Cut(where, "/")
			leg := Leg{Arrive: month + words[1], Depart: month + words[2], Home: country == "home"}
			leg.Place = Query{Country: country, City: strings.ReplaceAll(city, "_", " ")}
			if country == "US" && len(city) > 2 && city[2] == ':' {
				leg.Place.State, leg.Place.City = city[:2], strings.ReplaceAll(city[3:], "_", " ")
			}
			if further {
				leg.Fields = workAt(work)
			}
			if early {
				leg.Fields = Sent{"lodging_night": "preceding"}
			}
			j.Legs = append(j.Legs, leg)
		}
	}
	return j
}

// workAt reads a workplace with days of work a week, such as site_H*2.
func workAt(text string) Sent {
	workplace, days, few := strings.Cut(text, "*")
	work := Sent{}
	if workplace != "" {
		work["workplace"] = strings.ReplaceAll(workplace, "_", " ")
	}
	if few {
		work["workdays_per_week"] = days
	}
	return work
}

// told formats an answer: the lines by day of the month, and the total.
func told(a *Allowances, err error) string {
	if err != nil {
		if refusal, ok := err.(*Refusal); ok {
			return refusal.Code
		}
		return err.Error()
	}
	var words []string
	for _, line := range a.Lines {
		what := map[LineKind]string{MealsLine: "", DeductionLine: line.Meal + " ", LodgingLine: "night "}[line.Kind]
		currency := ""
		if len(a.Totals) > 1 {
			currency = " " + line.Currency
		}
		words = append(words, line.Date[8:]+" "+what+line.Amount.Trim().String()+currency)
	}
	var totals []string
	for _, total := range a.Totals {
		totals = append(totals, total.All.Trim().String()+" "+total.Currency)
	}
	text := strings.Join(words, ", ") + " = " + strings.Join(totals, " + ")
	for _, limit := range a.Limits {
		text += fmt.Sprintf("; %s %s to %s", limit.Workplace.English, limit.Begins[5:], limit.Ends[5:])
	}
	return text
}

type tripCase struct{ name, journey, want string }

// tripCases are cases of one regime in one month.
type tripCases struct {
	regime, month string
	list          []tripCase
}

func (c *tripCases) test(t *testing.T) {
	t.Helper()
	for i := range c.list {
		t.Run(c.list[i].name, func(t *testing.T) {
			if got := c.answer(embeddedBook(), i); got != c.list[i].want {
				t.Errorf("%s\n got %s\nwant %s", c.list[i].journey, got, c.list[i].want)
			}
		})
	}
}

// answer formats the answer of a book to a case.
func (c *tripCases) answer(book *Book, i int) string {
	return strings.TrimSpace(told(book.Trip(c.regime, journey(c.month, c.list[i].journey))))
}

// precedingNights are lodging reached after midnight under 41 CFR part 301-11. Austin: M&IE
// 80; Gulf Shores: 74. Other combinations are labelled cases.
var precedingNights = tripCases{"us-federal", "2026-03-", []tripCase{
	{"lodging reached after midnight, provided", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin^ 12T02:00 13T10:00; lodging 10 11 12", "10 55.5, 11 80, 12 80, 13 60 = 275.5 USD"},
	{"lodging reached after two nights on the way", "US/TX:Austin^ 12T02:00 12T10:00; leave 10T20:00", "10 60, 11 80, 11 night 187, 12 60 = 387 USD"},
	{"lodging before midnight is not a preceding night", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin^ 11T23:00 13T10:00", "invalid_input"},
	{"nor is lodging after a night elsewhere", "US/AL:Gulf_Shores 10T12:00 12T01:00; US/TX:Austin^ 12T10:00 13T10:00", "invalid_input"},
	{"nor the second place after midnight", "US/AL:Gulf_Shores 11T02:00 11T08:00; US/TX:Austin^ 11T10:00 12T10:00; leave 10T20:00", "invalid_input"},
	{"nor where no night was spent", "US/TX:Austin^ 11T02:00 11T22:00; leave 10T20:00; no overnight", "invalid_input"},
	{"nor before the trip", "US/TX:Austin^ 11T02:00 12T22:00", "invalid_input"},
	{"only the place that asks for it", "US/AL:Gulf_Shores^ 11T02:00 11T22:00; US/TX:Austin 12T02:00 12T22:00; leave 10T20:00", "10 55.5, 10 night 163, 11 80, 12 60 = 358.5 USD"},
}}

func TestPrecedingNights(t *testing.T) { precedingNights.test(t) }
