package ledger

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"
)

// TestMayHoldSecret: a secret is found whatever stands before it and however it is encoded,
// and what clients call their requests and paths is none.
func TestMayHoldSecret(t *testing.T) {
	for range 1000 {
		secret := newSecret()
		bare := strings.TrimPrefix(secret, secretPrefix)
		for _, text := range []string{
			secret, bare, "live_" + bare, "key-" + bare, "x" + bare + "y", bare[1:], bare[:40], "ps_live_" + bare[:10], "PS_LIVE_x",
			strings.ToUpper(bare), strings.ToLower(bare), url.PathEscape(secret), "/v1/" + bare + "/net", "a b " + bare,
			hex.EncodeToString([]byte(bare)), "id-" + strings.ToUpper(hex.EncodeToString([]byte(secret))),
			base64.StdEncoding.EncodeToString([]byte(bare)), base64.RawURLEncoding.EncodeToString([]byte(secret)),
			base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(secret)))),
		} {
			if !MayHoldSecret(text) {
				t.Errorf("not found in %s", text)
			}
		}
	}
	for _, text := range []string{
		"", "/", "abc-123", strings.Repeat("x", 128), "5f0c2b1e-offer-12", "/v1/salary-net/netto/batch/of/many/people", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"123e4567-e89b-12d3-a456-426614174000", "4bf92f3577b34da6a3ce929d0e0e4736", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
		"/rules/de/2026/social_insurance.yaml", "/assets/icons/apple-touch-icon.png", "2026-11-27.order-4711.line-3",
	} {
		if MayHoldSecret(text) {
			t.Errorf("found in %s", text)
		}
	}
}
