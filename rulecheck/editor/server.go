package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Options are the settings of the server.
type Options struct {
	// Rules and Tables are the folders to serve; they default to the folders rules and
	// tables of the editor's workspace.
	Rules, Tables string
	// RuleOptions and TableOptions are passed to Review.
	RuleOptions  rules.Options
	TableOptions tables.Options
	// Version is reported to the editor.
	Version string
}

// server serves one editor. It handles messages one by one. Each change begins a goroutine
// that checks copies of the texts, and interrupts that of the change before.
type server struct {
	context.Context
	options   Options
	conn      *jsonrpc2.Conn
	rules     *book
	tables    *book
	watches   bool   // the editor reports files that other programs change
	stopped   bool   // after shutdown
	interrupt func() // ends the checks of the last change

	checking sync.Mutex // held by the checks under way
	results  map[unit]result

	guard   sync.Mutex             // of what follows
	waiting []unit                 // to be checked, in this order
	found   map[string][]diagnosis // by address, as published
}

// ErrExit is returned if the editor disconnects without shutdown.
var ErrExit = errors.New("the editor disconnected without shutdown")

// Serve serves an editor on a stream until it disconnects.
func Serve(ctx context.Context, stream io.ReadWriteCloser, options Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{Context: ctx, options: options, interrupt: func() {}, results: map[unit]result{}, found: map[string][]diagnosis{}}
	conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(s.handle))
	<-conn.DisconnectNotify()
	if !s.stopped {
		return ErrExit
	}
	return nil
}

// handle handles a request or a notification.
func (s *server) handle(ctx context.Context, conn *jsonrpc2.Conn, request *jsonrpc2.Request) (answer any, err error) {
	defer func() { // a request that fails must not end the session
		if failure := recover(); failure != nil {
			answer, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("%s failed: %v", request.Method, failure)}
		}
	}()
	var p params
	if request.Params != nil {
		if err := json.Unmarshal(*request.Params, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	switch request.Method {
	case "initialize":
		s.conn = conn // before Serve has it
		return s.initialize(p)
	case "shutdown":
		s.stopped = true
		return nil, nil
	case "exit":
		return nil, conn.Close()
	case "initialized":
		for _, b := range s.books() {
			s.requestCheck(b, "")
		}
		if s.watches {
			_, err := conn.DispatchCall(ctx, "client/registerCapability", watching)
			return nil, err
		}
		return nil, nil
	case "workspace/didChangeWatchedFiles":
		for _, changed := range p.Changes {
			if b, name := s.file(changed.URI); b != nil && !b.open[name] {
				s.take(b, name, b.onDisk(name))
			}
		}
		return nil, nil
	}
	if s.stopped {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was shut down"}
	}
	of, known := answers[request.Method]
	if !known && !request.Notif {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unknown method " + request.Method}
	}
	b, name := s.file(p.TextDocument.URI)
	if b == nil || !known {
		return nil, nil
	}
	return of(s, b, name, p)
}

// answers are the handlers of the methods that concern a file.
var answers = map[string]func(s *server, b *book, name string, p params) (any, error){
	"textDocument/didOpen": func(s *server, b *book, name string, p params) (any, error) {
		var err error
		if _, known := b.files[name]; !known {
			err = b.discover() // the file may belong to a new year
		}
		b.open[name] = true
		s.take(b, name, []byte(p.TextDocument.Text))
		return nil, err
	},
	"textDocument/didChange": func(s *server, b *book, name string, p params) (any, error) {
		s.take(b, name, edited(b.files[name], p.ContentChanges))
		return nil, nil
	},
	"textDocument/didClose": func(s *server, b *book, name string, _ params) (any, error) {
		delete(b.open, name)
		s.take(b, name, b.onDisk(name))
		return nil, nil
	},
	"textDocument/hover": func(_ *server, b *book, name string, p params) (any, error) {
		return b.hover(name, b.fromEditor(name, p.Position)), nil
	},
	"textDocument/definition": func(_ *server, b *book, name string, p params) (any, error) {
		return b.definition(name, b.fromEditor(name, p.Position)), nil
	},
	"textDocument/references": func(_ *server, b *book, name string, p params) (any, error) {
		return b.references(name, b.fromEditor(name, p.Position), p.Context.IncludeDeclaration), nil
	},
	"textDocument/prepareRename": func(_ *server, b *book, name string, p params) (any, error) {
		return b.prepareRename(name, b.fromEditor(name, p.Position))
	},
	"textDocument/rename": func(_ *server, b *book, name string, p params) (any, error) {
		return b.rename(name, b.fromEditor(name, p.Position), p.NewName)
	},
	"textDocument/completion": func(_ *server, b *book, name string, p params) (any, error) {
		return b.complete(name, b.fromEditor(name, p.Position)), nil
	},
	"textDocument/codeAction": func(s *server, b *book, name string, p params) (any, error) {
		return append(s.actions(b.uri(name), p.Range), b.unmark(name, p.Range)...), nil
	},
}

// take takes the new text of a file, or its removal, and requests a check. A check of the
// texts before it shows nothing more: of the files that are renamed at once, each would be
// checked beside the old others.
func (s *server) take(b *book, name string, data []byte) {
	s.interrupt()
	b.set(name, data)
	s.requestCheck(b, name)
}

// initialize opens the folders.
func (s *server) initialize(p params) (any, error) {
	root := p.RootURI
	if len(p.WorkspaceFolders) > 0 {
		root = p.WorkspaceFolders[0].URI
	}
	s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	var err error
	if s.rules, err = openFolder(s.options.Rules, root, "rules", "service.yaml"); err != nil {
		return nil, err
	}
	if s.tables, err = openFolder(s.options.Tables, root, "tables", "service.yaml"); err != nil {
		return nil, err
	}
	if s.tables != nil {
		s.tables.whole = true
	}
	return map[string]any{
		"capabilities": capabilities,
		"serverInfo":   map[string]string{"name": "rulecheck", "version": s.options.Version},
	}, nil
}

// openFolder opens the folder of a flag or else of the workspace. It returns nil if the
// workspace's folder lacks the file that it must have.
func openFolder(flag, root, folder, must string) (*book, error) {
	place := flag
	if place == "" {
		workspace := &book{root: string(filepath.Separator)}
		below, ok := workspace.name(root)
		if !ok {
			return nil, nil
		}
		place = filepath.Join(workspace.root, filepath.FromSlash(below), folder)
	}
	if _, err := os.Stat(filepath.Join(place, must)); err != nil && flag == "" {
		return nil, nil
	}
	return openBook(place)
}

func (s *server) books() []*book {
	var list []*book
	for _, b := range []*book{s.rules, s.tables} {
		if b != nil {
			list = append(list, b)
		}
	}
	return list
}

// file returns the book and the path of a document, or nil if it is in no book.
func (s *server) file(uri string) (*book, string) {
	for _, b := range s.books() {
		if name, ok := b.name(uri); ok {
			return b, name
		}
	}
	return nil, ""
}
