package diagnostic

import (
	"strings"
	"unicode/utf8"

	"github.com/lithammer/fuzzysearch/fuzzy"
)

// maxDistance is the smallest edit distance at which two names are no longer similar.
const maxDistance = 3

// Nearest returns the candidate that an author most likely meant by name: the one
// with the smallest edit distance, which must be below 3 and below half the length of
// name. A difference in case, or two swapped adjacent letters, count as one edit. The
// alphabet breaks ties. The result is "" if no candidate is near, and never name itself.
func Nearest(name string, candidates []string) string {
	length := utf8.RuneCountInString(name)
	best, bestDistance := "", maxDistance
	for _, candidate := range candidates {
		if candidate == name || candidate == "" {
			continue
		}
		distance, alike := distanceBelowLimit(name, candidate, length)
		if !alike {
			continue
		}
		if distance < bestDistance || distance == bestDistance && best != "" && candidate < best {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// Names returns the names of a list, as candidates for Nearest.
func Names[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = name(item)
	}
	return names
}

func distanceBelowLimit(name, candidate string, length int) (int, bool) {
	if strings.EqualFold(name, candidate) {
		return 1, true
	}
	// The difference in length is a lower bound of the distance, and cheap.
	difference := utf8.RuneCountInString(candidate) - length
	if difference >= maxDistance || -difference >= maxDistance {
		return 0, false
	}
	if swapped(name, candidate) {
		return 1, true
	}
	distance := fuzzy.LevenshteinDistance(name, candidate)
	return distance, distance < maxDistance && 2*distance < length
}

// swapped reports whether two names differ only in the order of two adjacent letters.
func swapped(a, b string) bool {
	x, y := []rune(a), []rune(b)
	for i := range min(len(x), len(y)) - 1 {
		if x[i] != y[i] {
			x[i], x[i+1] = x[i+1], x[i]
			break
		}
	}
	return string(x) == string(y)
}
