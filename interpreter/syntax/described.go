package syntax

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Descriptions are what files say of parameters and variables for other files, by name: a
// year gives the figures of the parameters, and programs name the variables.
type Descriptions struct {
	Parameters map[string]*Parameter
	Variables  map[string]*Variable
}

// Described returns the descriptions in files: parameters without a figure, and variables
// outside programs; of several with one name the first.
func Described(files ...*File) Descriptions {
	d := Descriptions{map[string]*Parameter{}, map[string]*Variable{}}
	for _, f := range files {
		for _, p := range f.Parameters {
			if !p.HasFigure() && d.Parameters[p.Name] == nil {
				d.Parameters[p.Name] = p
			}
		}
		for _, v := range f.Variables {
			if d.Variables[v.Name] == nil {
				d.Variables[v.Name] = v
			}
		}
	}
	return d
}

// Under returns the program with its variables as they are described. If it names some, it
// reports those that it describes again; other programs have variables of their own. An
// output that it only names is described by its state or inputs, too. Names that are not
// described stay as they are: groups of inputs, or unknown.
func (p *Program) Under(described map[string]*Variable) (*Program, diagnostic.List) {
	names := func(v *Variable) bool { return v.Described() && described[v.Name] != nil }
	if !slices.ContainsFunc(slices.Concat(p.Inputs, p.State, p.Outputs), names) {
		described = nil
	}
	r := &Reader{}
	whole := *p
	whole.Inputs = r.described(p.Inputs, described, nil)
	whole.State = r.described(p.State, described, nil)
	whole.Outputs = r.described(p.Outputs, described, slices.Concat(whole.State, whole.Inputs))
	return &whole, r.Findings
}

func (r *Reader) described(list []*Variable, described map[string]*Variable, own []*Variable) (whole []*Variable) {
	for _, v := range list {
		d := described[v.Name]
		if at := slices.IndexFunc(own, func(o *Variable) bool { return o.Name == v.Name && !o.Named }); at >= 0 && v.Named {
			d = own[at]
		}
		switch {
		case d == nil:
		case v.Named:
			v = &Variable{Name: v.Name, Range: v.Range, Description: d.Description}
		case !v.Described():
			r.Findings.Fail(v.Range, "duplicate-name", v.Name+" is described already", "Its description is at "+d.Range.String()+": name it in a list, and write only what differs.")
			continue
		default:
			if v = r.variableOver(*d.Description, v.written, v.Name); v == nil {
				continue
			}
		}
		whole = append(whole, v)
	}
	return whole
}
