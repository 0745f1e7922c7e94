package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// sources is the address of files that are not pages.
const sources = "https://github.com/payslate/payslate/blob/main/"

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

//go:embed page.html
var frameText string

var frame = template.Must(template.New("page").Parse(frameText))

// page is a Markdown file.
type page struct {
	source, target string // paths in the repository and in the site
	title          string
	text           []byte
	tree           ast.Node
	// links and pictures are the files of the repository that the page uses.
	links, pictures []string
	anchors         map[string]bool
}

func readPage(repository fs.FS, source, target string) (*page, error) {
	data, err := fs.ReadFile(repository, source)
	if err != nil {
		return nil, err
	}
	p := &page{source: source, target: target, text: data, tree: markdown.Parser().Parse(text.NewReader(data)), anchors: map[string]bool{}}
	err = p.walk(func(node ast.Node) {
		switch node := node.(type) {
		case *ast.Heading:
			if id, ok := node.AttributeString("id"); ok {
				p.anchors[string(id.([]byte))] = true
			}
			if p.title == "" {
				p.title = string(node.Lines().Value(data))
			}
		case *ast.Link:
			if file, _, inside := p.file(string(node.Destination)); inside {
				p.links = append(p.links, file)
			}
		case *ast.Image:
			if file, _, inside := p.file(string(node.Destination)); inside {
				p.pictures = append(p.pictures, file)
			}
		}
	})
	return p, err
}

func (p *page) walk(visit func(ast.Node)) error {
	return ast.Walk(p.tree, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			visit(node)
		}
		return ast.WalkContinue, nil
	})
}

// file returns the file in the repository and the anchor to which a link refers. It returns
// false for links elsewhere.
func (p *page) file(destination string) (file, anchor string, inside bool) {
	address, err := url.Parse(destination)
	if err != nil || address.Scheme != "" || address.Host != "" {
		return "", "", false
	}
	if address.Path == "" {
		return p.source, address.Fragment, true
	}
	return path.Join(path.Dir(p.source), address.Path), address.Fragment, true
}

// html returns the page as HTML. Links refer to pages of the site, or to the sources of
// files that are not pages.
func (p *page) html(pages []*page) []byte {
	targets := map[string]string{}
	for _, each := range pages {
		targets[each.source] = each.target
	}
	// The tree may change, because a page is written once.
	_ = p.walk(func(node ast.Node) {
		link, ok := node.(*ast.Link)
		if !ok {
			return
		}
		file, anchor, inside := p.file(string(link.Destination))
		switch target, known := targets[file]; {
		case !inside:
			return
		case known:
			link.Destination = []byte(p.to(target))
		default:
			link.Destination = []byte(sources + file)
		}
		if anchor != "" {
			link.Destination = append(link.Destination, "#"+anchor...)
		}
	})
	var body, out bytes.Buffer
	if err := markdown.Renderer().Render(&body, p.text, p.tree); err != nil {
		panic(fmt.Sprintf("writing to a buffer failed: %v", err))
	}
	type entry struct {
		Title, Address string
		Here           bool
	}
	var menu []entry
	for _, each := range pages {
		menu = append(menu, entry{each.title, p.to(each.target), each == p})
	}
	err := frame.Execute(&out, struct {
		Title string
		Menu  []entry
		Body  template.HTML
	}{p.title, menu, template.HTML(body.String())})
	if err != nil {
		panic(fmt.Sprintf("the embedded frame failed: %v", err))
	}
	return out.Bytes()
}

// to returns the relative address of a file of the site.
func (p *page) to(target string) string {
	return strings.Repeat("../", strings.Count(p.target, "/")) + target
}
