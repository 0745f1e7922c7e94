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

// Reload replaces the operations by those that load returns; nil means that
// nothing has changed. On an error the old ones stay. Either way /readyz and
// /metrics say so. Reloads must not overlap.
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

// lastReload is the outcome of the last reload.
func (s *Server) lastReload() string {
	if outcome := s.reload.Load(); outcome != nil {
		return *outcome
	}
	return reloadNone
}
