package rest

import "github.com/payslate/payslate/server/operations"

// The outcomes of loading rules while serving, as /readyz and /metrics name them.
const (
	reloadNone      = "none"
	reloadDone      = "done"
	reloadUnchanged = "unchanged"
	reloadFailed    = "failed"
)

// Load makes a list of operations on newer rules; nil where they are the same.
type Load func() (*operations.Catalogue, error)

// Reload replaces the operations by those that load returns; nil means that nothing has
// changed. On an error the old ones stay. /readyz and /metrics show the outcome. Reloads
// must not overlap.
func (s *Server) Reload(load Load) error {
	list, err := load()
	outcome := reloadDone
	switch {
	case err != nil:
		outcome = reloadFailed
	case list == nil:
		outcome = reloadUnchanged
	default:
		if err = s.Replace(list); err != nil {
			outcome = reloadFailed
		}
	}
	s.reload.Store(&outcome)
	s.metrics.reloaded(outcome)
	return err
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

// lastReload is the outcome of the last reload.
func (s *Server) lastReload() string {
	if outcome := s.reload.Load(); outcome != nil {
		return *outcome
	}
	return reloadNone
}
