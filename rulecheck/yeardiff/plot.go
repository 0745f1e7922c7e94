package yeardiff

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
)

// The size of a plot and of the margin around its area, in pixels.
const (
	plotWidth  = 420
	plotHeight = 220
	margin     = 44
)

// plot draws the change of net pay over gross pay.
func plot(effects []Effect) template.HTML {
	var x, y []int64
	for _, e := range effects {
		gross, err := number.Parse(e.Gross)
		if err != nil || e.Refused != "" {
			continue
		}
		across, _ := gross.Units(2)
		up, _ := e.After.Sub(e.Before).Units(2)
		x, y = append(x, across), append(y, up)
	}
	if len(x) == 0 {
		return ""
	}
	left, right := ends(x)
	low, high := ends(append(y, 0))
	at := func(value, from, to, begin, end int64) int64 {
		if to == from {
			return (begin + end) / 2
		}
		return begin + (value-from)*(end-begin)/(to-from)
	}
	across := func(v int64) int64 { return at(v, left, right, margin, plotWidth-margin/2) }
	up := func(v int64) int64 { return at(v, low, high, plotHeight-margin, margin/2) }
	var out, points strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img" font-size="11" font-family="system-ui,sans-serif">`, plotWidth, plotHeight)
	fmt.Fprintf(&out, `<line x1="%d" x2="%d" y1="%d" y2="%d" stroke="#999"/>`, margin, plotWidth-margin/2, up(0), up(0))
	for i := range x {
		fmt.Fprintf(&points, "%d,%d ", across(x[i]), up(y[i]))
		fmt.Fprintf(&out, `<circle cx="%d" cy="%d" r="3" fill="#1f6f8b"><title>%s: %s</title></circle>`,
			across(x[i]), up(y[i]), number.New(x[i], 2), signed(number.New(y[i], 2)))
	}
	fmt.Fprintf(&out, `<polyline fill="none" stroke="#1f6f8b" points="%s"/>`, strings.TrimSpace(points.String()))
	for _, v := range []int64{low, high} {
		fmt.Fprintf(&out, `<text x="%d" y="%d" text-anchor="end">%s</text>`, margin-6, up(v)+4, signed(number.New(v, 2)))
	}
	for _, v := range []int64{left, right} {
		fmt.Fprintf(&out, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, across(v), plotHeight-margin/2, number.New(v, 2).Trim())
	}
	out.WriteString("</svg>")
	return template.HTML(out.String()) // numbers alone were filled in
}

// ends are the smallest and the largest value.
func ends(values []int64) (low, high int64) {
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
