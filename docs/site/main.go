// Command site builds a static site from the Markdown pages that docs/README.md lists, in its
// order.
//
//	go run ./docs/site --out dist/site
//
// main.go finds and writes the pages, page.go converts a page to HTML.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// contents is the page that lists all others.
const contents = "docs/README.md"

func main() {
	out := flag.String("out", "dist/site", "folder to write the site to")
	root := flag.String("root", ".", "folder of the repository")
	flag.Parse()
	if err := write(os.DirFS(*root), *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes the site of a repository to a folder.
func write(repository fs.FS, out string) error {
	pages, err := collect(repository)
	if err != nil {
		return err
	}
	for _, each := range pages {
		if err := put(out, each.target, each.html(pages)); err != nil {
			return err
		}
		for _, file := range each.pictures {
			data, err := fs.ReadFile(repository, file)
			if err != nil {
				return fmt.Errorf("%s shows %s: %w", each.source, file, err)
			}
			if err := put(out, file, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func put(out, name string, data []byte) error {
	file := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// collect reads the page of contents and the pages it lists.
func collect(repository fs.FS) ([]*page, error) {
	first, err := readPage(repository, contents, "index.html")
	if err != nil {
		return nil, err
	}
	pages := []*page{first}
	for _, link := range first.links {
		if path.Ext(link) != ".md" {
			continue
		}
		each, err := readPage(repository, link, strings.TrimSuffix(link, ".md")+".html")
		if err != nil {
			return nil, fmt.Errorf("%s lists %s: %w", contents, link, err)
		}
		pages = append(pages, each)
	}
	return pages, nil
}
