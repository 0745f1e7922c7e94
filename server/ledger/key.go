package ledger

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"fmt"
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

// IsSecret reports whether a text has the form of a key's secret, in any case.
func IsSecret(text string) bool { return strings.Contains(strings.ToLower(text), secretPrefix) }

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
