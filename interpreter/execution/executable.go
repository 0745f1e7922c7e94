package execution

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/types"
)

// Executable is a compiled program: immutable, and safe for use by any number
// of goroutines at once, each with a Run of its own.
type Executable struct {
	Program  *types.Program
	Code     *machine.Program
	Outputs  []Shown
	Sites    []*Site
	Texts    []TextEntry
	Counters []Counter
	Divisors []diagnostic.Range // that may be zero
	// Template holds the machine inputs of a run that is given nothing.
	Template []int64
	Line     []types.LineField // the fields that a line may have
	// Required lists the inputs that a run must be given.
	Required []int
	runs     sync.Pool
}

// Run returns a run to be given inputs. Release gives it back.
func (e *Executable) Run() *Run {
	if r, ok := e.runs.Get().(*Run); ok {
		return r
	}
	r := &Run{Executable: e, frame: e.Code.Frame(), set: make([]bool, len(e.Program.Inputs))}
	r.frame.SetAll(e.Template)
	return r
}

// Equal reports whether two programs are known to answer every input alike: the
// same code under inputs and outputs of the same shape; which values an input may
// have is not compared. Programs that emit lines, notes or refusals are not compared
// at all, and count as different.
func (e *Executable) Equal(other *Executable) bool {
	silent := len(e.Sites)+len(other.Sites)+len(e.Texts)+len(other.Texts) == 0
	sameOutput := func(a, b Shown) bool { return reflect.DeepEqual(a, b) }
	return silent && e.Code.Equal(other.Code) && slices.Equal(e.Template, other.Template) && slices.Equal(e.Required, other.Required) &&
		slices.EqualFunc(e.Outputs, other.Outputs, sameOutput)
}

// placesOf names the divisors that may have been zero where that ended a run.
func (e *Executable) placesOf(err error) string {
	if !errors.Is(err, machine.ErrZeroDivision) || len(e.Divisors) == 0 {
		return ""
	}
	const most = 3
	var places []string
	for _, at := range e.Divisors[:min(most, len(e.Divisors))] {
		places = append(places, at.String())
	}
	text := " at " + strings.Join(places, " or ")
	if more := len(e.Divisors) - most; more > 0 {
		text += fmt.Sprintf(" or %d more", more)
	}
	return text
}
