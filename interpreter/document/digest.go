package document

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
)

// digestBytes is how much of a digest is shown.
const digestBytes = 8

// Digest identifies files by their names and content, in 16 hexadecimal digits.
func Digest(files map[string][]byte) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := sha256.Sum256(files[name])
		sum.Write([]byte(name))
		sum.Write([]byte{0})
		sum.Write(content[:])
	}
	return hex.EncodeToString(sum.Sum(nil)[:digestBytes])
}
