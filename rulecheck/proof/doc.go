// Package proof makes and checks a certificate of the falls of net pay: what two
// methods find for every class of profile, the one by computing every cent of gross,
// the other by interval arithmetic on the compiled rules.
//
// The route through it: reach.go follows inputs to the conditions that they decide,
// profile.go has the values of a profile, class.go finds the profiles that stand for all
// others; bound.go is the second method, climb.go the first and where both must agree;
// campaign.go runs both on all cores, certificate.go keeps what they find, check.go
// replays it and finds what rules have since added, page.go writes it for readers.
package proof
