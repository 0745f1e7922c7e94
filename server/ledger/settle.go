package ledger

import "context"

// settlement corrects a commit whose outcome could not be looked up in time. Its callers
// were told that nothing was charged: if the commit happened after all, their debits are
// undone and their reservations released. Charges stored with an answer stand, because
// a retry gets that answer.
type settlement struct {
	of     string // the id of the commit
	id     string // of the commit that settles
	repair *batch
}

func newSettlement(of string, b *batch) *settlement {
	var repairs []*request
	for _, r := range b.requests {
		switch {
		case r.err != nil:
		case r.apply == nil:
			keyID, operation, credits := r.keyID, r.operation, r.credits
			repairs = append(repairs, &request{ctx: context.Background(), keyID: keyID, apply: func(tx *transaction) error {
				return tx.undo(keyID, operation, credits)
			}})
		case r.takeBack != nil:
			repairs = append(repairs, &request{ctx: context.Background(), keyID: r.keyID, apply: r.takeBack})
		}
	}
	return &settlement{of: of, id: newCommitID(), repair: newBatch(repairs)}
}

// settle settles the open commit, if there is one, before anything else happens. Inserting
// its id again waits until the lost connection's transaction has ended. If the id was not
// there, that commit did not happen and, as the id is now there, never will.
func (w *writer) settle() error {
	open := w.unsettled
	if open == nil {
		return nil
	}
	err := w.store.commit(open.id, func(tx *transaction) error {
		inserted, err := tx.exec("INSERT INTO payslate_commits (id, at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", open.of, tx.now.UnixMilli())
		if err != nil || inserted == 1 {
			return err
		}
		return open.repair.apply(tx)
	})
	if err == nil {
		w.unsettled = nil
	}
	return err
}
