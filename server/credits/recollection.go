package credits

import "sync"

// maxRecalled bounds the secrets that a process remembers.
const maxRecalled = 16_384

// recollection is the key cache: the newest secret of each key. The key of a secret and
// its scopes never change; revocation and balance are not cached. The next debit detects
// a rotation by the number of rotations.
type recollection struct {
	mu     sync.RWMutex
	keys   map[secretHash]Key
	hashes map[string]remembered // of the ids
}

// remembered is the newest secret of a key and the number of rotations before it.
type remembered struct {
	hash      secretHash
	rotations int64
}

// unknownRotations is the number of rotations of a key that is not remembered.
const unknownRotations = -1

func newRecollection() *recollection {
	return &recollection{keys: map[secretHash]Key{}, hashes: map[string]remembered{}}
}

func (m *recollection) recall(hash secretHash) (key Key, known bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	key, known = m.keys[hash]
	return key, known
}

func (m *recollection) rotations(keyID string) int64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if known, is := m.hashes[keyID]; is {
		return known.rotations
	}
	return unknownRotations
}

// remember caches a valid key by its newest secret. If the cache is full, another key
// is dropped.
func (m *recollection) remember(hash secretHash, key Key, rotations int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if before, known := m.hashes[key.ID]; known {
		if before.rotations > rotations {
			return // read before the newest secret was made
		}
		delete(m.keys, before.hash)
	} else if len(m.keys) >= maxRecalled {
		for other, key := range m.keys {
			delete(m.keys, other)
			delete(m.hashes, key.ID)
			break
		}
	}
	key.Balance = 0
	m.keys[hash], m.hashes[key.ID] = key, remembered{hash, rotations}
}

func (m *recollection) forget(keyID string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, is := m.hashes[keyID]; is {
		delete(m.keys, known.hash)
		delete(m.hashes, keyID)
	}
}

// Recall implements Ledger.
func (b *books) Recall(secret string) (key Key, known bool) {
	return b.recollection.recall(hashSecret(secret))
}
