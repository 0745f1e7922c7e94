// Package execution runs compiled programs. An Executable is what package compile
// makes of a program; a Run gives it inputs and answers with outputs, lines, notes
// and a refusal (render.go writes them), and explains its values where the
// Executable is traced (trace.go).
package execution
