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

// differing is since when the folders differ, 0 where they do not or nobody watches.
func (s *Server) differing() int64 {
	if differs := s.differs.Load(); differs != nil {
		return (*differs)()
	}
	return 0
}

// lastReload is how the last reload ended.
func (s *Server) lastReload() reload {
	if last := s.reload.Load(); last != nil {
		return *last
	}
	return reload{outcome: reloadNone}
}
