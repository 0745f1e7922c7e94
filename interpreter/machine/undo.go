package machine

// Mark is a point of the Builder's work to which Undo returns.
type Mark struct{ sequence, scope int }

// Mark remembers the current point.
func (b *Builder) Mark() Mark { return Mark{len(b.sequence), len(b.scope)} }

// Undo forgets what was built since a mark of the same sequence.
func (b *Builder) Undo(m Mark) {
	b.sequence = b.sequence[:m.sequence]
	for _, k := range b.scope[m.scope:] {
		delete(b.known, k)
	}
	b.scope = b.scope[:m.scope]
}
