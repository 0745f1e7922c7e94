// Package editor is the language server of rule files: "rulecheck lsp" speaks the
// Language Server Protocol over standard input and output.
//
// The route through it: server.go answers the methods of the protocol, whose
// messages are in protocol.go; book.go holds the files as the editor shows them and
// check.go looks for what is wrong with them. Package names lists the names of each
// file with their places; navigate.go answers from that list where a name is
// declared, read and renamed, describe.go what it means, complete.go what may be
// written, and actions.go how a finding is mended and a file is formatted.
package editor
