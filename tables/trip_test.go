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

// officialGermany are the examples of the letter of 25 November 2020, of the law and of
// the wage tax guidelines.
var officialGermany = tripCases{"de-federal", "2026-05-", []tripCase{
	{"one day of 9 hours (Rz. 75, example 47)", "DE/Hannover 04T09:30 04T17:30; leave 04T09:00; return 04T18:00", "04 14 = 14 EUR"},
	{"one day of 9 hours, lunch provided (Rz. 75, example 47)", "DE/Hannover 04T09:30 04T17:30; leave 04T09:00; return 04T18:00; meal 04 lunch", "04 14, 04 lunch -11.2 = 2.8 EUR"},
	{"exactly 8 hours (§ 9 Abs. 4a Satz 3 Nr. 3 EStG)", "DE/Hannover 04T09:30 04T16:30; leave 04T09:00; return 04T17:00", "= 0 EUR"},
	{"three days, all meals on the middle one (Rz. 75, example 48)", "DE/Leipzig 01T11:00 03T14:00; leave 01T08:00; return 03T17:00; lodging 01 02; meal 02 breakfast; meal 02 lunch; meal 02 dinner; meal 03 breakfast",
		"01 14, 02 28, 02 breakfast -5.6, 02 lunch -11.2, 02 dinner -11.2, 03 14, 03 breakfast -5.6 = 22.4 EUR"},
	{"the employee pays for meals (Rz. 77, example 50)", "DE/Leipzig 01T11:00 03T14:00; leave 01T08:00; return 03T17:00; lodging 01 02; meal 02 breakfast 1.80; meal 02 lunch 3.40; meal 02 dinner 3.40; meal 03 breakfast 1.80",
		"01 14, 02 28, 02 breakfast -3.8, 02 lunch -7.8, 02 dinner -7.8, 03 14, 03 breakfast -3.8 = 32.8 EUR"},
	{"a night in Belgium (R 9.7 Abs. 3 LStR)", "BE/Gent 23T11:00 24T15:00; leave 23T08:00; return 24T19:00", "23 40, 23 night 141, 24 40 = 221 EUR"},
}}

func TestOfficialExamplesGermany(t *testing.T) { officialGermany.test(t) }

// officialUnitedStates are the examples of GSA's page on M&IE breakdowns.
var officialUnitedStates = tripCases{"us-federal", "2026-03-", []tripCase{
	{"first and last day in the 74 tier", "US/AL:Gulf_Shores 10T11:00 11T15:00; leave 10T08:00; return 11T19:00; lodging 10", "10 55.5, 11 55.5 = 111 USD"},
	{"first and last day in the 80 tier", "US/TX:Austin 10T11:00 11T15:00; leave 10T08:00; return 11T19:00; lodging 10", "10 60, 11 60 = 120 USD"},
}}

func TestOfficialExamplesUnitedStates(t *testing.T) { officialUnitedStates.test(t) }

// officialUnitedKingdom are the examples of the Employment Income Manual.
var officialUnitedKingdom = tripCases{"uk-revenue", "2026-03-", []tripCase{
	{"Geneva, room paid by the employer (EIM05280, example 1)", "CH/Geneva 02T15:00 05T09:00; lodging 02 03 04", "02 155.5, 03 155.5, 04 117.5 = 428.5 CHF"},
	{"Paris, dinner provided by a host (EIM05270)", "FR/Paris 10T10:00 11T10:00; lodging 10; meal 10 dinner", "10 117, 10 dinner -42 = 75 EUR"},
}}

func TestOfficialExamplesUnitedKingdom(t *testing.T) { officialUnitedKingdom.test(t) }

