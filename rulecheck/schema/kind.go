package schema

import (
	"path"
	"strings"
)

// Kind is a kind of rule or table file.
type Kind struct {
	// Name is that of the schema, such as edition.
	Name string
	// Root is the folder that files of the kind lie below: rules or tables.
	Root string

	base string // name of the files; empty for all others of the root
}

// The roots.
const (
	rulesRoot  = "rules"
	tablesRoot = "tables"
)

// kinds lists all kinds; of a root the last one has all files without a name of
// their own.
var kinds = []Kind{
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

// Kinds lists the kinds of files.
func Kinds() []Kind { return append([]Kind(nil), kinds...) }

// KindOf is the kind of a file, whose name begins below its root.
func KindOf(root, name string) Kind {
	for _, k := range kinds {
		if k.Root == root && (k.base == "" || k.base == path.Base(name)) {
			return k
		}
	}
	return Kind{}
}

// File is where the schema lies, below the folder of rules and tables.
func (k Kind) File() string { return path.Join(k.Root, folder, k.Name+".json") }

// folder holds the schemas of a root.
const folder = "schema"

// FirstLine names the schema of a file to editors; the file lies in folders below
// its root as deep as given.
func (k Kind) FirstLine(depth int) string {
	return "# yaml-language-server: $schema=" + strings.Repeat("../", depth) + folder + "/" + k.Name + ".json\n"
}

// LineOf is FirstLine for a file by its name below its root.
func LineOf(root, name string) string { return KindOf(root, name).FirstLine(strings.Count(name, "/")) }
