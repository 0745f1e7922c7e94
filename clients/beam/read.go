package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
)

// idName is the column or member that names a row. It is not part of the request.
const idName = "id"

// row is a request and where it is from.
type row struct {
	File string
	// Row is the line of a text that it begins on, or the row of a Parquet file, from 1.
	Row int64
	// ID is JSON, empty where the row has none.
	ID []byte
	// Request is JSON, or what was found instead.
	Request []byte
	// Flaw explains why the row does not hold a request; it is empty if it does.
	Flaw string
}

func init() {
	beam.RegisterType(reflect.TypeFor[row]())
	register.DoFn3x1[context.Context, fileio.ReadableFile, func(row), error](&readFn{})
	register.Emitter1[row]()
}

// readFn makes requests of the rows of a file.
type readFn struct {
	Job   job
	input *operations.Schema
}

// Setup opens the rules, which define the columns of a CSV file.
func (f *readFn) Setup() error {
	engine, err := f.Job.engine()
	if err == nil {
		f.input = engine.operation.Input
	}
	return err
}

// ProcessElement reads a file in the format of its name.
func (f *readFn) ProcessElement(ctx context.Context, file fileio.ReadableFile, emit func(row)) (err error) {
	path := file.Metadata.Path
	in, err := file.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	add := func(r row) {
		r.File = path
		emit(r)
	}
	switch name := strings.TrimSuffix(path, ".gz"); {
	case strings.HasSuffix(name, ".csv"):
		err = f.readCSV(in, add)
	case strings.HasSuffix(name, ".ndjson"), strings.HasSuffix(name, ".jsonl"):
		err = readLines(in, add)
	case strings.HasSuffix(path, ".parquet"):
		err = readParquet(in, file.Metadata.Size, add)
	default:
		err = errors.New("its name must end in .csv, .ndjson, .jsonl or .parquet")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readLines reads requests, a line each.
func readLines(in io.Reader, emit func(row)) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for n := int64(1); ; n++ {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r := row{Row: n, Request: line}
			var members map[string]jsontext.Value
			// A line that is not an object is refused with the reason when it is computed.
			if bytes.Contains(line, []byte(`"`+idName+`"`)) && jsonv2.Unmarshal(line, &members) == nil && members[idName] != nil {
				r.ID = members[idName]
				delete(members, idName)
				if r.Request, err = jsonv2.Marshal(members); err != nil {
					return err
				}
			}
			emit(r)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readCSV reads requests whose fields are named by the first line, those of a
// profile as de.tax_class. An empty cell is not given.
func (f *readFn) readCSV(in io.Reader, emit func(row)) error {
	reader := csv.NewReader(in)
	reader.ReuseRecord = true
	header, err := reader.Read()
	if err != nil {
		return fmt.Errorf("the first line names no columns: %w", err)
	}
	header = slices.Clone(header)
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	fields := make([]*types.Type, len(header))
	for i, name := range header {
		if slices.Contains(header[:i], name) {
			return fmt.Errorf("the column %q occurs twice", name)
		}
		fields[i] = typeOf(f.input, name)
	}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			emit(row{Row: int64(parse.StartLine), Request: []byte(strings.Join(record, ",")), Flaw: err.Error()})
			continue
		}
		if err != nil {
			return err
		}
		line, _ := reader.FieldPos(0)
		request := object{}
		for i, cell := range record {
			if cell != "" {
				request.set(header[i], jsonOf(fields[i], cell))
			}
		}
		emit(request.row(int64(line)))
	}
}

// typeOf returns the type of a field of the request; a text for an unknown field, which is
// refused by name later.
func typeOf(schema *operations.Schema, path string) *types.Type {
	name, rest, within := strings.Cut(path, ".")
	at := schema.Index(name)
	switch {
	case at < 0:
		return &types.Type{Kind: types.Text}
	case within:
		return typeOf(schema.Properties[at].Schema, rest)
	}
	return &schema.Properties[at].Schema.Type
}

// jsonOf returns a cell as JSON. Spreadsheets write TRUE.
func jsonOf(field *types.Type, cell string) json.RawMessage {
	if field.Kind == types.Boolean {
		cell = strings.ToLower(cell)
	}
	return field.AppendWritten(nil, cell)
}

// object is a request under construction.
type object map[string]any

// set gives a value to a field, that of a profile by a path with a dot.
func (o object) set(path string, value json.RawMessage) {
	name, rest, within := strings.Cut(path, ".")
	if !within {
		o[name] = value
		return
	}
	inner, is := o[name].(object)
	if !is {
		inner = object{}
		o[name] = inner
	}
	inner.set(rest, value)
}

// row ends the object.
func (o object) row(n int64) row {
	r := row{Row: n}
	r.ID, _ = o[idName].(json.RawMessage)
	delete(o, idName)
	var err error
	if r.Request, err = json.Marshal(o); err != nil {
		r.Flaw = err.Error()
	}
	return r
}
