package operations

import (
	"runtime/debug"
	"testing"
)

func TestBuildNamesItsSources(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "3e34f2f"}
	made := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-20T12:00:00Z"}
	for _, test := range []struct {
		name         string
		settings     []debug.BuildSetting
		commit, date string
	}{
		{"no revision", []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, "", ""},
		{"as committed", []debug.BuildSetting{revision, made, {Key: "vcs.modified", Value: "false"}}, "3e34f2f", "2026-11-20T12:00:00Z"},
		{"modified", []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, made, revision}, "3e34f2f+changes", "2026-11-20T12:00:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got Build
			got.seen(test.settings)
			if got.Commit != test.commit || got.Date != test.date {
				t.Errorf("commit %q, date %q", got.Commit, got.Date)
			}
		})
	}
}
