// Package interpreter is the rule language: it loads rule files, checks them,
// compiles their programs and runs these. It knows no country, no tax and no
// server. README.md teaches the language by example.
//
// The words: a rule file is read into declarations (package declaration); the
// files that hold together, such as those of a country's year, form a Module;
// its Programs are checked by Load and compiled, one by one, to Executables; a
// Run gives an Executable its inputs and answers with outputs, lines, notes and
// a refusal.
//
// The route through it:
//
//   - load: module.go puts the declarations of files together; types.go,
//     unit.go, parameter.go, bands.go, grammar.go and input.go give them their
//     meaning.
//   - check: check.go counts what each program comes to and compiles it with
//     every condition open, so that both sides of each are looked at.
//   - compile: compile.go begins; value.go is what an expression comes to while
//     that happens, scope.go what names stand for, join.go how two values
//     become one behind a branch; compile_step.go, compile_call.go,
//     compile_record.go, compile_emission.go and compile_line.go take the steps,
//     compile_expression.go, compile_condition.go, compile_arithmetic.go,
//     compile_function.go (builtin.go lists the functions) and compile_calendar.go the expressions. All numbers
//     become integers over a denominator that is known here, for package
//     machine; reduce.go leaves out what a host does not read.
//   - run: executable.go and run.go; render.go and written.go write values and
//     texts, lines.go gives hosts what they need of lines.
//   - trace: compile_trace.go and formula.go record the steps of a traced run,
//     trace.go explains its values by them.
package interpreter
