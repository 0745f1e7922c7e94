package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
	"github.com/payslate/payslate/tables"
)

// Trail records the branches of a program that a case takes.
type Trail struct {
	// Case is the index of the case in Set.Cases.
	Case int
	// Program is the program that was run, such as de/2026/net.
	Program string
	// Day is a day of the law that applied; an empty one is the year's last day.
	Day string
	// Run has the counts of this case. It is reused for the next case.
	Run *run.Run
	// Executable is the program of Run.
	Executable *run.Executable
	// Inputs are the texts of the inputs that the case gives, by name.
	Inputs map[string]string
	// Words are the values of enumerations in lists of the request, such as the meals
	// provided on a trip.
	Words []string
	// Mismatch is the input whose text its grammar does not accept; then the program has
	// not run.
	Mismatch string
}

// Tracker follows cases through programs and compiles each program once. It serves one
// goroutine at a time.
type Tracker struct {
	subject  Subject
	programs map[string]*run.Executable
	trips    map[string]*tables.TripCounter // by regime
}

// NewTracker returns a tracker for a subject with files and a book.
func NewTracker(subject Subject) *Tracker {
	return &Tracker{subject: subject, programs: map[string]*run.Executable{}, trips: map[string]*tables.TripCounter{}}
}

// Follow runs the cases of a set and calls show with the trail of each. A case of a whole
// answer is followed through the program net of its year; one from net to gross at the
// gross found, and through net_to_gross. Cases that the service refuses before any rule
// runs have no trail, nor have cases of rates and figures, which no program answers.
func (t *Tracker) Follow(s *Set, show func(Trail) error) error {
	if s.Rates != "" || s.Answer == ParametersAnswer || s.Answer == YearAnswer {
		return nil
	}
	if s.table != nil {
		return t.followTable(s, show)
	}
	follow := t.followAnswer
	if s.Answer == TripAnswer {
		follow = t.followTrip
	}
	for i := range s.answers {
		if err := follow(s, i, show); err != nil {
			return fmt.Errorf("set %s, case %s: %w", s.Name, s.answers[i].name, err)
		}
	}
	return nil
}

func (t *Tracker) followTable(s *Set, show func(Trail) error) error {
	program, day, _ := strings.Cut(s.Program, "@")
	for i := range s.table.rows {
		inputs := make(map[string]string, len(s.table.inputs))
		for k, cell := range s.table.rows[i].inputs {
			if cell != "" {
				inputs[s.table.inputs[k]] = cell
			}
		}
		if err := t.run(Trail{Case: i, Program: program, Day: day, Inputs: inputs}, show); err != nil {
			return fmt.Errorf("set %s, case %s: %w", s.Name, s.table.cases[i], err)
		}
	}
	return nil
}

// The programs that a whole answer comes from.
const (
	netProgram     = "net"
	reverseProgram = "net_to_gross"
)

// scenario returns the question of a case.
func (t *Tracker) scenario(s *Set, i int) (*rules.Scenario, error) {
	operation, err := t.subject.operation(s)
	if err != nil {
		return nil, err
	}
	return operation.Scenario(s.answers[i].text)
}

func (t *Tracker) followAnswer(s *Set, i int, show func(Trail) error) error {
	scenario, err := t.scenario(s, i)
	var invalid *operations.Invalid
	if errors.As(err, &invalid) {
		return nil
	}
	if err != nil {
		return err
	}
	programs := []string{netProgram}
	if s.Answer == GrossAnswer {
		found, err := t.subject.Book.Gross(scenario)
		if err != nil {
			programs = nil // without an answer there is no payslip
		} else {
			scenario.Amount = found.Gross
		}
		programs = append(programs, reverseProgram)
	}
	for _, program := range programs {
		if err := t.followScenario(i, program, scenario, show); err != nil {
			return err
		}
	}
	return nil
}

// followScenario shows the trail of a question through one program.
func (t *Tracker) followScenario(i int, program string, scenario *rules.Scenario, show func(Trail) error) error {
	if scenario.OtherProfile != "" {
		return nil
	}
	year := path.Join(scenario.Country.Folder(), strconv.Itoa(scenario.Year))
	if _, err := fs.Stat(t.subject.Files, path.Join(year, "parameters.yaml")); err != nil {
		return nil // a year that the rules do not have
	}
	inputs := map[string]string{
		"gross": scenario.Amount.String(), "period": scenario.Period,
		"year": strconv.Itoa(scenario.Year), "tax_year": strconv.Itoa(scenario.Year),
	}
	for k, v := range scenario.Values {
		if v.Given() {
			inputs[scenario.Country.Fields()[k].Name] = v.String()
		}
	}
	if scenario.PayDate != "" {
		inputs["pay_date"] = scenario.PayDate
	}
	return t.run(Trail{Case: i, Program: path.Join(year, program), Day: t.subject.Book.LawDate(scenario), Inputs: inputs}, show)
}

// dated returns the name of the program with its day.
func (t *Trail) dated() string {
	if t.Day == "" {
		return t.Program
	}
	return t.Program + "@" + t.Day
}

