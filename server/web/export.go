package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed export
var scripts embed.FS

// exportedPolicy lets an exported page run its engine. Another page may show it in a frame.
const exportedPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; " +
	"font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

// Exported lists the files of the page, by name, as any host of files can serve them under
// any path: with addresses relative to the page, and with the script that answers the page's
// requests by the engine, which the folder engine must hold.
func Exported() map[string][]byte {
	files := map[string][]byte{"boot.js": embedded(scripts, "export")["boot.js"]}
	for name, text := range embedded(built, folder) {
		switch name {
		case page:
			files[page] = relative(text)
		case icon:
			files[icon] = text
		default:
			files["assets/"+name] = text
		}
	}
	return files
}

// relative makes the page's addresses relative to it and runs the engine's script first.
func relative(text []byte) []byte {
	first := `<script type="module"`
	return []byte(strings.NewReplacer(
		`"/assets/`, `"assets/`,
		`"/favicon.ico"`, `"`+icon+`"`,
		first, fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n%s src=\"boot.js\"></script>\n%s", exportedPolicy, first, first),
	).Replace(string(text)))
}

// Offline writes the script that keeps the files of an exported page; version is a digest of
// them.
func Offline(files []string, version string) []byte {
	names, _ := json.Marshal(files) // texts alone
	text := embedded(scripts, "export")["offline.js"]
	return []byte(strings.NewReplacer("{{VERSION}}", version, `["{{FILES}}"]`, string(names)).Replace(string(text)))
}
