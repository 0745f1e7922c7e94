// Package pap imports the official German flow plan for wage tax
// (Programmablaufplan) from the XML pseudo-code in which the Federal Ministry
// of Finance publishes it, and writes it as a program of the rule language.
//
// The route through it: import.go is the door and the order of the stages.
// xml.go reads elements with their places, source.go and statement.go make
// declarations and statements of them. token.go splits the Java expressions of
// the plan, java.go and call.go parse them and turn each into an expression of
// the rule language, double.go computes what Java does in binary floating point.
// translate.go puts the program together, circle.go refuses endless calls,
// tidy.go makes the steps plain. plan.go reads what is known about flow plans
// (rules/de/plan.yaml): names, units, and patterns that say which numbers are
// parameters. pattern.go finds those patterns in a plan, solve.go computes the
// parameters from the numbers (rational.go), mark.go lists what nobody has
// compared with the law yet, and what would make it known. write.go and
// scalar.go write the YAML. command.go is the command line.
//
// What cannot be translated is an error with its place, never a guess.
package pap
