package page

import (
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

func TestPlots(t *testing.T) {
	points := []Point{
		{Name: `<b>"second"</b>`, X: number.New(300000, 2), Y: number.New(-1250, 2)},
		{X: number.New(100000, 2), Y: number.New(500, 2)},
		{X: number.New(200000, 2), Y: number.New(0, 2)},
	}
	for name, svg := range map[string]string{"curve": string(Curve(points)), "cloud": string(Cloud(points))} {
		if strings.Count(svg, "<circle") != 3 || strings.Contains(svg, "<b>") {
			t.Errorf("%s: %s", name, svg)
		}
		for _, want := range []string{"-12.50</text>", "+5.00</text>", ">0</text>", ">1000</text>", ">3000</text>", "1000.00: +5.00</title>"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s lacks %s: %s", name, want, svg)
			}
		}
	}
	if got := regexp.MustCompile(`points="(\d+),\d+ (\d+),\d+ (\d+),\d+"`).FindStringSubmatch(string(Curve(points))); len(got) != 4 || got[1] != "70" || got[2] != "245" || got[3] != "420" {
		t.Error(got)
	}
	if Curve(nil) != "" || Cloud(nil) != "" {
		t.Error("a plot without points is drawn")
	}
	if svg := string(Cloud(points[1:2])); strings.Count(svg, "<circle") != 1 {
		t.Error(svg)
	}
}

// TestStyleLoadsNoOtherFile checks that a page is a single file.
func TestStyleLoadsNoOtherFile(t *testing.T) {
	if css := string(Head("")); strings.Contains(css, "url(") || strings.Contains(css, "@import") || !strings.Contains(css, "prefers-color-scheme: dark") {
		t.Error(css)
	}
}
