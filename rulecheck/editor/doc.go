// Package editor is the language server for rule files: "rulecheck lsp" speaks the Language
// Server Protocol over standard input and output.
//
// Messages are answered one by one, from the texts as the editor shows them. A check runs beside
// them on a copy of the texts, which never changes; the next change interrupts it, and what an
// interrupted check found is never shown. Definition, references, renaming, hover and completion
// read the names of package names, which survive files that are broken.
package editor
