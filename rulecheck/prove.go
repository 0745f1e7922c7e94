package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/proof"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/args"
)

// prove is "rulecheck prove".
func prove(c *call, arguments []string) error {
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	period := flags.String("period", "month", "")
	highest, step := flags.String("highest", "25000.00", ""), flags.String("step", "0.01", "")
	scope, err := c.scope(flags, arguments)
	if err != nil {
		return err
	}
	options := proof.Options{Country: scope.of, Year: scope.year, Period: *period}
	for _, amount := range []struct {
		flag, text string
		to         *int64
	}{{"highest", *highest, &options.Highest}, {"step", *step, &options.Step}} {
		d, err := number.Parse(amount.text)
		cents, whole := d.Units(2)
		if err != nil || !whole || cents <= 0 {
			return args.Errorf("--%s: %q is not an amount above zero with two decimals", amount.flag, amount.text)
		}
		*amount.to = cents
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(book.Countries(), func(country *rules.Country) bool { return country.Code() == scope.of }); scope.of != "" && i < 0 {
		return args.Errorf("%s is not a country with rules", scope.of)
	} else if i >= 0 && !slices.Contains(book.Countries()[i].Periods(), *period) {
		return args.Errorf("--period: %s has no %s", scope.of, *period)
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
	return args.Ended(c.show(report), report.Undeclared == 0)
}
