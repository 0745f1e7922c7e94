package travel

import (
	"bytes"
	"html/template"

	"github.com/payslate/payslate/rulecheck/page"
	"github.com/payslate/payslate/tables"
)

// plotted are the amounts in a column, of places in both editions.
type plotted struct {
	column string
	points []page.Point
}

var changesPage = template.Must(template.New("changes").Parse(`{{.Head}}<h1>{{.Regime}} {{.Before}} → {{.After}}</h1>
<div class="scroll"><table><tr><th>edition</th><th class="left">holds</th><th class="left">as of</th><th class="left">source</th></tr>
{{range .Editions}}<tr><td>{{.Name}}</td><td class="left whole">{{.Valid.From}}{{with .Valid.To}} to {{.}}{{end}}</td><td class="left whole">{{.AsOf}}</td><td class="left">{{.Source.Name.English}}</td></tr>
{{end}}</table></div>
<p>{{len .Added}} places added, {{len .Dropped}} dropped, {{len .Changed}} changed, {{.Same}} as before.</p>
<div class="plots">
{{range .Plots}}<figure><figcaption>{{.Column}}: change over the amount before</figcaption>{{.SVG}}</figure>
{{end}}</div>
<p class="quiet">One dot for each place and season in both editions. Point at a dot for its figures.</p>
{{with .Added}}<h2>Added</h2>
<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>
{{end}}{{with .Dropped}}<h2>Dropped</h2>
<ul>{{range .}}<li>{{.}}</li>{{end}}</ul>
{{end}}{{with .Changed}}<h2>Changed</h2>
<div class="scroll"><table><tr><th>place</th><th class="left">from</th><th class="left">column</th><th>{{$.Before}}</th><th>{{$.After}}</th><th>change</th></tr>
{{range .}}{{$place := .Place}}{{with .Words}}<tr><td>{{$place}}</td><td colspan="5" class="left">{{.}}</td></tr>
{{end}}{{range $i, $a := .Amounts}}<tr><td>{{if not $i}}{{$place}}{{end}}</td><td class="left">{{$a.From}}</td><td class="left">{{$a.Column}}</td><td>{{$a.Before}}</td><td>{{$a.After}}</td><td>{{with $a.Percent}}{{.}} %{{end}}</td></tr>
{{end}}{{end}}</table></div>
{{end}}</html>
`))

// Page returns the changes as a self-contained HTML page.
func (c *EditionChanges) Page() ([]byte, error) {
	type drawn struct {
		Column string
		SVG    template.HTML
	}
	var plots []drawn
	for _, p := range c.plots {
		plots = append(plots, drawn{p.column, page.Cloud(p.points)})
	}
	var out bytes.Buffer
	err := changesPage.Execute(&out, struct {
		*EditionChanges
		Head     template.HTML
		Editions []*tables.Edition
		Plots    []drawn
	}{c, page.Head(c.Regime + " " + c.Before + " → " + c.After), []*tables.Edition{c.old, c.now}, plots})
	return out.Bytes(), err
}
