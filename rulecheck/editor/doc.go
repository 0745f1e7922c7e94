// Package editor is the language server for rule files: "rulecheck lsp" speaks the Language
// Server Protocol over standard input and output.
//
// server.go handles the methods of the protocol, whose messages are declared in
// protocol.go; book.go keeps the files as the editor shows them, and check.go checks them.
// Package names lists the names in each file with their places; from it, navigate.go finds
// declarations and uses and renames them, describe.go explains them and complete.go
// completes them. actions.go offers quick fixes.
package editor
