package document

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
)

// errNoFile is the error of a pipe, a device or a folder in place of a file:
// reading it might never end.
var errNoFile = errors.New("it is not a regular file; put the file itself there")

// ReadFile reads a file of a folder, of one that is too large only so much that
// Parse refuses it.
func ReadFile(files fs.FS, name string) (data []byte, err error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errNoFile}
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := bytes.NewBuffer(make([]byte, 0, min(info.Size(), MaxSize)+bytes.MinRead))
	_, err = buffer.ReadFrom(io.LimitReader(file, MaxSize+1))
	return buffer.Bytes(), err
}
