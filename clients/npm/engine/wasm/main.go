//go:build js && wasm

// Command wasm makes package engine available to JavaScript: it sets the global function
// payslateAnswer(path, query, body, language), which returns {status, body}.
package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/payslate/payslate/clients/npm/engine"
)

// rulesVersion is the version of the embedded rules, set by the build.
var rulesVersion string

// heapGrowth is the percentage by which the heap grows between collections: with Go's 100 a
// process in Node holds 5 MB more, and its first answer comes no sooner.
const heapGrowth = 60

func main() {
	debug.SetGCPercent(heapGrowth)
	answers := engine.New(rulesVersion)
	js.Global().Set("payslateAnswer", js.FuncOf(func(_ js.Value, sent []js.Value) any {
		status, body := answers.Answer(&engine.Request{
			Path: sent[0].String(), Query: sent[1].String(), Body: []byte(sent[2].String()), Language: sent[3].String(),
		})
		return map[string]any{"status": status, "body": string(body)}
	}))
	select {}
}
