package coverage

import (
	"fmt"
	"path"
	"slices"

	"github.com/payslate/payslate/interpreter/document"
)

// Exception is a reason why no case reaches some items, or detects a change.
type Exception struct {
	// ID is the ID of a change, or a pattern for items in which * matches anything but a
	// slash.
	ID     string `yaml:"id"`
	Reason string `yaml:"reason"`
	// Inside marks a change to an output of a program that no answer shows.
	Inside bool `yaml:"inside"`

	used bool
}

// Exceptions has the exceptions of a file.
type Exceptions struct {
	Unreached []*Exception `yaml:"unreached"`
	Unnoticed []*Exception `yaml:"unnoticed"`
}

// ReadExceptions reads a file of exceptions.
func ReadExceptions(data []byte) (*Exceptions, error) {
	e := &Exceptions{}
	if err := document.Decode(data, e); err != nil {
		return nil, fmt.Errorf("exceptions.yaml: %w", err)
	}
	for i, x := range slices.Concat(e.Unreached, e.Unnoticed) {
		if x == nil || x.ID == "" || x.Reason == "" {
			return nil, fmt.Errorf("exceptions.yaml: every entry needs an id and a reason: %+v", x)
		}
		if _, err := path.Match(x.ID, ""); err != nil && i < len(e.Unreached) {
			return nil, fmt.Errorf("exceptions.yaml: %q: %w", x.ID, err)
		}
	}
	return e, nil
}

// Reason returns the reason for an item, empty if there is none.
func Reason(list []*Exception, id string) string {
	for _, x := range list {
		if matched, _ := path.Match(x.ID, id); matched || x.ID == id {
			x.used = true
			return x.Reason
		}
	}
	return ""
}

// Find returns the exception for a change, nil if there is none.
func Find(list []*Exception, id string) *Exception {
	for _, x := range list {
		if x.ID == id {
			x.used = true
			return x
		}
	}
	return nil
}

// Unused lists the IDs of exceptions that match nothing.
func Unused(list []*Exception) []string {
	var ids []string
	for _, x := range list {
		if !x.used {
			ids = append(ids, x.ID)
		}
	}
	return ids
}