// tripsGermany are combinations that the law settles: § 9 Abs. 4a EStG, R 9.6 and
// R 9.7 LStR. AT: 50/33, night 117; FR: 53/36, night 105 (rates of 2026).
var tripsGermany = tripCases{"de-federal", "2026-05-", []tripCase{
	{"8 hours and a minute", "DE 04T09:30 04T17:01; leave 04T09:00", "04 14 = 14 EUR"},
	{"leaving and returning are the first arrival and last departure", "DE 04T09:00 04T17:01", "04 14 = 14 EUR"},
	{"two absences with a stop at home are added", "DE 04T07:00 04T11:00; home 04T11:30 04T13:00; AT 04T14:00 04T18:00; leave 04T06:30; return 04T18:31", "04 33 = 33 EUR"},
	{"two absences of 8 hours in all", "DE 04T07:00 04T11:00; home 04T11:00 04T13:00; DE 04T13:00 04T17:00", "= 0 EUR"},
	{"absences abroad and at home: abroad", "AT 04T07:00 04T11:00; home 04T11:00 04T13:00; DE 04T13:00 04T18:00", "04 33 = 33 EUR"},
	{"absences in two countries: the last", "AT 04T07:00 04T11:00; home 04T11:00 04T13:00; FR/Lyon 04T13:00 04T18:00", "04 36 = 36 EUR"},
	{"an absence abroad and in Germany before another", "AT 04T07:00 04T09:00; DE 04T09:30 04T11:00; home 04T11:00 04T13:00; DE 04T13:00 04T18:00", "04 33 = 33 EUR"},
	{"the end of a trip counts more than a day trip", "SI 04T15:00 05T02:00; home 05T04:00 05T06:00; DE 05T06:00 05T15:00; lodging 04", "04 25, 05 25 = 50 EUR"},
	{"the end of a trip counts less than a day trip", "DE 04T15:00 05T02:00; home 05T04:00 05T06:00; SI 05T06:00 05T15:00; lodging 04", "04 14, 05 25 = 39 EUR"},
	{"two trips with the same allowance: the later one", "FR/Lyon 04T15:00 05T09:00; home 05T11:00 05T12:00; FI 05T20:00 06T12:00; lodging 04 05; meal 05 breakfast", "04 36, 05 36, 05 breakfast -10.8, 06 36 = 97.2 EUR"},
	{"a day trip with the allowance of the trip before: the later one", "FR/Lyon 04T15:00 05T02:00; home 05T04:00 05T06:00; FI 05T06:00 05T15:00; lodging 04; meal 05 breakfast", "04 36, 05 36, 05 breakfast -10.8 = 61.2 EUR"},
	{"night flight home", "FR/Lyon 04T15:00 05T22:00; return 06T07:00; lodging 04 05", "04 36, 05 53, 06 36 = 125 EUR"},
	{"abroad and then in Germany on one day", "AT 04T09:00 04T12:00; DE 04T13:00 04T19:00", "04 33 = 33 EUR"},
	{"Germany and then abroad on one day", "DE 04T09:00 04T17:00; AT 04T18:00 04T19:00", "04 33 = 33 EUR"},
	{"return by way of Germany", "AT 04T15:00 06T09:00; DE/Passau 06T11:00 06T16:00; lodging 04 05", "04 33, 05 50, 06 33 = 116 EUR"},
	{"last day in Germany, night there", "AT 04T15:00 05T09:00; DE/Passau 05T11:00 06T16:00", "04 33, 04 night 117, 05 50, 05 night 20, 06 14 = 234 EUR"},
	{"Germany before midnight on the first day", "AT 05T01:00 06T10:00; leave 04T20:00; lodging 04 05", "04 14, 05 50, 06 33 = 97 EUR"},
	{"arrival at midnight exactly is not before midnight", "AT 05T00:00 06T10:00; leave 04T20:00; lodging 04 05", "04 14, 05 50, 06 33 = 97 EUR"},
	{"return at midnight exactly leaves no further day", "AT 04T15:00 05T20:00; return 06T00:00; lodging 04", "04 33, 05 33 = 66 EUR"},
	{"the place reached before midnight between two countries", "AT 04T15:00 05T10:00; FR/Lyon 06T06:00 07T10:00; lodging 04 05 06", "04 33, 05 50, 06 53, 07 36 = 172 EUR"},
	{"a whole day in the air takes Austria", "DE 04T15:00 05T10:00; JP/Tokio 07T06:00 08T10:00; lodging 04 05 06 07", "04 14, 05 28, 06 50, 07 50, 08 33 = 175 EUR"},
	{"no night on the way", "AT 04T15:00 05T22:00; return 06T07:00", "04 33, 04 night 117, 05 50, 06 33 = 233 EUR"},
	{"no night where the traveller leaves at midnight", "AT 04T15:00 05T00:00; DE/Passau 05T00:00 05T12:00", "04 33, 04 night 20, 05 33 = 86 EUR"},
	{"over midnight, the larger part on the second day", "AT 04T22:00 05T06:00; leave 04T21:00; return 05T07:00; no overnight", "05 33 = 33 EUR"},
	{"over midnight, two equal parts", "AT 04T20:00 05T04:00; leave 04T19:00; return 05T05:00; no overnight", "04 33 = 33 EUR"},
	{"over midnight, a meal on the day after the allowance", "AT 04T18:00 05T03:00; no overnight; meal 05 breakfast", "04 33, 05 breakfast -10 = 23 EUR"},
	{"8 hours on the first and last day of three without a night", "AT 04T16:00 06T08:00; no overnight", "05 50 = 50 EUR"},
	{"over midnight, 8 hours", "AT 04T20:00 05T04:00; no overnight", "= 0 EUR"},
	{"over midnight, meals of both days", "AT 04T20:00 05T05:00; no overnight; meal 04 dinner; meal 05 breakfast; lodging 04", "04 dinner -20, 05 33, 05 breakfast -10 = 3 EUR"},
	{"a night shift with a day between", "AT 04T12:00 06T12:00; no overnight", "04 33, 05 50, 06 33 = 116 EUR"},
	{"two night trips on one day: once", "DE 04T20:00 05T08:00; home 05T08:00 05T18:00; AT 05T18:00 06T03:30; no overnight", "05 33 = 33 EUR"},
	{"end of one trip and beginning of another: the higher", "DE 04T12:00 05T10:00; home 05T11:00 05T12:00; AT 05T15:00 06T12:00; lodging 04 05", "04 14, 05 33, 06 33 = 80 EUR"},
	{"a night at home between two trips", "AT 04T09:00 04T20:00; home 04T20:00 05T08:00; AT 05T09:00 05T20:00", "04 33, 05 33 = 66 EUR"},
	{"two stops at home in a row", "AT 04T09:00 04T20:00; home 04T20:00 05T07:00; home 05T08:00 05T09:00; AT 05T09:30 05T20:00", "04 33, 05 33 = 66 EUR"},
	{"deductions stop at 0, breakfast first", "AT 04T09:00 05T20:00; lodging 04; meal 04 dinner; meal 04 lunch; meal 04 breakfast", "04 33, 04 breakfast -10, 04 lunch -20, 04 dinner -3, 05 33 = 33 EUR"},
	{"a meal paid for in full, and more, lowers nothing", "AT 04T09:00 05T20:00; lodging 04; meal 04 breakfast 12; meal 04 lunch 5.005", "04 33, 04 lunch -14.99, 05 33 = 51.01 EUR"},
	{"a meal on a day without an allowance", "AT 04T09:00 04T17:00; meal 04 lunch", "= 0 EUR"},
}}

