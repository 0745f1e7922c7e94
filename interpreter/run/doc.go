// Package run runs compiled programs. Package check compiles a program to an
// Executable; its Run takes inputs, and Execute returns the Outcome: outputs, lines,
// notes or a refusal. template.go has the texts with their values, trace.go explains
// the values of a traced run.
package run
