package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/payslate/payslate/interpreter/number"
)

// rowsAtOnce is how many rows of a Parquet file are decoded at a time.
const rowsAtOnce = 256

// readParquet reads requests whose fields are the columns: profiles are groups, or
// columns with a dot in their name. null is not given.
func readParquet(in io.Reader, size int64, emit func(row)) error {
	at, able := in.(io.ReaderAt)
	if !able { // an object store's
		whole, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		at, size = bytes.NewReader(whole), int64(len(whole))
	}
	file, err := parquet.OpenFile(at, size)
	if err != nil {
		return err
	}
	var columns []column
	for _, path := range file.Schema().Columns() {
		leaf, _ := file.Schema().Lookup(path...)
		c := column{list: leaf.MaxRepetitionLevel > 0}
		if logical := leaf.Node.Type().LogicalType(); logical != nil {
			c.logical = logical.Value
		}
		if end := len(path) - 2; c.list && end > 0 { // name.list.element
			path = path[:end]
		}
		c.name = strings.Join(path, ".")
		columns = append(columns, c)
	}
	reader := parquet.NewReader(file)
	defer reader.Close()
	var room [rowsAtOnce]parquet.Row
	for n := int64(1); ; {
		count, err := reader.ReadRows(room[:])
		for _, values := range room[:count] {
			emit(requestOf(values, columns, n))
			n++
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func requestOf(values parquet.Row, columns []column, n int64) row {
	request, lists := object{}, map[string][]json.RawMessage{}
	for _, value := range values {
		c := &columns[value.Column()]
		if value.IsNull() {
			continue
		}
		text, err := c.json(value)
		switch {
		case err != nil:
			return row{Row: n, Flaw: c.name + ": " + err.Error()}
		case c.list:
			lists[c.name] = append(lists[c.name], text)
		default:
			request.set(c.name, text)
		}
	}
	for name, items := range lists {
		list, _ := json.Marshal(items) // of JSON
		request.set(name, list)
	}
	return request.row(n)
}

// column is a column of a Parquet file.
type column struct {
	name    string
	list    bool
	logical format.LogicalTypeValue // nil where it has only a kind
}

// json is a value of the column as JSON.
func (c *column) json(value parquet.Value) (json.RawMessage, error) {
	switch logical := c.logical.(type) {
	case *format.DecimalType:
		unscaled := new(big.Int)
		switch value.Kind() {
		case parquet.Int32:
			unscaled.SetInt64(int64(value.Int32()))
		case parquet.Int64:
			unscaled.SetInt64(value.Int64())
		default:
			bytes := value.ByteArray() // in two's complement, the highest first
			unscaled.SetBytes(bytes)
			if len(bytes) > 0 && bytes[0]&0x80 != 0 {
				unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bytes))))
			}
		}
		if !unscaled.IsInt64() {
			return nil, errors.New("more digits than an amount has")
		}
		return number.New(unscaled.Int64(), int(logical.Scale)).AppendJSON(nil), nil
	case *format.DateType:
		return json.Marshal(time.Unix(0, 0).UTC().AddDate(0, 0, int(value.Int32())).Format(time.DateOnly))
	case *format.StringType, *format.EnumType:
		return json.Marshal(string(value.ByteArray()))
	case nil, *format.IntType:
		switch value.Kind() {
		case parquet.Boolean:
			return json.Marshal(value.Boolean())
		case parquet.Int32:
			return json.Marshal(value.Int32())
		case parquet.Int64:
			return json.Marshal(value.Int64())
		case parquet.Float: // in the fewest digits that give it, as below
			return json.Marshal(value.Float())
		case parquet.Double:
			return json.Marshal(value.Double())
		case parquet.ByteArray:
			return json.Marshal(string(value.ByteArray()))
		}
	}
	return nil, fmt.Errorf("no field has the type %s %v", value.Kind(), c.logical)
}
