package main

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// countingLog is a log target that counts writes.
type countingLog struct {
	mutex  sync.Mutex
	text   bytes.Buffer
	writes int
	fails  bool
}

func (s *countingLog) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.writes++
	if s.fails {
		return 0, errors.New("no space")
	}
	return s.text.Write(text)
}

func (s *countingLog) read() (text string, writes int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String(), s.writes
}

func TestLogBuffersLines(t *testing.T) {
	for _, format := range []string{logText, logJSON} {
		target := new(countingLog)
		log, flush := (&config{logFormat: format}).logger(target)
		const lines = 3000 // more than the buffer
		log = log.With("program", "test").WithGroup("call")
		for n := range lines {
			log.Info("request", "n", n)
		}
		flush()
		text, writes := target.read()
		if got := strings.Count(text, "\n"); got != lines || writes > lines/10 {
			t.Errorf("%s: %d of %d lines in %d writes", format, got, lines, writes)
		}
		if !strings.Contains(text, "program") || !strings.Contains(text, "call") {
			t.Errorf("%s: attributes are missing: %.200s", format, text)
		}
		log.Info("before")
		log.Warn("after")
		if text, _ := target.read(); !strings.Contains(text, "before") || !strings.Contains(text, "after") {
			t.Errorf("%s: a warning and the lines before it were not written at once", format)
		}
	}
}

func TestLogIsWrittenInTime(t *testing.T) {
	target := new(countingLog)
	log, _ := (&config{logFormat: logText}).logger(target)
	for _, line := range []string{"first", "second"} {
		log.Info(line)
		for deadline := time.Now().Add(startWait); ; time.Sleep(time.Millisecond) {
			if text, _ := target.read(); strings.Contains(text, line) {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s was never written", line)
			}
		}
	}
}

func TestLogContinuesAfterAFailure(t *testing.T) {
	target := &countingLog{fails: true}
	log, flush := (&config{logFormat: logText}).logger(target)
	log.Error("lost")
	target.mutex.Lock()
	target.fails = false
	target.mutex.Unlock()
	log.LogAttrs(t.Context(), slog.LevelInfo, "kept")
	flush()
	if text, _ := target.read(); strings.Contains(text, "lost") || !strings.Contains(text, "kept") {
		t.Errorf("the log is %q", text)
	}
}
