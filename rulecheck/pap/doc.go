// Package pap imports the official German flow plan for wage tax
// (Programmablaufplan) from the XML pseudo-code that the Federal Ministry of Finance
// publishes, and writes it as a program of the rule language. What it cannot translate is
// an error with its place.
//
// To find your way: import.go is the entry point and calls the stages. xml.go reads
// elements with their places, and source.go turns them into declarations and statements.
// token.go splits the Java expressions of the plan, java.go and call.go parse and
// translate them, and double.go computes what Java does in binary floating point.
// translate.go builds the program, and tidy.go simplifies its steps. plan.go reads
// rules/de/plan.yaml: names, units, and patterns that identify parameters among the
// numbers. pattern.go finds the patterns in a plan, solve.go computes the parameters, and
// mark.go lists everything still to be compared with the law. write.go writes the YAML,
// and command.go is the command.
package pap
