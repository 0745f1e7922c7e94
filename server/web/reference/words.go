package reference

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

var (
	//go:embed words.yaml
	wordsText []byte
	//go:embed changelog.yaml
	releasesText []byte
)

// release is a version of the service.
type release struct {
	Version string
	Date    string
	Parts   []changes
}

// changes are those that some readers want to know; For is empty where all do.
type changes struct {
	For     string
	Changes []string
}

func readReleases(language rules.Language) ([]release, error) {
	var declared []struct {
		Version, Date string
		Parts         []struct {
			For     operations.Words
			Changes []operations.Words
		}
	}
	if err := document.Decode(releasesText, &declared); err != nil {
		return nil, fmt.Errorf("changelog.yaml: %w", err)
	}
	releases := make([]release, len(declared))
	for i, entry := range declared {
		if _, err := time.Parse(time.DateOnly, entry.Date); err != nil {
			return nil, fmt.Errorf("changelog.yaml: version %s: %w", entry.Version, err)
		}
		releases[i] = release{Version: entry.Version, Date: entry.Date}
		for _, part := range entry.Parts {
			told := changes{For: part.For.In(language)}
			for _, change := range part.Changes {
				told.Changes = append(told.Changes, change.In(language))
			}
			releases[i].Parts = append(releases[i].Parts, told)
		}
	}
	return releases, nil
}
