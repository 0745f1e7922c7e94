package schema

import (
	"path"
	"slices"
	"strings"
)

// FileKind is a kind of rule or table file.
type FileKind struct {
	// Name is the name of the schema, such as edition.
	Name string
	// Root is the folder of the files: rules or tables.
	Root string

	base string // name of the files; empty for all other files of the root
}

// The roots.
const (
	rulesRoot  = "rules"
	tablesRoot = "tables"
)

// Kinds are the kinds of files. The last one of a root has all files without a fixed name.
var Kinds = []FileKind{
	{"service", rulesRoot, "service.yaml"},
	{"plan", rulesRoot, "plan.yaml"},
	{"law", rulesRoot, "law.yaml"},
	{"rules", rulesRoot, ""},
	{"countries", tablesRoot, "countries.yaml"},
	{"cities", tablesRoot, "cities.yaml"},
	{"lookups", tablesRoot, "service.yaml"},
	{"trips", tablesRoot, "trip.yaml"},
	{"regime", tablesRoot, "regime.yaml"},
	{"trip_rules", tablesRoot, "rules.yaml"},
	{"import", tablesRoot, "import.yaml"},
	{"destinations", tablesRoot, "destinations.yaml"},
	{"postal_codes", tablesRoot, "postal_codes.yaml"},
	{"towns", tablesRoot, "towns.yaml"},
	{"tiers", tablesRoot, "tiers.yaml"},
	{"law", tablesRoot, "law.yaml"},
	{"edition", tablesRoot, ""},
}

// KindOf returns the kind of a file by its path below the root.
func KindOf(root, name string) FileKind {
	return Kinds[slices.IndexFunc(Kinds, func(k FileKind) bool { return k.Root == root && (k.base == "" || k.base == path.Base(name)) })]
}

// File returns the path of the schema, next to the folders rules and tables.
func (k FileKind) File() string { return path.Join(k.Root, folder, k.Name+".json") }

// folder is the folder of the schemas of a root.
const folder = "schema"

// LineOf returns the first line of a file by its path below the root: it names the schema to
// editors.
func LineOf(root, name string) string {
	return "# yaml-language-server: $schema=" + strings.Repeat("../", strings.Count(name, "/")) + folder + "/" + KindOf(root, name).Name + ".json\n"
}
