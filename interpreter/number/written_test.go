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

// TestWritten parses and formats dates, times and durations.
func TestWritten(t *testing.T) {
	for _, c := range []struct {
		read   func(string) (int64, bool)
		write  func([]byte, int64) []byte
		text   string
		number int64
		ok     bool
	}{
		{ParseDate, AppendDate, "1970-01-01", 0, true},
		{ParseDate, AppendDate, "1969-12-31", -1, true},
		{ParseDate, AppendDate, "2026-02-29", 0, false},
		{ParseDate, AppendDate, "2026-2-1", 0, false},
		{ParseTime, AppendTime, "1970-01-02T00:01", 1441, true},
		{ParseTime, AppendTime, "1969-12-31T23:59", -1, true},
		{ParseTime, AppendTime, "2026-01-31T24:00", 0, false},
		{ParseDuration, AppendDuration, "36:30", 2190, true},
		{ParseDuration, AppendDuration, "0:05", 5, true},
		{ParseDuration, AppendDuration, "0:60", 0, false},
		{ParseDuration, AppendDuration, "1:5", 0, false},
		{ParseDuration, AppendDuration, "-1:05", 0, false},
		{ParseDuration, AppendDuration, "1", 0, false},
	} {
		n, ok := c.read(c.text)
		if ok != c.ok || n != c.number {
			t.Errorf("%s is read as %d, %v", c.text, n, ok)
		}
		if got := string(c.write(nil, c.number)); c.ok && got != c.text {
			t.Errorf("%s is written %s", c.text, got)
		}
	}
	if got := string(AppendDuration(nil, -65)); got != "-1:05" {
		t.Errorf("a negative duration is written %s", got)
	}
}
