package tables

// Names of this many letters and more can be misspelt, by one slip; from
// leastTwice on by two. A great city abroad is looked for from leastGreat on.
const (
	leastMisspelt = 4
	leastTwice    = 8
	leastGreat    = 5
)

// slips is how many edits may lie between a name of some letters and the one that
// is meant.
func slips(letters int) int {
	switch {
	case letters < leastMisspelt:
		return 0
	case letters < leastTwice:
		return 1
	}
	return 2
}

// edits counts the letters left out, added, changed, or swapped with a neighbour
// between two keys, up to a limit: more than that is limit + 1.
func edits(a, b []rune, limit int) int {
	if abs(len(a)-len(b)) > limit {
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
