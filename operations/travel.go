package operations

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// registerTravel names the runner of each operation that answers from travel tables by its id.
func (c *Catalogue) registerTravel(runners map[string]runner) {
	runners["travel-per-diem/rates"] = func(a *answering, input *Value) (any, error) {
		query := input.place()
		query.Date = cmp.Or(input.text("date"), today())
		return a.rate(&RateRequest{input.text("regime"), query, a.language})
	}
	runners["travel-per-diem/trip"] = func(a *answering, input *Value) (any, error) {
		return a.trip(&TripRequest{input.text("regime"), *journeyOf(input), a.language})
	}
	runners["travel-per-diem/regimes"] = func(a *answering, _ *Value) (any, error) { return a.regimes(), nil }
	runners["travel-per-diem/locations"] = func(a *answering, input *Value) (any, error) {
		return a.locations(&LocationsRequest{input.text("regime"), tables.Filter{
			Text: input.text("q"), Country: input.text("country"), State: input.text("state"), Date: today(),
			Limit: input.whole("limit"), Offset: input.whole("offset"),
		}})
	}
}

// Rate answers the rate of a place. An error of the request is a *Failure.
func (c *Catalogue) Rate(ctx context.Context, of *RateRequest) (*RateOut, error) {
	return called(ctx, c, "travel-per-diem/rates", of.Language, func(a *answering) (*RateOut, error) { return a.rate(of) })
}

// Trip answers the allowances of a trip.
func (c *Catalogue) Trip(ctx context.Context, of *TripRequest) (*TripOut, error) {
	return called(ctx, c, "travel-per-diem/trip", of.Language, func(a *answering) (*TripOut, error) { return a.trip(of) })
}

// Locations searches the places with rates of their own.
func (c *Catalogue) Locations(ctx context.Context, of *LocationsRequest) (*LocationsOut, error) {
	return called(ctx, c, "travel-per-diem/locations", rules.English, func(a *answering) (*LocationsOut, error) { return a.locations(of) })
}

// Regimes lists the regimes, those supported first.
func (c *Catalogue) Regimes(language rules.Language) *RegimesOut {
	return (&answering{Catalogue: c, language: language}).regimes()
}

// today is the default day.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

func (a *answering) rate(of *RateRequest) (*RateOut, error) {
	rate, err := a.tables.Resolve(of.Regime, &of.Place)
	if err != nil {
		return nil, refusedByTables(err)
	}
	return a.rateOut(rate), nil
}

func (a *answering) trip(of *TripRequest) (*TripOut, error) {
	if regime := a.tables.Regime(of.Regime); regime != nil {
		if err := unasked(regime, &of.Journey); err != nil {
			return nil, err
		}
	}
	allowances, err := a.tables.Trip(of.Regime, &of.Journey)
	if err != nil {
		return nil, refusedByTables(err)
	}
	return a.tripOut(allowances), nil
}

func (a *answering) regimes() *RegimesOut {
	out := &RegimesOut{}
	for _, regime := range a.tables.Regimes() {
		out.Regimes = append(out.Regimes, a.regime(regime, today()))
	}
	return out
}

func (a *answering) locations(of *LocationsRequest) (*LocationsOut, error) {
	places, total, err := a.tables.Search(of.Regime, &of.Filter)
	if err != nil {
		return nil, refusedByTables(err)
	}
	out := &LocationsOut{Regime: of.Regime, Total: total}
	for i := range places {
		out.Items = append(out.Items, locationOf(&places[i]))
	}
	return out, nil
}

// refusedByTables turns a refusal of the tables into a Failure.
func refusedByTables(err error) error {
	var refusal *tables.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	failure := &Failure{Status: statusBadRequest, Code: refusal.Code, Message: refusal.Message, Location: refusal.Loc, changes: refusal.Remedies}
	if len(refusal.Candidates) > 0 {
		var all []RateCandidate
		for i := range refusal.Candidates {
			all = append(all, candidateOf(&refusal.Candidates[i]))
		}
		failure.Extra = append(failure.Extra, "candidates", all)
	}
	if refusal.Covered != nil {
		failure.Extra = append(failure.Extra, "covered", validity(*refusal.Covered))
	}
	return failure
}
