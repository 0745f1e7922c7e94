package diagnostic

import (
	"strings"
	"unicode/utf8"

	"github.com/lithammer/fuzzysearch/fuzzy"
)

// maxDistance is the first edit distance at which two names no longer look alike.
const maxDistance = 3

// Nearest returns the candidate that an author most likely meant by name: the
// one with the smallest edit distance, below 3 and below half the length of
// name; a candidate that differs in capitals only counts as one edit. Of equal
// ones it is the first in the alphabet. It is "" if nothing is near, and never
// name itself.
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

func distanceBelowLimit(name, candidate string, length int) (int, bool) {
	if strings.EqualFold(name, candidate) {
		return 1, true
	}
	// The difference in length is a lower bound of the distance and spares its cost.
	difference := utf8.RuneCountInString(candidate) - length
	if difference >= maxDistance || -difference >= maxDistance {
		return 0, false
	}
	distance := fuzzy.LevenshteinDistance(name, candidate)
	return distance, distance < maxDistance && 2*distance < length
}
