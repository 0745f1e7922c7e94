package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/proof"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// prove is "rulecheck prove".
func prove(c *call, arguments []string) error {
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	out, check := flags.String("out", "", ""), flags.String("check", "", "")
	archive, year := flags.Bool("archive", false, ""), flags.Int("year", 0, "")
	highest, sample := flags.String("highest", "100000.00", ""), flags.Int("sample", 120, "")
	countries, err := usage.Parse(flags, arguments)
	if err != nil {
		return err
	}
	d, err := number.Parse(*highest)
	cents, whole := d.Units(2)
	switch {
	case err != nil || !whole || cents <= 0:
		return usage.Errorf("--highest: %q is not an amount above zero with two decimals", *highest)
	case (*out == "") == (*check == ""):
		return usage.Errorf("prove takes either --out FILE or --check FILE")
	case *sample < 0:
		return usage.Errorf("--sample: %d is below 0", *sample)
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	for _, code := range countries {
		if country, ok := book.Country(strings.ToUpper(code)); !ok || country.Status() != rules.Available {
			return usage.Errorf("%q is not the code of a country with rules; one is %s", code, book.Countries()[0].Code())
		}
	}
	if *check != "" {
		return c.checkProof(book, *check, *sample)
	}
	progress := c.newProgress("profiles", 0)
	campaign := &proof.Campaign{Book: book, Archive: *archive, Year: *year, Countries: countries, Highest: cents, Progress: func(done, of int) {
		progress.total = of
		progress.add(1)
	}}
	own, err := c.ownFile(peopleFile)
	if err != nil {
		return err
	}
	grids, err := yeardiff.ReadGrids(own)
	if err != nil {
		return err
	}
	campaign.People = map[string][]yeardiff.Person{}
	for code, grid := range grids {
		campaign.People[code] = grid.People
	}
	if data, err := os.ReadFile(*out); err == nil {
		if campaign.Before, err = proof.Parse(data); err != nil {
			campaign.Before = nil // it is replaced
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	certificate, err := campaign.Run(ctx)
	progress.end()
	if err != nil {
		return err
	}
	if err := certificate.Write(*out); err != nil {
		return err
	}
	return c.showProof(certificate, nil)
}

// checkProof is "rulecheck prove --check".
func (c *call) checkProof(book *rules.Book, file string, sample int) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	certificate, err := proof.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	stale, err := certificate.Stale(book)
	if err != nil {
		return err
	}
	for _, s := range stale {
		if !s.Missing() {
			return fmt.Errorf("%s was made from other rules: the figures or formulas of net pay in %s have changed; run rulecheck prove --out %s", file, s.Name(), file)
		}
	}
	progress := c.newProgress("classes", 0)
	differences, err := certificate.Check(book, sample, progress.add)
	progress.end()
	if err != nil {
		return err
	}
	return c.showProof(certificate, differences)
}

// showProof prints the summary of a certificate, or how the rules differ from it.
func (c *call) showProof(certificate *proof.Certificate, differences []string) error {
	var err error
	switch {
	case c.json:
		err = c.writeJSON(map[string]any{"summary": certificate.Summary(), "differences": append([]string{}, differences...)})
	case len(differences) > 0:
		fmt.Fprintln(c.stdout, strings.Join(differences, "\n"))
	default:
		fmt.Fprintln(c.stdout, certificate.Summary())
	}
	return usage.Ended(err, len(differences) == 0)
}
