package web_test

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/server/web"
)

// TestFiles: the page names the existing files, and only files whose names change with
// their content are cached forever.
func TestFiles(t *testing.T) {
	files := web.Files()
	byPath := map[string]web.File{}
	for _, file := range files {
		byPath[file.Path] = file
		if file.ContentType == "" {
			t.Errorf("%s has no type", file.Path)
		}
		immutable := strings.Contains(file.CacheControl, "immutable")
		if hashed := strings.HasSuffix(file.Path, ".js") || strings.HasSuffix(file.Path, ".css") || strings.HasSuffix(file.Path, ".woff2"); hashed != immutable {
			t.Errorf("%s: %s", file.Path, file.CacheControl)
		}
	}
	if icon := byPath["/favicon.ico"]; icon.ContentType != "image/svg+xml" || !strings.HasPrefix(string(icon.Text), "<svg ") {
		t.Errorf("the icon is %q", icon.ContentType)
	}
	page, ok := byPath["/"]
	if !ok {
		t.Fatal("the page is missing")
	}
	policy := page.Policy
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	named := 0
	for path := range byPath {
		if strings.HasPrefix(path, "/assets/app-") {
			named++
			if !strings.Contains(string(page.Text), `"`+path+`"`) {
				t.Errorf("the page does not name %s", path)
			}
		}
	}
	if named != 2 {
		t.Errorf("%d files named app, want a script and a style", named)
	}
	if strings.Contains(string(page.Text), "{{") {
		t.Error("a placeholder is left in the page")
	}
	if !strings.Contains(string(byPath["/assets/licences.txt"].Text), "uplot") {
		t.Error("the licence of the plots is missing")
	}
}
