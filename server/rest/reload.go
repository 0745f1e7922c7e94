package rest

// The outcomes of loading rules while serving, as /readyz and /metrics name them.
const (
	reloadNone      = "none"
	ReloadDone      = "done"
	ReloadUnchanged = "unchanged"
	ReloadFailed    = "failed"
)

// reload is how loading the rules again ended, and why where it failed.
type reload struct{ outcome, reason string }

// Reloaded records how loading the rules again ended, with the reason where it failed, for
// /readyz and /metrics.
func (s *Server) Reloaded(outcome, reason string) {
	s.reload.Store(&reload{outcome, reason})
	s.metrics.reloaded(outcome)
}

// Watch sets the function by which /readyz and /metrics learn since when the folders
// differ from what is served, in Unix milliseconds; 0 means that they are the same.
func (s *Server) Watch(differs func() int64) { s.differs.Store(&differs) }
