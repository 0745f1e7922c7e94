package meter

import (
	"fmt"
	"testing"
	"time"
)

func TestParseRateLimit(t *testing.T) {
	for text, want := range map[string]RateLimit{
		"": {}, "5": {5, time.Second}, "50/second": {50, time.Second}, "600/minute": {600, time.Minute},
	} {
		if got, err := ParseRateLimit(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "x", "5/", "5/hour", "1.5", "10000000"} {
		if _, err := ParseRateLimit(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestLimitsForgetIdleKeys(t *testing.T) {
	limits := newLimits(RateLimit{Calls: 1, Per: time.Second})
	start := time.Now()
	for i := range 1000 {
		limits.take(fmt.Sprint(i), start)
	}
	limits.take("last", start.Add(time.Hour))
	if len(limits.owners) != 1 {
		t.Errorf("%d keys are kept", len(limits.owners))
	}
}
