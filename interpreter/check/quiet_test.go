package check

import (
	"reflect"
	"testing"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// TestFindingsOfATrialAreReportedLater compiles an expression quietly, as a trace does,
// and then as its step does.
func TestFindingsOfATrialAreReportedLater(t *testing.T) {
	file, list := syntax.Read("a.yaml", []byte("programs: {a: {do: [{x: missing + 1}]}}\n"))
	if list.HasErrors() {
		t.Fatal(list)
	}
	module, _ := types.Declare([]*syntax.File{file}, types.Options{})
	checked, _ := Check(module)
	c := checked.compiler(Traced)
	c.root = checked.Programs["a"]
	s := c.newScope(c.root.Program)
	e := c.root.Declaration.Do[0].(*syntax.Assign).Value.(*syntax.Expression)
	if c.quietly(s, e, e.Tree); len(c.list) != 0 {
		t.Errorf("a trial reports %v", c.list)
	}
	if c.expression(s, e); len(c.list) != 1 {
		t.Errorf("the step reports %v", c.list)
	}
}

// TestExecutablesKeepNothingOfTheCompiler looks for the compiler's graph of values in
// the types that an executable consists of.
func TestExecutablesKeepNothingOfTheCompiler(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var visit func(of reflect.Type, path string)
	visit = func(of reflect.Type, path string) {
		if seen[of] {
			return
		}
		seen[of] = true
		if of == reflect.TypeFor[machine.Builder]() || of == reflect.TypeFor[machine.Value]() || of == reflect.TypeFor[machine.Cond]() {
			t.Errorf("an executable keeps a %s by %s", of, path)
			return
		}
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			visit(of.Elem(), path+" "+of.String())
		case reflect.Map:
			visit(of.Key(), path)
			visit(of.Elem(), path+" "+of.String())
		case reflect.Struct:
			for i := range of.NumField() {
				visit(of.Field(i).Type, path+" "+of.Field(i).Name)
			}
		}
	}
	visit(reflect.TypeFor[run.Executable](), "")
}
