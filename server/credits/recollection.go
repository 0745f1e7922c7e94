package credits

import "sync"

// maxRecalled bounds the secrets that a process remembers.
const maxRecalled = 16_384

// recollection remembers whose secret is whose. That never changes; what may
// change, a revocation and the balance, is not in it.
type recollection struct {
	mu     sync.RWMutex
	ids    map[secretHash]string
	hashes map[string]secretHash // of the ids
}

func newRecollection() *recollection {
	return &recollection{ids: map[secretHash]string{}, hashes: map[string]secretHash{}}
}

func (m *recollection) recall(hash secretHash) (keyID string, known bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	keyID, known = m.ids[hash]
	return keyID, known
}

// remember notes a key that was in force. Where there is no room, another one
// is forgotten.
func (m *recollection) remember(hash secretHash, keyID string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ids) >= maxRecalled {
		for other, id := range m.ids {
			delete(m.ids, other)
			delete(m.hashes, id)
			break
		}
	}
	m.ids[hash], m.hashes[keyID] = keyID, hash
}

func (m *recollection) forget(keyID string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if hash, known := m.hashes[keyID]; known {
		delete(m.ids, hash)
		delete(m.hashes, keyID)
	}
}

// Recall implements Ledger.
func (b *books) Recall(secret string) (keyID string, known bool) {
	return b.recollection.recall(hashSecret(secret))
}
