// Package mutation changes rule files in one place at a time and finds the changes that no
// labelled case notices.
//
// A change is of a figure, a step or an expression. It is noticed if a case of its years then
// differs. A change that no case notices counts only if the compiled programs differ: otherwise
// it changes no answer.
package mutation
