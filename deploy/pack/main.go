// Command pack writes the embedded rules, tables and labelled cases into the archives
// that a build with the tag "packed" embeds instead:
//
//	go run ./deploy/pack && go build -tags packed ./server
package main

import (
	"archive/zip"
	"errors"
	"io/fs"
	"log"
	"os"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// archives are the files that are written, from the root of the module.
var archives = map[string]fs.FS{
	"rules/embedded.zip": rules.Embedded(), "tables/embedded.zip": tables.Embedded(), "conformance/embedded.zip": conformance.Embedded(),
}

func main() {
	for name, files := range archives {
		if err := pack(name, files); err != nil {
			log.Fatal(err)
		}
	}
}

// pack writes files into an archive, which depends on nothing but their names and
// contents.
func pack(name string, files fs.FS) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(out)
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		to, err := archive.Create(name)
		if err == nil {
			_, err = to.Write(data)
		}
		return err
	})
	return errors.Join(err, archive.Close(), out.Close())
}
