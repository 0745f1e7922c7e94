package rules

import (
	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// run runs a form of the net program at a gross; the error is a *Refusal if the rules
// refuse it. The caller releases the run even after an error.
func (b *Book) run(program *run.Executable, y *year, s *Scenario, gross number.Decimal) (*run.Run, error) {
	run := program.Run()
	if err := y.bind(run, y.binding, s, gross); err != nil {
		return run, err
	}
	return run, y.execute(run)
}

// bound returns a run of a program with the inputs of a scenario.
func (y *year) bound(program *run.Executable, inputs host.Inputs[request], s *Scenario, gross number.Decimal) (*run.Run, error) {
	run := program.Run()
	if err := y.bind(run, inputs, s, gross); err != nil {
		run.Release()
		return nil, err
	}
	return run, nil
}

// execute executes a run that has its inputs; the error is a *Refusal if the rules
// refuse them.
func (y *year) execute(run *run.Run) error {
	if err := run.Execute(); err != nil {
		return err
	}
	if refused := run.Outcome().Refusal(); refused != nil {
		return y.country.placed(refused)
	}
	return nil
}

// ask runs a program other than the net program for a scenario. Such a program does not
// read the gross.
func (y *year) ask(run *run.Run, s *Scenario) error {
	if err := y.bind(run, y.asked[run.Executable.Program.Name()], s, number.New(1, 2)); err != nil {
		return err
	}
	return y.execute(run)
}
