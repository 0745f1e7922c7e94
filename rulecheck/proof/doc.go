// Package proof finds where net pay falls while gross pay rises: it computes net pay at every
// cent for a profile of each class and compares the falls with those that the rules declare.
//
// class.go finds the classes: profiles that together take every branch of the rules. climb.go
// computes the pays of one profile. prove.go runs all classes of a year on all cores.
package proof
