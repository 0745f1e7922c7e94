// Package run feeds compiled programs and reads what they computed.
//
// An Executable is immutable and shared; a Run belongs to one goroutine. What an Outcome returns
// is valid until its run is used again. Code emits numbers alone: the site of an emission says
// what they are, so that texts are written in a language only when they are asked for, and a
// text that nobody reads costs nothing.
package run
