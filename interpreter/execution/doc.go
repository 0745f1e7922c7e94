// Package execution runs compiled programs. Package compile makes an Executable of a
// program. A Run takes inputs and returns outputs, lines, notes and a refusal, which
// render.go formats; trace.go explains the values of a traced run.
package execution
