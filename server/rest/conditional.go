package rest

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/payslate/payslate/rules"
)

const (
	// cachePublic is for the documentation, cachePaid for answers to GET, cacheNone for
	// everything else.
	cachePublic = "public, max-age=300"
	cachePaid   = "private, max-age=3600"
	cacheNone   = "no-store"

	varyAnswer   = "Accept-Language, X-API-Key, Authorization, Accept-Encoding"
	varyDocument = "Accept-Language, Accept-Encoding"

	// tagBytes is how much of a digest an entity tag keeps.
	tagBytes = 16
)

// notKept is the value of Cache-Control for most answers, shared by their headers.
var notKept = []string{cacheNone}

// entityTag returns a strong tag of a text, made from a version of the data in a
// language.
func entityTag(version string, language rules.Language, text []byte) string {
	digest := sha256.New()
	digest.Write([]byte(version))
	digest.Write([]byte("\x00" + language.Tag()))
	digest.Write(text)
	return `"` + base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:tagBytes]) + `"`
}

// holds reports whether the client has the entity of a tag, by a weak comparison with
// If-None-Match.
func holds(header http.Header, tag string) bool {
	for _, line := range header.Values("If-None-Match") {
		for entry := range strings.SplitSeq(line, ",") {
			entry = strings.TrimSpace(entry)
			if entry == "*" || strings.TrimPrefix(entry, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// cacheable sets the headers for caching and revalidation.
func cacheable(header http.Header, tag, control, vary string) {
	header.Set("ETag", tag)
	header.Set("Cache-Control", control)
	header.Set("Vary", vary)
}
