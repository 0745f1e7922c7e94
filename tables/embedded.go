package tables

import "embed"

// embedded are the table files.
//
//go:embed */*.yaml *.yaml gazetteer.txt */*.txt
var embedded embed.FS

var (
	//go:embed gazetteer.txt
	embeddedGazetteer string
	//go:embed */towns.txt
	embeddedTowns string
)

// embeddedTexts are the lists among the table files by the last part of their names. They
// are searched in the program's own text, which takes no memory.
var embeddedTexts = map[string]string{"gazetteer.txt": embeddedGazetteer, "towns.txt": embeddedTowns}
