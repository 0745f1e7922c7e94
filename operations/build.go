package operations

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// commit and date are set by the build if the compiler cannot determine them, as in a
// folder without version control:
//
//	go build -ldflags "-X github.com/payslate/payslate/operations.commit=… -X ….date=…"
var commit, date string

// Build describes the running build of the program.
type Build struct {
	// Product and Version name it, as in "payslate" and "1.3.0".
	Product string `json:"product"`
	Version string `json:"version"`
	// Commit is the version of the sources, with "+changes" where files differed
	// from it, and Date its time, such as 2026-11-20T12:00:00Z; both are "unknown" if
	// the build does not have them.
	Commit string `json:"commit"`
	Date   string `json:"date"`
	// Go is the compiler and Platform the system it was built for.
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// ThisBuild returns the running build.
func ThisBuild() Build {
	declared := ofPay()
	b := Build{
		Product: declared.Product, Version: declared.Version, Commit: commit, Date: date,
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
		b.seen(info.Settings)
	}
	b.Commit, b.Date = cmp.Or(b.Commit, "unknown"), cmp.Or(b.Date, "unknown")
	return b
}

// Name is the product and version that answers carry.
func (b Build) Name() string { return b.Product + " " + b.Version }

// seen takes the settings of version control that the compiler recorded.
func (b *Build) seen(settings []debug.BuildSetting) {
	changed := ""
	for _, setting := range settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Date = setting.Value
		case "vcs.modified":
			if setting.Value == "true" {
				changed = "+changes"
			}
		}
	}
	if b.Commit != "" {
		b.Commit += changed
	}
}

// String is what --version prints.
func (b Build) String() string {
	return fmt.Sprintf("%s %s\ncommit %s\ndate   %s\ngo     %s %s\n", b.Product, b.Version, b.Commit, b.Date, b.Go, b.Platform)
}
