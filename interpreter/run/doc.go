// Package run runs compiled programs. Package check compiles a program to an Executable
// (executable.go), whose sites (site.go) are the places that emit lines, notes and steps.
// A Run takes the inputs and executes it (inputs.go). Its Outcome has the outputs and lines
// (outcome.go), and the notes or the refusal (said.go), as values (value.go) and as texts
// (template.go). trace.go explains the values of a traced run.
package run
