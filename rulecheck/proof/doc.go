// Package proof finds where net pay falls while gross pay rises: it computes net pay at every
// cent for a profile of each class and compares the falls with those that the rules declare.
// The classes are profiles that together take every branch of the rules.
package proof
