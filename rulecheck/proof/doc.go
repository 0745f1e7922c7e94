// Package proof makes and checks a certificate of the falls of net pay: what two methods find
// for every class of profile. One computes net pay at every cent of gross; the other bounds
// it by interval arithmetic on the compiled rules.
//
// reach.go finds the inputs that decide conditions, profile.go defines profiles, and class.go
// finds the profiles that represent all others. climb.go is the first method and compares it
// with the second, bound.go. campaign.go runs both on all cores, certificate.go stores the
// results, check.go replays them and finds new falls, and page.go writes them for readers.
package proof