func TestTripsGermany(t *testing.T) { tripsGermany.test(t) }

// tripsUnitedStates are combinations of 41 CFR part 301-11. Austin: M&IE 80;
// Boston: 92; Gulf Shores: 74.
var tripsUnitedStates = tripCases{"us-federal", "2026-03-", []tripCase{
	{"12 hours exactly", "US/TX:Austin 10T07:00 10T19:00", "= 0 USD"},
	{"12 hours and a minute", "US/TX:Austin 10T07:00 10T19:01", "10 60 = 60 USD"},
	{"12 hours over midnight with a bed", "US/TX:Austin 10T20:00 11T08:00", "= 0 USD"},
	{"24 hours exactly", "US/TX:Austin 10T07:00 11T07:00; lodging 10", "10 60, 11 60 = 120 USD"},
	{"several places on a day: the highest", "US/AL:Gulf_Shores 10T07:00 10T10:00; US/TX:Austin 10T11:00 10T14:00; US/AL:Gulf_Shores 10T15:00 10T20:00", "10 60 = 60 USD"},
	{"24 hours exactly without lodging: not the highest", "US/TX:Austin 10T07:00 10T12:00; US/AL:Gulf_Shores 10T13:00 11T07:00; no overnight", "10 55.5, 11 55.5 = 111 USD"},
	{"over midnight without lodging: the highest", "US/TX:Austin 10T18:00 10T22:00; US/AL:Gulf_Shores 10T23:00 11T08:00; no overnight", "10 60, 11 60 = 120 USD"},
	{"over midnight with lodging: its place", "US/TX:Austin 10T18:00 10T22:00; US/AL:Gulf_Shores 10T23:00 11T08:00", "10 55.5, 10 night 163, 11 55.5 = 274 USD"},
	{"moving on in the first night", "US/AL:Gulf_Shores 10T12:00 10T22:00; US/TX:Austin 11T02:00 12T12:00; lodging 11", "10 60, 11 80, 12 60 = 200 USD"},
	{"moving on: the new place in full", "US/AL:Gulf_Shores 10T12:00 11T10:00; US/TX:Austin 11T15:00 12T10:00; lodging 10 11", "10 55.5, 11 80, 12 60 = 195.5 USD"},
	{"on the way at midnight: the new place", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin 12T02:00 13T10:00; lodging 10 12", "10 55.5, 11 80, 12 80, 13 60 = 275.5 USD"},
	{"at the new place at midnight sharp: the new place", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin 12T00:00 13T10:00; lodging 10 11 12", "10 55.5, 11 80, 12 80, 13 60 = 275.5 USD"},
	{"on the way home at midnight: the last place", "US/TX:Austin 10T12:00 11T22:00; return 12T02:00; lodging 10", "10 60, 11 80, 12 60 = 200 USD"},
	{"departure in the night before: the first place", "US/TX:Austin 11T02:00 12T12:00; leave 10T20:00; lodging 11", "10 60, 11 80, 12 60 = 200 USD"},
	{"the incidentals remain", "US/TX:Austin 10T12:00 11T12:00; lodging 10; meal 10 breakfast; meal 10 lunch; meal 10 dinner", "10 60, 10 breakfast -20, 10 lunch -22, 10 dinner -13, 11 60 = 65 USD"},
	{"a meal that the traveller pays for", "US/TX:Austin 10T12:00 11T12:00; lodging 10; meal 10 breakfast 5.50; meal 10 lunch 30", "10 60, 10 breakfast -14.5, 11 60 = 105.5 USD"},
	{"two trips on a day: the higher once", "US/AL:Gulf_Shores 10T08:00 11T10:00; home 11T11:00 11T12:00; US/TX:Austin 11T15:00 12T16:00; lodging 10 11", "10 55.5, 11 60, 12 60 = 175.5 USD"},
	{"lodging reached after midnight", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin^ 12T02:00 13T10:00; lodging 10 12", "10 55.5, 11 80, 11 night 187, 12 80, 13 60 = 462.5 USD"},
	{"lodging reached after midnight, provided", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin^ 12T02:00 13T10:00; lodging 10 11 12", "10 55.5, 11 80, 12 80, 13 60 = 275.5 USD"},
	{"lodging reached after two nights on the way", "US/TX:Austin^ 12T02:00 12T10:00; leave 10T20:00", "10 60, 11 80, 11 night 187, 12 60 = 387 USD"},
	{"lodging before midnight is not a preceding night", "US/AL:Gulf_Shores 10T12:00 11T22:00; US/TX:Austin^ 11T23:00 13T10:00", "invalid_input"},
	{"nor is lodging after a night elsewhere", "US/AL:Gulf_Shores 10T12:00 12T01:00; US/TX:Austin^ 12T10:00 13T10:00", "invalid_input"},
	{"nor the second place after midnight", "US/AL:Gulf_Shores 11T02:00 11T08:00; US/TX:Austin^ 11T10:00 12T10:00; leave 10T20:00", "invalid_input"},
	{"nor where no night was spent", "US/TX:Austin^ 11T02:00 11T22:00; leave 10T20:00; no overnight", "invalid_input"},
	{"nor before the trip", "US/TX:Austin^ 11T02:00 12T22:00", "invalid_input"},
	{"only the place that asks for it", "US/AL:Gulf_Shores^ 11T02:00 11T22:00; US/TX:Austin 12T02:00 12T22:00; leave 10T20:00", "10 55.5, 10 night 163, 11 80, 12 60 = 358.5 USD"},
	{"a short trip beside a long one", "US/AL:Gulf_Shores 10T08:00 11T10:00; home 11T11:00 11T12:00; US/TX:Austin 11T15:00 11T18:00; lodging 10", "10 55.5, 11 55.5 = 111 USD"},
}}

func TestTripsUnitedStates(t *testing.T) { tripsUnitedStates.test(t) }

var seam = tripCases{"us-federal", "2026-", []tripCase{
	{"each day and night of a fiscal year by its own table", "US/AL:Gulf_Shores 09-29T12:00 10-02T12:00", "29 55.5, 29 night 134, 30 74, 30 night 134, 01 74, 01 night 144, 02 55.5 = 671 USD"},
}}

func TestTripAcrossFiscalYears(t *testing.T) { seam.test(t) }

// tripsUnitedKingdom are combinations of EIM05260 and EIM05270. Paris: 117, over
// 10 hours 86.50, over 5 hours 40, room 199.50, lunch 35, dinner 42.
var tripsUnitedKingdom = tripCases{"uk-revenue", "2026-03-", []tripCase{
	{"5 hours", "FR/Paris 10T10:00 10T15:00", "= 0 EUR"},
	{"5 hours and a minute", "FR/Paris 10T10:00 10T15:01", "10 40 = 40 EUR"},
	{"10 hours", "FR/Paris 10T08:00 10T18:00", "10 40 = 40 EUR"},
	{"10 hours and a minute", "FR/Paris 10T08:00 10T18:01", "10 86.5 = 86.5 EUR"},
	{"24 hours", "FR/Paris 10T08:00 11T08:00", "10 117, 10 night 199.5 = 316.5 EUR"},
	{"24 hours without a night", "FR/Paris 10T08:00 11T08:00; no overnight", "10 117 = 117 EUR"},
	{"24 hours from midnight to midnight", "FR/Paris 10T00:00 11T00:00", "10 117, 10 night 199.5 = 316.5 EUR"},
	{"home does not change the periods", "FR/Paris 10T08:00 10T18:00; leave 09T23:00; return 11T09:00", "10 40 = 40 EUR"},
	{"a meal before the arrival", "FR/Paris 10T10:00 10T18:00; meal 10 breakfast", "10 40 = 40 EUR"},
	{"a meal down to 0", "FR/Paris 10T12:00 10T20:00; meal 10 dinner", "10 40, 10 dinner -40 = 0 EUR"},
	{"a meal at the moment of departure, once", "FR/Paris 10T00:00 12T08:00; lodging 10 11; meal 12 breakfast", "10 117, 11 117, 12 40, 12 breakfast -24 = 250 EUR"},
	{"a meal at the end of the last period", "FR/Paris 10T13:00 12T13:00; lodging 10 11; meal 12 lunch", "10 117, 11 117, 12 lunch -35.5 = 198.5 EUR"},
	{"a meal in the next period", "FR/Paris 10T12:00 12T12:00; lodging 10 11; meal 11 dinner", "10 117, 11 117, 11 dinner -42 = 192 EUR"},
	{"the place when the period begins", "FR/Paris 10T12:00 11T10:00; CH/Geneva 11T12:00 12T12:00; lodging 10 11", "10 117 EUR, 11 155.5 CHF = 117 EUR + 155.5 CHF"},
	{"a meal after what remains gives nothing", "FR/Paris 10T12:00 11T06:00; FR/Lyon 11T09:00 11T15:00; lodging 10; meal 11 lunch", "10 117 = 117 EUR"},
	{"what remains up to midnight has no night", "FR/Paris 10T12:00 11T00:00", "10 86.5 = 86.5 EUR"},
	{"the room of the place of the night", "FR/Paris 10T12:00 10T20:00; CH/Geneva 10T22:00 11T12:00", "10 117 EUR, 10 night 207.5 CHF = 117 EUR + 207.5 CHF"},
	{"lunch", "FR/Paris 10T10:00 10T20:30; meal 10 lunch", "10 86.5, 10 lunch -35.5 = 51 EUR"},
	{"lunch paid in part", "FR/Paris 10T10:00 10T20:30; meal 10 lunch 5.50", "10 86.5, 10 lunch -30 = 56.5 EUR"},
	{"lunch and dinner down to 0", "FR/Paris 10T12:00 10T20:00; meal 10 dinner; meal 10 lunch", "10 40, 10 lunch -35.5, 10 dinner -4.5 = 0 EUR"},
	{"lunch on arrival", "FR/Paris 10T13:00 10T20:00; meal 10 lunch", "10 40, 10 lunch -35.5 = 4.5 EUR"},
	{"lunch before departure", "FR/Paris 10T06:00 10T13:00; meal 10 lunch", "10 40, 10 lunch -35.5 = 4.5 EUR"},
	{"lunch when a period begins", "FR/Paris 10T13:00 11T20:00; lodging 10; meal 11 lunch", "10 117, 11 40, 11 lunch -35.5 = 121.5 EUR"},
	{"no allowance, no deduction in another currency", "CH/Geneva 10T09:00 10T10:00; FR/Paris 10T11:00 10T14:00; meal 10 lunch", "= 0 CHF"},
	{"a meal in another currency does not use the allowance up", "CH/Geneva 10T06:00 10T07:30; FR/Paris 10T07:45 10T09:00; CH/Geneva 10T11:00 10T13:30; meal 10 breakfast; meal 10 lunch", "10 44.6 CHF, 10 breakfast -24 EUR, 10 lunch -40 CHF = 4.6 CHF + -24 EUR"},
	{"a meal in another currency counts in full", "CH/Geneva 10T12:00 10T14:00; FR/Paris 10T16:00 10T19:30; meal 10 lunch; meal 10 dinner", "10 44.6 CHF, 10 lunch -40 CHF, 10 dinner -42 EUR = 4.6 CHF + -42 EUR"},
	{"a meal in another currency that was paid for", "CH/Geneva 10T12:00 11T07:00; FR/Paris 11T07:30 12T12:00; lodging 10 11; meal 11 breakfast 24", "10 155.5 CHF, 11 117 EUR = 155.5 CHF + 117 EUR"},
	{"a meal in another currency", "CH/Geneva 10T12:00 11T07:00; FR/Paris 11T07:30 12T12:00; lodging 10 11; meal 11 breakfast", "10 155.5 CHF, 11 117 EUR, 11 breakfast -24 EUR = 155.5 CHF + 93 EUR"},
	{"a meal on the way", "CH/Geneva 10T12:00 11T07:00; FR/Paris 11T09:00 12T12:00; lodging 10 11; meal 11 breakfast", "10 155.5 CHF, 11 117 EUR, 11 breakfast -28 CHF = 127.5 CHF + 117 EUR"},
	{"a night on the way", "FR/Paris 10T12:00 10T23:00; CH/Geneva 11T01:00 11T12:00", "10 117, 10 night 199.5 = 316.5 EUR"},
	{"three weeks on the way home", "FR/Paris 10T08:00 10T18:30; return 31T10:00", "10 86.5 = 86.5 EUR"},
	{"home between two stays", "FR/Paris 10T08:00 10T18:30; home 10T20:00 11T08:00; FR/Paris 11T10:00 11T16:00", "10 86.5, 11 40 = 126.5 EUR"},
	{"a place that is not listed", "FR/Nizza 10T08:00 10T18:30", "unknown_location"},
}}

func TestTripsUnitedKingdom(t *testing.T) { tripsUnitedKingdom.test(t) }
