// Package payslate holds what belongs to the whole project.
package payslate

import _ "embed"

// Changelog is CHANGELOG.md, the history of the releases.
//
//go:embed CHANGELOG.md
var Changelog string
