package yeardiff

import (
	"bytes"
	"fmt"
	"html/template"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/page"
)

var report = template.Must(template.New("page").Parse(`{{.Head}}<h1>{{.Country}} {{.Before}} → {{.After}}</h1>
<h2>Net pay of a {{.Period}}</h2>
<p class="quiet">Change of net pay at each gross pay computed, at equal distances. Point at a dot for its figures; the causes are below.</p>
<div class="plots">
{{range .Plots}}<figure><figcaption>{{.Name}}</figcaption>{{.SVG}}</figure>
{{end}}</div>
<h2>Why</h2>
{{range .Plots}}<details><summary>{{.Name}}</summary>
<div class="scroll"><table><tr><th class="left">gross</th><th>{{$.Before}}</th><th>{{$.After}}</th><th>change</th><th colspan="2" class="left">causes, which add up to it</th></tr>
{{range .Effects}}{{if .Refused}}<tr><td>{{.Gross}}</td><td colspan="5" class="left">{{.Refused}}</td></tr>
{{else}}{{$rows := len .Causes}}{{$e := .}}<tr><td{{if gt $rows 1}} rowspan="{{$rows}}"{{end}}>{{.Gross}}</td><td{{if gt $rows 1}} rowspan="{{$rows}}"{{end}}>{{.BeforeText}}</td><td{{if gt $rows 1}} rowspan="{{$rows}}"{{end}}>{{.AfterText}}</td><td{{if gt $rows 1}} rowspan="{{$rows}}"{{end}}>{{.Change}}</td>{{range $i, $c := .Causes}}{{if $i}}</tr>
<tr class="cause">{{end}}<td class="amount">{{$c.Text}}</td><td class="left"><span class="key">{{$c.Key}}</span> <small>{{$c.Label}}</small></td>{{else}}<td></td><td></td>{{end}}</tr>
{{end}}{{end}}</table></div></details>
{{end}}
<h2>Parameters that changed</h2>
<div class="scroll"><table><tr><th>parameter</th><th>{{.Before}}</th><th>{{.After}}</th><th class="left">unit</th><th>change</th></tr>
{{range .Figures}}{{if .Changed}}<tr><td><span class="key">{{.Key}}</span><br><small>{{.Label}}</small></td><td>{{or .Before "–"}}</td><td>{{or .After "–"}}</td><td class="left">{{.Unit}}</td><td>{{with .Percent}}{{.}} %{{end}}</td></tr>
{{end}}{{end}}</table></div>
<h2>Programs</h2>
{{range .Files}}<h3 class="key">{{.File}}</h3>
{{$in := ""}}<pre>{{range .Lines}}{{if ne .In $in}}{{$in = .In}}<span><b>{{.In}}</b></span>{{end}}<span class="{{if eq .Sign "-"}}old{{else}}new{{end}}">{{.Sign}} <i>{{printf "%4d" .Line}}</i> {{.Text}}</span>{{end}}</pre>
{{else}}<p>Both years are made of the same programs.</p>{{end}}
</html>
`))

// plotted is one person's plot and its figures.
type plotted struct {
	Name    string
	SVG     template.HTML
	Effects []Effect
}

// Page returns the report as a self-contained HTML page.
func (r *Report) Page() ([]byte, error) {
	var plots []plotted
	for i := range r.Effects {
		if i == 0 || r.Effects[i].Person != r.Effects[i-1].Person {
			plots = append(plots, plotted{Name: r.Effects[i].Person})
		}
		last := &plots[len(plots)-1]
		last.Effects = append(last.Effects, r.Effects[i])
	}
	for i := range plots {
		plots[i].SVG = page.Curve(changes(plots[i].Effects))
	}
	var out bytes.Buffer
	err := report.Execute(&out, struct {
		*Report
		Head  template.HTML
		Plots []plotted
	}{r, page.Head(fmt.Sprintf("%s %v → %v", r.Country, r.Before, r.After)), plots})
	return out.Bytes(), err
}

// changes returns the changes of net pay over gross pay, without refusals.
func changes(effects []Effect) []page.Point {
	var points []page.Point
	for _, e := range effects {
		if gross, err := number.Parse(e.Gross); err == nil && e.Refused == "" {
			points = append(points, page.Point{Name: "gross " + e.Gross, X: gross, Y: e.After.Sub(e.Before)})
		}
	}
	return points
}
