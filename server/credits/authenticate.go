package credits

import (
	"context"
	"sync"
)

// authenticator reads keys by the hash of their secret. Requests that arrive during a
// read wait for the next one, which answers all of them and reads each secret once. A
// request never joins a read that began before it, so a revocation takes effect at once.
type authenticator struct {
	storage storage

	mu      sync.Mutex
	waiting map[secretHash]*lookup
	reading bool
}

// lookup is the shared result for all requests that wait for one secret.
type lookup struct {
	done chan struct{}
	key  Key
	err  error
	// present is set if the secret is the newest of its key; only that one is cached.
	// rotations is the number of secrets before it.
	present   bool
	rotations int64
}

// Authenticate implements Ledger.
func (b *books) Authenticate(ctx context.Context, secret string) (Key, error) {
	hash := hashSecret(secret)
	answer := b.authenticator.lookUp(hash)
	select {
	case <-answer.done:
	case <-ctx.Done():
		return Key{}, ctx.Err()
	}
	if answer.err == nil && answer.key.Left > 0 {
		if answer.present {
			b.recollection.remember(hash, answer.key, answer.rotations)
		}
	} else {
		b.recollection.forget(answer.key.ID)
	}
	switch {
	case answer.err == nil:
		return answer.key, nil
	case isRefusal(answer.err):
		return Key{}, answer.err
	}
	return Key{}, b.readError(answer.err)
}

func (a *authenticator) lookUp(hash secretHash) *lookup {
	a.mu.Lock()
	answer := a.waiting[hash]
	if answer == nil {
		answer = &lookup{done: make(chan struct{})}
		a.waiting[hash] = answer
	}
	if a.reading {
		a.mu.Unlock()
		return answer
	}
	a.reading = true
	batch := a.take()
	a.mu.Unlock()

	a.answer(batch)
	a.passOn()
	return answer
}

// take empties the waiting list. Its caller holds the lock.
func (a *authenticator) take() map[secretHash]*lookup {
	batch := a.waiting
	a.waiting = map[secretHash]*lookup{}
	return batch
}

// passOn ends a reader's turn: another goroutine serves the waiting requests, so no
// request works for others for more than one batch.
func (a *authenticator) passOn() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.waiting) == 0 {
		a.reading = false
		return
	}
	go func(batch map[secretHash]*lookup) {
		a.answer(batch)
		a.passOn()
	}(a.take())
}

// answer reads for several requests, so none of their contexts may end it.
func (a *authenticator) answer(batch map[secretHash]*lookup) {
	hashes := make([]secretHash, 0, len(batch))
	for hash, answer := range batch {
		hashes = append(hashes, hash)
		answer.err = ErrUnknownKey
	}
	err := a.storage.authenticate(hashes, func(hash secretHash, c credential) {
		answer := batch[hash]
		answer.key = Key{ID: c.id, Balance: c.balance, Left: c.balance, scopes: c.limits.scopes}
		answer.present, answer.rotations = c.ends == 0, c.limits.rotations
		if left := max(0, c.limits.left(c.now)); c.limits.budget > 0 && left < c.balance {
			answer.key.Left, answer.key.Renews = left, renewal(c.now)
		}
		switch {
		case c.revoked != 0:
			answer.err = ErrRevokedKey
		case c.limits.expired(c.now), c.ends != 0 && c.ends <= c.now.UnixMilli():
			answer.err = ErrExpiredKey
		default:
			answer.err = nil
		}
	})
	for _, answer := range batch {
		if err != nil {
			answer.key, answer.err = Key{}, err
		}
		close(answer.done)
	}
}
