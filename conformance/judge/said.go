package judge

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Said is what the files of a folder, such as de or de/2026, said when they last passed, where no
// case or relation shows that they say something else now.
type Said struct {
	// Units has, of each part of a file by its name, a digest of what it does and what it claims.
	Units map[string]unit `json:"parts,omitempty"`
	// Cases is a digest of the labelled cases of the newest year, which show what programs compute.
	Cases string `json:"cases,omitempty"`
}

// unit is a part of a file: a program, a figure, a field. Does is a digest of what it computes,
// Claims has of each key that no result depends on how often it occurs and a digest of its values.
type unit struct {
	Does   string
	Claims map[string]string

	at diagnostic.Range
}

// MarshalText writes a part in a line, since a record has thousands.
func (u unit) MarshalText() ([]byte, error) {
	text := u.Does
	for _, key := range slices.Sorted(maps.Keys(u.Claims)) {
		text += "," + key + " " + u.Claims[key]
	}
	return []byte(text), nil
}

// UnmarshalText reads what MarshalText writes.
func (u *unit) UnmarshalText(text []byte) error {
	does, claims, _ := strings.Cut(string(text), ",")
	*u = unit{Does: does, Claims: map[string]string{}}
	for claim := range strings.SplitSeq(claims, ",") {
		key, value, _ := strings.Cut(claim, " ")
		u.Claims[key] = value
	}
	delete(u.Claims, "")
	return nil
}

// What is read of a part: claims, on which no result has to depend; those of what is declared, which a
// program's steps show by themselves; marks, which a new year takes over; steps, which are counted; and
// the keys of a file that are claims as a whole.
var (
	claims   = []string{"cite", "source", "changes", "threshold", "until", "listed", "field", "warning", "error", "remedy", "url", "date", "digest"}
	declared = []string{"asked_with", "optional", "min", "max", "above", "below", "multiple_of", "min_length", "max_length", "one_of", "unique", "since", "values_called", "doubtful_below"}
	marks    = []string{"changes", "threshold"}
	counted  = []string{"refuse", "note", "line"}
	whole    = []string{"thresholds", "aliases", "also_called", "doubtful_above", "footnotes", "rates", "valid"}
	// silent are texts for people, and reasons.
	silent = []string{"label", "about", "message", "rule", "text", "example", "unit_text", "accepted", "kept", "unproved", "unread", "default_text", "to_check", "license", "conformance"}
)

// partsOf lists the keys of a file whose entries are parts, with how many levels lie between.
var partsOf = map[string]int{"programs": 1, "sources": 1, "variables": 1, "inputs": 2, "components": 2, "types": 1, "records": 1}

var citedNumber = regexp.MustCompile(`\d+\w*`)

