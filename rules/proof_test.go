package rules

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/payslate/payslate/internal/race"
)

// TestGrowthHoldsBetweenPays compares the bounds of the growth of deductions with their
// actual growth, between random pays of random spans in which no condition changes.
func TestGrowthHoldsBetweenPays(t *testing.T) {
	race.Skip(t)
	book := openEmbedded(t)
	r := rand.New(rand.NewPCG(1, 2))
	decided, undecided := 0, 0
	for _, q := range []struct {
		country, period, field string
		value                  Value
	}{{"DE", "month", "", Value{}}, {"DE", "week", "tax_class", whole(5)}, {"DE", "month", "tax_class", whole(3)}, {"UK", "month", "", Value{}}, {"UK", "week", "tax_code", text("SK475")}, {"NL", "month", "", Value{}}} {
		c, _ := book.Country(q.country)
		s := &Scenario{Country: c, Year: 2026, Period: q.period, Values: make([]Value, len(c.Fields()))}
		for i, field := range c.Fields() {
			if field.Name == q.field {
				s.Values[i] = q.value
			}
		}
		take, err := book.TakeHome(s)
		if err != nil {
			t.Fatal(err)
		}
		deducted := func(gross int64) int64 {
			net, accepted, err := take.Net(gross)
			if err != nil || !accepted {
				t.Fatal(gross, accepted, err)
			}
			return gross - net
		}
		for range 300 {
			from := take.Smallest + r.Int64N(3_000_000)
			to := from + 1 + r.Int64N(1<<r.IntN(20))
			moves, refused, is := take.Grow(from, to)
			if !is {
				undecided++
				continue
			}
			if decided++; refused {
				t.Fatalf("%s refuses from %d to %d", q.country, from, to)
			}
			low := from + r.Int64N(to-from)
			high := low + 1 + r.Int64N(to-low)
			most := new(big.Rat).Add(moves.Rises, new(big.Rat).Mul(moves.Most, big.NewRat(high-low, 1)))
			if rise := big.NewRat(deducted(high)-deducted(low), 1); rise.Cmp(most) > 0 {
				t.Errorf("%s %s %v: deductions rise by %s from %d to %d, and %s at most", q.country, q.period, q.value, rise, low, high, most)
			}
		}
		take.Release()
	}
	if decided < 1000 || undecided < 50 {
		t.Errorf("%d spans decided, %d not", decided, undecided)
	}
}
