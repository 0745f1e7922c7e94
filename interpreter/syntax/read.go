package syntax

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
)

// errNoFile is the error for a pipe, a device or a folder, which could be read forever.
var errNoFile = errors.New("it is not a regular file; put the file itself there")

// ReadFile reads a file of a folder. Of a file that is too large, it reads just enough
// for Parse to refuse it.
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