// run runs one case of a program.
func (t *Tracker) run(trail Trail, show func(Trail) error) error {
	executable, err := t.counted(trail.dated())
	if err != nil {
		return err
	}
	run := executable.Run()
	defer run.Release()
	clear(run.Counts())
	if unread := give(run, executable.Program, trail.Inputs); unread != nil {
		if unread.Declaration.Grammar != "" {
			trail.Mismatch = unread.Name
			return show(trail)
		}
		return nil // refused before any rule runs
	}
	if err := run.Execute(); err != nil {
		return err
	}
	trail.Run, trail.Executable = run, executable
	return show(trail)
}

// give sets the inputs of a run, with amounts rounded as the service does. It returns the
// first input that does not accept its value.
func give(run *run.Run, program *types.Program, inputs map[string]string) (unread *types.Input) {
	for i, in := range program.Inputs {
		text, given := inputs[in.Name]
		if !given {
			continue
		}
		if in.Type.Kind == types.Number && in.Type.Unit.Money() {
			if d, err := number.Parse(text); err == nil && d.Places() > in.Type.Decimals {
				text = d.Round(in.Type.Decimals, number.HalfUp).String()
			}
		}
		if err := run.Set(i, text); err != nil {
			return in
		}
	}
	return nil
}

// counted returns a program compiled to count its branches.
func (t *Tracker) counted(name string) (*run.Executable, error) {
	if known := t.programs[name]; known != nil {
		return known, nil
	}
	program, list := rules.LoadProgram(t.subject.Files, name)
	if list.HasErrors() {
		return nil, list.Err()
	}
	executable, err := program.Compile(check.Counted)
	if err != nil {
		return nil, err
	}
	t.programs[name] = executable
	return executable, nil
}

// Year returns the year of a case, such as de/2026, or its travel regime; empty if no rule
// answers the case.
func (t *Tracker) Year(s *Set, i int) string {
	scopes := s.scopes(i, &t.subject)
	if len(scopes) == 0 || s.answers != nil && s.answers[i].expected.member("detail") != nil {
		return ""
	}
	if country, ok := t.subject.Book.Country(scopes[0].Of); ok {
		return path.Join(country.Folder(), strconv.Itoa(scopes[0].Year))
	}
	return scopes[0].Of
}

// FirstDifference replays some cases, given by their indexes in Set.Cases, until one
// differs, and returns its position among them. The error is the reason why the set cannot
// be replayed.
func (s *Set) FirstDifference(subject Subject, cases []int) (at int, differs bool, err error) {
	newChecker, err := s.prepare(subject)
	if err != nil {
		return 0, false, err
	}
	c := newChecker()
	defer c.close()
	for at, i := range cases {
		var unsound diagnostic.List
		c.check(i, func(found Comparison) {
			differs = differs || found.Result == Differs
			errors.As(found.err, &unsound)
		})
		if unsound != nil {
			return 0, false, unsound
		}
		if differs {
			return at, true, nil
		}
	}
	return 0, false, nil
}

// tripProgram is the program that computes a trip.
const tripProgram = "trip"

// followTrip shows the trail of a journey through the trip rules of its regime.
func (t *Tracker) followTrip(s *Set, i int, show func(Trail) error) error {
	operation, err := t.subject.operation(s)
	if err != nil {
		return err
	}
	id, journey, err := operation.Journey(s.answers[i].text)
	if err != nil {
		return err
	}
	regime := t.subject.Tables.Regime(id)
	if regime == nil || len(regime.Editions) == 0 {
		return nil // refused before any rule runs
	}
	counter := t.trips[id]
	if counter == nil {
		if counter, err = regime.CountTrips(); err != nil {
			return err
		}
		t.trips[id] = counter
	}
	trail := Trail{Case: i, Program: path.Join(id, tripProgram)}
	for _, meals := range journey.Meals {
		trail.Words = append(trail.Words, meals.Meals...)
	}
	var shown error
	err = counter.Count(journey, func(executable *run.Executable, run *run.Run) {
		trail.Executable, trail.Run = executable, run
		shown = show(trail)
	})
	if err == nil {
		err = shown
	}
	return err
}

// FollowRates calls show with each rate that the cases of a set get, and the columns of
// its row that the case checks.
func (s *Set) FollowRates(book *tables.Book, show func(rate *tables.Rate, columns []string)) error {
	newChecker, err := s.prepareRates(book)
	if err != nil {
		return err
	}
	c := newChecker().(*rateChecker)
	for i := range s.table.rows {
		query := c.query(s.table.rows[i].inputs)
		compared := c.compared(s.table.rows[i].want)
		for _, day := range c.days(&query) {
			query.Date = day
			if rate, err := c.regime.Resolve(&query); err == nil {
				show(rate, compared)
			}
		}
	}
	return nil
}

// compared lists the columns of the table that a case checks.
func (c *rateChecker) compared(want []string) []string {
	var columns []string
	for j, output := range c.set.table.outputs {
		switch {
		case want[j] == "":
		case output == "lodging":
			columns = append(columns, c.regime.LodgingColumn())
		case output == "meals":
			columns = append(columns, c.regime.MealsColumn())
		default:
			columns = append(columns, output)
		}
	}
	return columns
}
