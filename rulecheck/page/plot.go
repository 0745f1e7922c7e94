package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// Point is a point of a plot; both coordinates are amounts.
type Point struct {
	// Name is the point's tooltip; if empty, X is.
	Name string
	X, Y number.Decimal
}

// The size of a plot and of the margins around its area.
const (
	width  = 440
	height = 230
	left   = 62
	right  = 12
	top    = 12
	bottom = 30
)

// Curve returns a plot that joins the points in the order of X, at equal distances, with X
// below.
func Curve(points []Point) template.HTML {
	points = sorted(points)
	if len(points) == 0 {
		return ""
	}
	d := newDrawing(points)
	var line []string
	dots := ""
	for i, p := range points {
		x := between(int64(i), 0, int64(len(points)-1), left+8, width-right-8)
		line = append(line, fmt.Sprintf("%d,%d", x, d.up(p.Y)))
		dots += d.dot(x, p)
		if every := (len(points) + 6) / 7; i%every == 0 {
			d.label(x, p.X)
		}
	}
	fmt.Fprintf(&d.out, `<polyline class="curve" points="%s"/>`, strings.Join(line, " "))
	return d.end(dots)
}

// Cloud returns a scatter plot with the smallest, the middle and the largest X below.
func Cloud(points []Point) template.HTML {
	points = sorted(points)
	if len(points) == 0 {
		return ""
	}
	d := newDrawing(points)
	low, high := cents(points[0].X), cents(points[len(points)-1].X)
	across := func(x int64) int64 { return between(x, low, high, left+8, width-right-8) }
	dots := ""
	for _, p := range points {
		dots += d.dot(across(cents(p.X)), p)
	}
	for _, x := range slices.Compact([]int64{low, (low + high) / 2, high}) {
		d.label(across(x), number.New(x, 2))
	}
	return d.end(dots)
}

// drawing is a plot with its horizontal grid lines.
type drawing struct {
	out       strings.Builder
	low, high int64
}

func newDrawing(points []Point) *drawing {
	d := &drawing{}
	for _, p := range points {
		d.low, d.high = min(d.low, cents(p.Y)), max(d.high, cents(p.Y))
	}
	fmt.Fprintf(&d.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">`, width, height)
	shown := []int64{}
	for _, level := range []int64{0, d.low, d.high, (d.low + d.high) / 2} {
		y := d.level(level)
		if slices.ContainsFunc(shown, func(other int64) bool { return max(y-other, other-y) < 14 }) {
			continue
		}
		shown = append(shown, y)
		class, text := "level", Signed(number.New(level, 2))
		if level == 0 {
			class, text = "axis", "0"
		}
		fmt.Fprintf(&d.out, `<line class="%s" x1="%d" x2="%d" y1="%d" y2="%d"/><text x="%d" y="%d" text-anchor="end">%s</text>`,
			class, left, width-right, y, y, left-6, y+4, text)
	}
	return d
}

func (d *drawing) level(y int64) int64 { return between(y, d.low, d.high, height-bottom, top) }

func (d *drawing) up(y number.Decimal) int64 { return d.level(cents(y)) }

func (d *drawing) dot(x int64, p Point) string {
	name := p.Name
	if name == "" {
		name = p.X.String()
	}
	return fmt.Sprintf(`<circle cx="%d" cy="%d" r="3"><title>%s: %s</title></circle>`, x, d.up(p.Y), template.HTMLEscapeString(name), Signed(p.Y))
}

func (d *drawing) label(x int64, value number.Decimal) {
	fmt.Fprintf(&d.out, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, x, height-bottom+18, value.Trim())
}

func (d *drawing) end(dots string) template.HTML {
	return template.HTML(d.out.String() + dots + "</svg>") // the text has only numbers and escaped names
}

// Signed formats a number with its sign and two decimals.
func Signed(d number.Decimal) string {
	text := string(d.AppendFixed(nil, 2))
	if d.Sign() > 0 {
		return "+" + text
	}
	return text
}

// Percent formats the change from one number to another in percent. It is empty for a change
// from zero.
func Percent(before, after number.Decimal) string {
	change, err := after.Sub(before).Mul(number.New(100, 0)).Quo(before, 2, number.HalfUp)
	if err != nil {
		return ""
	}
	return Signed(change)
}

func sorted(points []Point) []Point {
	return slices.SortedStableFunc(slices.Values(points), func(p, q Point) int { return cmp.Compare(cents(p.X), cents(q.X)) })
}

func cents(d number.Decimal) int64 {
	units, _ := d.Units(2)
	return units
}

// between maps a value from one range to another.
func between(value, from, to, begin, end int64) int64 {
	if to == from {
		return (begin + end) / 2
	}
	return begin + (value-from)*(end-begin)/(to-from)
}
