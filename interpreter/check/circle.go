package check

import (
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// circles finds the programs that call each other in a circle: by the call that closes it, the
// names on it from the first by name on. Without those calls the circle is broken.
func circles(module *types.Module) map[*syntax.Call][]string {
	found := map[*syntax.Call][]string{}
	calls := map[string][]*syntax.Call{}
	for _, name := range module.ProgramNames {
		p := module.Programs[name].Declaration.WithSteps()
		calls[name] = callsIn(nil, p.Do)
		for _, procedure := range p.Procedures {
			calls[name] = callsIn(calls[name], procedure.Do)
		}
	}
	for _, first := range slices.Sorted(maps.Keys(calls)) {
		seen := map[string]bool{}
		var follow func(path []string)
		follow = func(path []string) {
			for _, call := range calls[path[len(path)-1]] {
				switch {
				case call.Name == first:
					found[call] = append(slices.Clone(path), first)
				case call.Name > first && !seen[call.Name]:
					seen[call.Name] = true
					follow(append(slices.Clone(path), call.Name))
				}
			}
		}
		follow([]string{first})
	}
	return found
}

// callsIn adds the calls in steps to a list.
func callsIn(list []*syntax.Call, steps []syntax.Step) []*syntax.Call {
	for _, step := range steps {
		if call, is := step.(*syntax.Call); is {
			list = append(list, call)
		}
		for _, block := range syntax.Blocks(step) {
			list = callsIn(list, block)
		}
	}
	return list
}

// sortedCalls returns the calls that close a circle by their places.
func sortedCalls(of map[*syntax.Call][]string) []*syntax.Call {
	return slices.SortedFunc(maps.Keys(of), func(a, b *syntax.Call) int {
		return a.NameRange.Start.Compare(b.NameRange.Start)
	})
}
