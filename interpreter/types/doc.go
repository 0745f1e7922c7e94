// Package types is what rule files declare: types, units, figures, bands,
// grammars, and the inputs and outputs of programs. Declare is the way in; a
// Module is what comes out, before any program was looked at.
package types
