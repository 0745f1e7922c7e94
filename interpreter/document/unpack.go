package document

import (
	"archive/zip"
	"bytes"
	"io/fs"
)

// Unpacked are the files of an archive that the program carries. It panics if that is
// not one.
func Unpacked(archive []byte) fs.FS {
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		panic("an archive in the program cannot be read: " + err.Error())
	}
	return files
}
