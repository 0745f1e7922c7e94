// Package web is the page at the root of the service: the files that a browser
// needs, embedded in the program. Their sources are in page/src; page/build.mjs
// makes built/ of them, and the test of the package drives a browser.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"path"
)

//go:embed built
var built embed.FS

const (
	folder = "built"
	page   = "index.html"
	icon   = "favicon.svg"

	// assetPath starts the address of every file but the page.
	assetPath = "/assets/"

	// forever is for files whose name carries a digest of their content.
	forever = "public, max-age=31536000, immutable"
	// revalidated is for files that may change under the same name.
	revalidated = "no-cache"
)

// File is a file that is served without a key.
type File struct {
	// Path is its address, from the root.
	Path, ContentType string
	// CacheControl is its Cache-Control header, Policy the Content-Security-Policy of the
	// page itself.
	CacheControl, Policy string
	Text                 []byte
}

// Files lists the files of the page, the page itself included.
func Files() (files []File) {
	for name, text := range embedded(built, folder) {
		files = append(files, describe(name, text))
	}
	return files
}

// embedded returns the files of a folder that is part of the program, by name.
func embedded(from embed.FS, folder string) map[string][]byte {
	files := map[string][]byte{}
	entries, err := from.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		if files[entry.Name()], err = from.ReadFile(path.Join(folder, entry.Name())); err != nil {
			panic(err)
		}
	}
	return files
}

// contentTypes are those of the files, by extension.
var contentTypes = map[string]string{
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".txt":   "text/plain; charset=utf-8",
	".svg":   "image/svg+xml",
	".woff2": "font/woff2",
}

func describe(name string, text []byte) File {
	extension := path.Ext(name)
	file := File{Path: assetPath + name, ContentType: contentTypes[extension], CacheControl: revalidated, Text: text}
	switch {
	case name == page:
		file.Path, file.Policy = "/", contentPolicy
	case name == icon:
		file.Path = "/favicon.ico" // where browsers look, in any format
	case extension == ".js" || extension == ".css" || extension == ".woff2":
		file.CacheControl = forever
	}
	return file
}

// contentPolicy lets the page use its own files and call the service it came
// from, and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Packed compresses a text with gzip.
func Packed(text []byte) []byte {
	var dst bytes.Buffer
	packer, _ := gzip.NewWriterLevel(&dst, gzip.BestCompression) // the level is valid
	// A buffer takes everything.
	_, _ = packer.Write(text)
	_ = packer.Close()
	return dst.Bytes()
}
