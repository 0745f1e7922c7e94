package ledger

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	secretPrefix = "ps_live_"
	secretBytes  = 32
	keyIDPrefix  = "key_"
	keyIDLength  = 12
)

// secretHash is the hash of a secret, all that is stored of it. A plain SHA-256 suffices,
// because nobody can guess a secret of 256 random bits.
type secretHash [sha256.Size]byte

func hashSecret(secret string) secretHash {
	var room [64]byte // for a secret of ours, so that it needs none on the heap
	return sha256.Sum256(append(room[:0], secret...))
}

// minSecret is the shortest run of characters that may hold enough of a secret to guess the
// rest, in any encoding, and minKinds how many different characters it then has.
const minSecret, minKinds = 32, 6

// maxEncodings is how many percent-encodings of a secret are undone.
const maxEncodings = 4

// MayHoldSecret reports whether a text could hold a key's secret and so must not be kept:
// with or without its prefix or another, in capitals, percent-encoded, or in hexadecimal or
// base64. Paths of short names, UUIDs and the ids of traces are none.
func MayHoldSecret(text string) bool {
	if len(text) < len(secretPrefix) {
		return false
	}
	return decoded(text, func(text string) bool {
		for run := range strings.FieldsFuncSeq(text, notOfSecret) {
			if len(run) >= minSecret && !harmless.MatchString(run) && kinds(run) >= minKinds {
				return true
			}
		}
		return hasPrefix(text)
	})
}

// harmless are paths of short names in lower case, and groups of hexadecimal digits that are
// too short for a secret, as in UUIDs and the ids of traces.
var harmless = regexp.MustCompile(`^(?:[a-z0-9._~-]{0,24}/)+[a-z0-9._~-]{0,24}$|^[0-9a-fA-F]{1,32}(?:-[0-9a-fA-F]{1,32}){0,4}$`)

// kinds counts the different characters of a text.
func kinds(text string) int {
	seen := map[rune]bool{}
	for _, r := range text {
		seen[r] = true
	}
	return len(seen)
}

// IsSecret reports whether a text has the form of a key's secret, in any case or
// percent-encoded.
func IsSecret(text string) bool { return decoded(text, hasPrefix) }

func hasPrefix(text string) bool { return strings.Contains(strings.ToLower(text), secretPrefix) }

// decoded reports whether a text, or what is left of it without percent-encodings, is
// suspect.
func decoded(text string, suspect func(string) bool) bool {
	for range maxEncodings {
		if suspect(text) {
			return true
		}
		plain, err := url.PathUnescape(text)
		if err != nil || plain == text {
			return false
		}
		text = plain
	}
	return true // encoded too often to rule it out
}

// notOfSecret reports whether a character stands in no encoding of a secret.
func notOfSecret(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_+/=.~%:", r)
}

func newSecret() string {
	var random [secretBytes]byte
	rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	return secretPrefix + base64.RawURLEncoding.EncodeToString(random[:])
}

// newKeyID returns "key_" and twelve random lower-case letters and digits.
func newKeyID() string {
	var random [8]byte
	rand.Read(random[:])
	text := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random[:])
	return keyIDPrefix + strings.ToLower(text[:keyIDLength])
}

// cleanName trims a key's name and refuses one that is too long or cannot be printed.
func cleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case !utf8.ValidString(name):
		return "", fmt.Errorf("%w: the name is not valid UTF-8", ErrInvalidArgument)
	case utf8.RuneCountInString(name) > MaxNameLength:
		return "", fmt.Errorf("%w: the name has %d characters, at most %d are allowed",
			ErrInvalidArgument, utf8.RuneCountInString(name), MaxNameLength)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", fmt.Errorf("%w: the name has a character that cannot be printed", ErrInvalidArgument)
	}
	return name, nil
}

// checkGrant checks a number of credits to grant.
func checkGrant(credits, least int64) error {
	if credits < least || credits > MaxGrant {
		return fmt.Errorf("%w: %d credits; give a whole number from %d to %d",
			ErrInvalidArgument, credits, least, int64(MaxGrant))
	}
	return nil
}