// readSaid reads what the files of a folder say.
func readSaid(files ruletext.Files, folder string) Said {
	now := Said{Units: map[string]unit{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Dir(name) != folder || path.Ext(name) != ".yaml" || path.Base(name) == "law.yaml" {
			continue
		}
		root, list := syntax.Parse(name, files[name])
		if list.HasErrors() {
			continue
		}
		head := &syntax.Node{Kind: syntax.Mapping, Range: root.Range}
		for _, group := range syntax.ParameterMaps(root) {
			now.figures(path.Base(name), group)
		}
		for _, e := range root.Entries {
			if levels := partsOf[e.Key.Text]; levels > 0 {
				now.parts(path.Base(name)+" "+e.Key.Text, e.Value, levels)
			} else if e.Key.Text == "checks" {
				for _, check := range e.Value.List() {
					now.Units[path.Base(name)+relation+check.Get("that").Plain()+quantified(check)] = unitOf(check, true)
				}
			} else if e.Key.Text == "data_as_of" || slices.Contains(whole, e.Key.Text) {
				head.Entries = append(head.Entries, e)
			}
		}
		now.Units[path.Base(name)] = unitOf(head, false)
		now.Units[path.Base(name)+" texts"] = textsOf(root)
	}
	return now
}

// relation is between a file and a check in a name, and forEach begins what the check holds for.
const (
	relation = " check "
	forEach  = " for "
)

// quantified is what a check holds for.
func quantified(check *syntax.Node) string {
	if names := check.Get("for"); names != nil {
		return forEach + strings.ReplaceAll(valueOf("for", names), "\n", " ")
	}
	return ""
}

// figures reads a group of figures, each with what the group says of all.
func (s *Said) figures(file string, group *syntax.Node) {
	each := group.Get(syntax.Each)
	for _, e := range group.Entries {
		if e.Value == each {
			continue
		}
		figure := *e.Value
		if each != nil {
			if figure.Kind != syntax.Mapping {
				figure = syntax.Node{Kind: syntax.Mapping, Range: figure.Range, Entries: []syntax.Entry{e}}
			}
			figure.Entries = slices.Concat(figure.Entries, slices.DeleteFunc(slices.Clone(each.Entries), func(of syntax.Entry) bool { return e.Value.Get(of.Key.Text) != nil }))
		}
		s.Units[file+" parameters."+e.Key.Text] = unitOf(&figure, false)
	}
}

func (s *Said) parts(name string, n *syntax.Node, levels int) {
	for _, e := range n.Entries {
		if levels > 1 {
			s.parts(name+"."+e.Key.Text, e.Value, levels-1)
		} else {
			s.Units[name+"."+e.Key.Text] = unitOf(e.Value, strings.HasSuffix(name, " programs"))
		}
	}
}

func unitOf(n *syntax.Node, program bool) unit {
	u := unit{Claims: map[string]string{}, at: n.Range}
	var does strings.Builder
	values := map[string][]string{}
	var read func(n *syntax.Node)
	read = func(n *syntax.Node) {
		if n.Kind == syntax.Scalar {
			does.WriteString(n.Text + "\n")
		}
		for _, item := range n.Items {
			read(item)
		}
		for _, e := range n.Entries {
			switch key := e.Key.Text; {
			case slices.Contains(claims, key), slices.Contains(whole, key), !program && slices.Contains(declared, key):
				values[key] = append(values[key], valueOf(key, e.Value))
			case hostfile.IsText(n, e), slices.Contains(silent, key):
			default:
				if slices.Contains(counted, key) {
					values[key] = append(values[key], "")
				}
				does.WriteString(key + ":")
				read(e.Value)
			}
		}
	}
	read(n)
	u.Does = digest(does.String())
	if n.Get("unproved") != nil || n.Get("unread") != nil { // no case depends on its figures
		values["figures"] = []string{does.String()}
		u.Does = ""
	}
	for key, list := range values {
		u.Claims[key] = strconv.Itoa(len(list)) + " " + digest(strings.Join(list, "\n"))
	}
	return u
}

// valueOf is the value of a claim: of a citation its numbers.
func valueOf(key string, n *syntax.Node) string {
	var text strings.Builder
	n.Each(func(inner *syntax.Node) {
		text.WriteString(inner.Text + "\n")
		for _, e := range inner.Entries {
			text.WriteString(e.Key.Text + ":")
		}
	})
	if key == "cite" {
		return strings.Join(citedNumber.FindAllString(text.String(), -1), " ")
	}
	return text.String()
}

// textsOf has the texts of a file and claims the place of each.
func textsOf(root *syntax.Node) unit {
	var all, at []string
	var read func(place string, n *syntax.Node)
	read = func(place string, n *syntax.Node) {
		for _, item := range n.Items {
			read(place, item)
		}
		for _, e := range n.Entries {
			if hostfile.IsText(n, e) {
				all = append(all, e.Key.Text+" "+e.Value.Text)
				at = append(at, place+" "+e.Key.Text+" "+e.Value.Text)
			} else {
				read(place+"."+e.Key.Text, e.Value)
			}
		}
	}
	read("", root)
	slices.Sort(all)
	slices.Sort(at)
	return unit{Does: digest(strings.Join(all, "\n")), Claims: map[string]string{"order": "1 " + digest(strings.Join(at, "\n"))}, at: root.Range}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// doubts lists what files no longer say, or say otherwise, although what they do is as before.
// Of another year's figures only the marks are compared.
func (s *Said) doubts(before Said, otherYear bool) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(s.Units)) {
		now, was := s.Units[name], before.Units[name]
		for _, key := range slices.Sorted(maps.Keys(was.Claims)) {
			then, _, _ := strings.Cut(was.Claims[key], " ")
			count, _, _ := strings.Cut(cmp.Or(now.Claims[key], "0"), " ")
			had, _ := strconv.Atoi(then)
			has, _ := strconv.Atoi(count)
			switch {
			case now.Claims == nil || otherYear && !slices.Contains(marks, key):
			case has == 0:
				list = append(list, fmt.Sprintf("%s: %s lacks %s", now.at, name, key))
			case has < had:
				list = append(list, fmt.Sprintf("%s: %s has %s in %d places, not %d", now.at, name, key, has, had))
			case !otherYear && has == had && now.Does == was.Does && now.Claims[key] != was.Claims[key]:
				list = append(list, fmt.Sprintf("%s: %s: its %s changed, and nothing else", now.at, name, key))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before.Units)) {
		if now, is := s.Units[name]; is && strings.Contains(name, " programs.") && now.Does != before.Units[name].Does && s.Cases == before.Cases && s.Cases != "" {
			list = append(list, fmt.Sprintf("%s: %s computes otherwise, and no labelled case does: add one that depends on it", now.at, name))
		}
		if _, check, is := strings.Cut(name, relation); is && !s.requires(check) {
			list = append(list, "no check requires any longer that "+check)
		}
	}
	return list
}

// requires reports whether the checks together require at least what one required.
func (s *Said) requires(check string) bool {
	that, each, _ := strings.Cut(check, forEach)
	var now []ast.Node
	for name := range s.Units {
		_, one, _ := strings.Cut(name, relation)
		if text, own, _ := strings.Cut(one, forEach); own == each {
			now = append(now, conjuncts(text)...)
		}
	}
	for _, part := range conjuncts(that) {
		if !slices.ContainsFunc(now, func(one ast.Node) bool { return implies(one, part) }) {
			return false
		}
	}
	return true
}

// conjuncts returns the parts of a condition that all have to hold.
func conjuncts(text string) (list []ast.Node) {
	tree, failed := syntax.ParseExpression(text)
	if failed != nil {
		return nil
	}
	var split func(n ast.Node)
	split = func(n ast.Node) {
		if b, is := n.(*ast.BinaryNode); is && b.Operator == "and" {
			split(b.Left)
			split(b.Right)
			return
		}
		list = append(list, n)
	}
	split(tree)
	return list
}

var (
	// weaker are the comparisons that hold wherever one does, mirrored the same with exchanged sides.
	weaker   = map[string][]string{"==": {"<=", ">="}, "<": {"<=", "!="}, ">": {">=", "!="}}
	mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
)

// implies reports whether one condition holds only where the other does.
func implies(one, other ast.Node) bool {
	if syntax.Same(one, other) {
		return true
	}
	a, isA := one.(*ast.BinaryNode)
	b, isB := other.(*ast.BinaryNode)
	if !isA || !isB {
		return false
	}
	operator := a.Operator
	switch {
	case syntax.Same(a.Left, b.Left) && syntax.Same(a.Right, b.Right):
	case syntax.Same(a.Left, b.Right) && syntax.Same(a.Right, b.Left):
		operator = mirrored[operator]
	default:
		return false
	}
	return operator == b.Operator || slices.Contains(weaker[operator], b.Operator)
}

// compare refuses the files of a folder that say less, or otherwise, than when they last passed, or
// than those of the year before, whose folder is given, where they have not passed yet. Cases is a
// digest of those that show what the programs compute.
func (v *Verdict) compare(m *Matter, files ruletext.Files, folder, before, cases string, travel bool) {
	key := folder
	if travel {
		key = path.Join("tables", folder)
	}
	now := readSaid(files, folder)
	now.Cases = cases
	known := m.Known[key]
	otherYear := known == nil || known.Units == nil
	if otherYear {
		if known = m.Known[before]; v.Record[before] != nil && known == nil {
			known = v.Record[before]
		}
	}
	if known != nil {
		doubts := now.doubts(known.Said, otherYear)
		switch {
		case len(doubts) == 0:
		case m.Confirm:
			v.Confirmed = append(v.Confirmed, doubts...)
		case otherYear:
			v.refuse(travel, fmt.Sprintf("%s says less than %s: %s; correct it, or confirm it with --confirm", folder, before, strings.Join(doubts, "; ")))
		default:
			v.refuse(travel, fmt.Sprintf("%s no longer says what it said when it last passed, and no case or relation shows why: %s; correct it, or confirm it with --confirm", folder, strings.Join(doubts, "; ")))
		}
	}
	v.said[key] = now
	if v.Record[key] == nil {
		v.Record[key] = &Year{}
	}
}

// keepSaid keeps what folders say if all of them passed, and otherwise what they said when they did.
func (v *Verdict) keepSaid(known Record) {
	for key, now := range v.said {
		refused := v.Rules
		if strings.HasPrefix(key, "tables/") {
			refused = v.Tables
		}
		if len(refused) == 0 {
			maps.DeleteFunc(now.Units, func(name string, u unit) bool {
				return len(u.Claims) == 0 && !strings.Contains(name, relation) && !strings.Contains(name, " programs.")
			})
			v.Record[key].Said = now
		} else if before := known[key]; before != nil && v.Record[key] != nil {
			v.Record[key].Said = before.Said
		}
	}
}
