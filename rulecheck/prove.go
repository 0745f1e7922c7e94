package main

import (
	"context"
	"os"
	"os/signal"
	"slices"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/proof"
	"github.com/payslate/payslate/rules"
)

// proveOptions are the flags of "rulecheck prove".
type proveOptions struct{ period, highest, step string }

// proveCommand is "rulecheck prove".
func proveCommand(c *call) *cobra.Command {
	var o proveOptions
	of := c.scoped("prove [COUNTRY [YEAR]]", "show where net pay falls, at every cent", func(s scope) error { return c.prove(s, o) })
	of.Flags().StringVar(&o.period, "period", "month", "")
	of.Flags().StringVar(&o.highest, "highest", "25000.00", "")
	of.Flags().StringVar(&o.step, "step", "0.01", "")
	return of
}

func (c *call) prove(scope scope, o proveOptions) error {
	options := proof.Options{Country: scope.of, Year: scope.year, Period: o.period}
	for _, amount := range []struct {
		flag, text string
		to         *int64
	}{{"highest", o.highest, &options.Highest}, {"step", o.step, &options.Step}} {
		d, err := number.Parse(amount.text)
		cents, whole := d.Units(2)
		if err != nil || !whole || cents <= 0 {
			return wrongf("--%s: %q is not an amount above zero with two decimals", amount.flag, amount.text)
		}
		*amount.to = cents
	}
	book, err := c.openCountry(scope, c.options())
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(book.Countries(), func(country *rules.Country) bool { return country.Code == scope.of }); scope.of != "" && i < 0 {
		return wrongf("%s is not a country with rules", scope.of)
	} else if i >= 0 && !slices.Contains(book.Countries()[i].Periods, o.period) {
		return wrongf("--period: %s has no %s", scope.of, o.period)
	}
	progress := c.newProgress("classes", 0)
	defer progress.end()
	options.Progress = func(done, of int) {
		progress.expect(of)
		progress.add(done)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	years, err := proof.Prove(ctx, book, options)
	if err != nil {
		return err
	}
	progress.end()
	report := proof.NewReport(years)
	return ended(c.show(report), report.Undeclared == 0)
}
