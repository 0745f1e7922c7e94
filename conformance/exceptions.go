package conformance

import _ "embed"

// Exceptions is the content of exceptions.yaml, which declares with reasons what
// no case can reach and which changes no case can notice.
//
//go:embed exceptions.yaml
var Exceptions []byte

// People is the content of people.yaml: the profiles and salaries at which years
// are compared.
//
//go:embed people.yaml
var People []byte
