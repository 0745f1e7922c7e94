package yeardiff

import (
	"bytes"
	"html/template"
)

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{{.Country}} {{.Before}} → {{.After}}</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2em .8em; border-bottom: 1px solid #ddd; text-align: right; }
td:first-child, th:first-child { text-align: left; } pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto; }
.old { background: #fbe3e1; } .new { background: #e3f4e7; } figure { display: inline-block; margin: 1em 1em 1em 0; }
summary { cursor: pointer; } small { color: #666; }
</style>
<h1>{{.Country}} {{.Before}} → {{.After}}</h1>
<h2>Net pay of a {{.Period}}</h2>
<p>Change of net pay over gross pay; a dot for each salary that was computed.</p>
{{range .Plots}}<figure>{{.SVG}}<figcaption>{{.Name}}</figcaption></figure>
{{end}}
{{range .Plots}}<details><summary>{{.Name}}: why</summary>
<table><tr><th>gross</th><th>before</th><th>after</th><th>change</th><th>causes</th></tr>
{{range .Effects}}<tr><td>{{.Gross}}</td>{{if .Refused}}<td colspan="4">{{.Refused}}</td>{{else}}<td>{{.BeforeText}}</td><td>{{.AfterText}}</td><td>{{.Change}}</td><td style="text-align:left">{{range .Causes}}<div title="{{.Label}}">{{.Text}} {{.Key}}</div>{{end}}</td>{{end}}</tr>
{{end}}</table></details>
{{end}}
<h2>Parameters</h2>
<table><tr><th>parameter</th><th>{{.Before}}</th><th>{{.After}}</th><th>unit</th><th>change</th></tr>
{{range .Figures}}{{if .Changed}}<tr><td>{{.Key}}<br><small>{{.Label}}</small></td><td>{{.Before}}</td><td>{{.After}}</td><td>{{.Unit}}</td><td>{{with .Percent}}{{.}} %{{end}}</td></tr>
{{end}}{{end}}</table>
<h2>Programs</h2>
{{range .Files}}<h3>{{.File}}</h3>
<pre>{{range .Lines}}<span class="{{if eq .Sign "-"}}old{{else}}new{{end}}">{{.Sign}} {{.Line}} {{.In}} {{.Text}}</span>
{{end}}</pre>
{{else}}<p>Both years are made of the same programs.</p>{{end}}
</html>
`))

// plotted is one person's plot with the figures behind it.
type plotted struct {
	Name    string
	SVG     template.HTML
	Effects []Effect
}

// Page writes the report as one HTML page that needs nothing else.
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
		plots[i].SVG = plot(plots[i].Effects)
	}
	var out bytes.Buffer
	err := page.Execute(&out, struct {
		*Report
		Plots []plotted
	}{r, plots})
	return out.Bytes(), err
}
