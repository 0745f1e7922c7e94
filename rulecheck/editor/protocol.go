package editor

// The messages of the Language Server Protocol 3.17, as far as this server uses them.
// https://microsoft.github.io/language-server-protocol/ explains each member.

// position counts lines, and UTF-16 units in a line, from 0.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type textDocument struct {
	URI  string `json:"uri"`
	Text string `json:"text"`
}

// params has the parameters of all requests and notifications that the server handles.
type params struct {
	TextDocument     textDocument      `json:"textDocument"`
	Position         position          `json:"position"`
	Range            span              `json:"range"`
	NewName          string            `json:"newName"`
	ContentChanges   []change          `json:"contentChanges"`
	WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
	RootURI          string            `json:"rootUri"`
	Changes          []textDocument    `json:"changes"`
	Capabilities     struct {
		Workspace struct {
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
	} `json:"capabilities"`
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type workspaceFolder struct {
	URI string `json:"uri"`
}

// change replaces a range or, without one, the whole text.
type change struct {
	Range *span  `json:"range"`
	Text  string `json:"text"`
}

type diagnosis struct {
	Range    span    `json:"range"`
	Severity int     `json:"severity"`
	Code     string  `json:"code,omitempty"`
	Source   string  `json:"source,omitempty"`
	Message  string  `json:"message"`
	Data     *remedy `json:"data,omitempty"`
}

// remedy is an edit that fixes a finding.
type remedy struct {
	Title string `json:"title"`
	textEdit
}

type published struct {
	URI         string      `json:"uri"`
	Diagnostics []diagnosis `json:"diagnostics"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type completionItem struct {
	Label         string  `json:"label"`
	Kind          int     `json:"kind"`
	Detail        string  `json:"detail,omitempty"`
	Documentation *markup `json:"documentation,omitempty"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnosis   `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred"`
	Edit        workspaceEdit `json:"edit"`
}

// watching makes an editor report files that other programs change.
var watching = map[string]any{"registrations": []any{map[string]any{
	"id": "files", "method": "workspace/didChangeWatchedFiles",
	"registerOptions": map[string]any{"watchers": []any{map[string]string{"globPattern": "**/*.{yaml,json,txt}"}}},
}}}

// capabilities declares what the server supports.
var capabilities = map[string]any{
	"positionEncoding":   "utf-16",
	"textDocumentSync":   map[string]any{"openClose": true, "change": 2},
	"hoverProvider":      true,
	"definitionProvider": true,
	"referencesProvider": true,
	"renameProvider":     map[string]any{"prepareProvider": true},
	"completionProvider": map[string]any{"triggerCharacters": []string{".", ":", " "}},
	"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix"}},
}
