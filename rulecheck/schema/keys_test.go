package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/syntax"
)

// readme is the page of the rule language, which has generated tables.
const readme = "interpreter/README.md"

// generated is a part of the page between two comments.
var generated = regexp.MustCompile(`(?s)(<!-- generated: (\w+) -->\n).*?(<!-- end -->)`)

// withTables returns the page with its tables of keys, functions and reserved words
// generated again from their declarations.
func withTables(page []byte) []byte {
	root, found := syntax.Parse("rules.yaml", syntax.RuleSchema)
	if found.HasErrors() {
		panic(found.Error())
	}
	return generated.ReplaceAllFunc(page, func(part []byte) []byte {
		match := generated.FindSubmatch(part)
		var out strings.Builder
		switch name := string(match[2]); name {
		case "functions":
			out.WriteString("| function | result |\n|---|---|\n")
			for _, f := range check.Functions {
				fmt.Fprintf(&out, "| `%s` | %s |\n", f.Usage(), f.About)
			}
		case "reserved":
			fmt.Fprintf(&out, "`%s`\n", strings.Join(syntax.Texts(root.Get(name).Get("enum").Items), " "))
		case "maps":
			for _, declared := range root.Entries {
				if declared.Key.Text != "variable" { // has its own table
					keyTable(&out, root, declared)
				}
			}
		default:
			declared, _ := root.Entry(name)
			keyTable(&out, root, declared)
		}
		return []byte(string(match[1]) + "\n" + strings.Trim(out.String(), "\n") + "\n\n" + string(match[3]))
	})
}

// keyTable writes the table of the keys of a map, if the declaration is one.
func keyTable(out *strings.Builder, root *syntax.Node, declared syntax.Entry) {
	shape := withKeys(declared.Value)
	if shape == nil || shape.Get("properties").Get(declared.Key.Text) != nil && len(shape.Get("properties").Entries) == 1 {
		return // or a wrapper, such as note: around the keys of a note
	}
	fmt.Fprintf(out, "\n**%s**\n\n| key | meaning |\n|---|---|\n", strings.TrimSuffix(description(root, declared.Value), "."))
	required := syntax.Texts(shape.Get("required").List())
	for _, property := range shape.Get("properties").Entries {
		meaning := description(root, property.Value)
		if slices.Contains(required, property.Key.Text) {
			meaning += " Required."
		}
		fmt.Fprintf(out, "| `%s` | %s |\n", property.Key.Text, strings.ReplaceAll(meaning, "|", `\|`))
	}
}

// withKeys returns the alternative of a declaration that has keys; nil if none has.
func withKeys(shape *syntax.Node) *syntax.Node {
	for _, one := range append([]*syntax.Node{shape, shape.Get("then")}, shape.Get("oneOf").List()...) {
		if one.Get("properties") != nil {
			return one
		}
	}
	return nil
}

// description returns the description of a declaration, or of the one that it refers to.
func description(root, declared *syntax.Node) string {
	if text := declared.Get("description").Plain(); text != "" {
		return text
	}
	if to := declared.Get("$ref").Plain(); to != "" {
		return description(root, root.Get(strings.TrimPrefix(to, reference)))
	}
	return ""
}
