package diagnostic

import "strings"

// maxDistance is the smallest edit distance at which two names are no longer similar.
const maxDistance = 3

// Nearest returns the candidate that an author most likely meant by name: the one
// with the smallest edit distance, which must be below 3 and below half the length of
// name. A difference in case, or two swapped adjacent letters, count as one edit. The
// alphabet breaks ties. The result is "" if no candidate is near, and never name itself.
func Nearest(name string, candidates []string) string {
	letters := []rune(name)
	best, bestDistance := "", maxDistance
	for _, candidate := range candidates {
		if candidate == name || candidate == "" {
			continue
		}
		distance, alike := distanceBelowLimit(name, candidate, letters)
		if !alike {
			continue
		}
		if distance < bestDistance || distance == bestDistance && best != "" && candidate < best {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// Names returns the names of a list, for messages and as candidates for Nearest.
func Names[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = name(item)
	}
	return names
}

func distanceBelowLimit(name, candidate string, letters []rune) (int, bool) {
	if strings.EqualFold(name, candidate) {
		return 1, true
	}
	distance := Edits(letters, []rune(candidate), maxDistance-1)
	return distance, distance < maxDistance && 2*distance < len(letters)
}

// Edits returns the number of letters omitted, added, changed or swapped with a neighbour
// between two keys, at most limit + 1.
func Edits(a, b []rune, limit int) int {
	if difference := len(a) - len(b); max(difference, -difference) > limit { // a lower bound
		return limit + 1
	}
	var space [3][64]int // enough for most names
	before, row, next := space[0][:], space[1][:], space[2][:]
	if len(b) >= len(row) {
		before, row, next = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], limit+1)
}
