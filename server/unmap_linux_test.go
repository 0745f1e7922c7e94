package main

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestUnmapProgram gives pages of the test's own file back, and reads them again.
func TestUnmapProgram(t *testing.T) {
	mapped := func() int {
		status, err := os.ReadFile("/proc/self/status")
		found := regexp.MustCompile(`RssFile:\s+(\d+) kB`).FindSubmatch(status)
		if err != nil || found == nil {
			t.Skip("the system does not say what is mapped")
		}
		kilobytes, _ := strconv.Atoi(string(found[1]))
		return kilobytes
	}
	checked := string(rules.Checked())
	before := mapped()
	if unmapProgram(); mapped() >= before {
		t.Errorf("%d kB of files are mapped, before %d", mapped(), before)
	}
	if string(rules.Checked()) != checked {
		t.Error("an embedded file has changed")
	}
}
