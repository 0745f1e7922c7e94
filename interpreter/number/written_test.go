package number

import "testing"

// FuzzWritten parses dates, times and durations and formats them again: the text is the
// same except for leading zeros of hours.
func FuzzWritten(f *testing.F) {
	for _, seed := range []string{
		"2026-01-31", "2024-02-29", "2025-02-29", "0000-01-01", "9999-12-31", "2026-1-31", "2026-01-31T09:30", "1969-12-31T23:59", "2026-01-31T9:30",
		"2026-01-31T24:00", "2026-01-31T09:30:00", "36:30", "0:00", "007:05", "1:60", "1:5", ":30", "-1:30", "4294967295:59", "4294967296:00", "+1:30", "1_0:30",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if days, ok := ParseDate(text); ok {
			if got := string(AppendDate(nil, days)); got != text {
				t.Errorf("the date %q is written %q", text, got)
			}
			if minutes, is := ParseTime(text + "T00:00"); !is || minutes*secondsOfMinute != days*secondsOfDay {
				t.Errorf("the date %q begins at minute %d, %t", text, minutes, is)
			}
		}
		if minutes, ok := ParseTime(text); ok {
			if got := string(AppendTime(nil, minutes)); got != text {
				t.Errorf("the time %q is written %q", text, got)
			}
		}
		if minutes, ok := ParseDuration(text); ok {
			written := string(AppendDuration(nil, minutes))
			again, is := ParseDuration(written)
			if minutes < 0 || !is || again != minutes || len(written) > len(text) || text[len(text)-len(written):] != written {
				t.Errorf("the duration %q is %d minutes, written %q, read again %d", text, minutes, written, again)
			}
		}
	})
}
