package conformance_test

import (
	"os/exec"
	"testing"
)

// TestRoutines compares the cases that the routines beside them compute with those in cases.
func TestRoutines(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	if out, err := exec.Command(python, "-B", "routines/make.py", "--check").CombinedOutput(); err != nil {
		t.Error(string(out))
	}
}
