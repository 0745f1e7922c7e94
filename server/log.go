package main

import (
	"io"
	"log/slog"
)

// logger creates the log in the configured format.
func (c *config) logger(w io.Writer) *slog.Logger {
	if c.logFormat == logJSON {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
