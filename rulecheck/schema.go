package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"
)

//go:embed schema.yaml
var schemaText []byte

const schemaDetails = `Writes the JSON Schema of rule files, by which editors complete and check them. Rule
files name it in their first line:

  # yaml-language-server: $schema=../../schema.json

  --out DIR  write DIR/schema.json; without it, standard output
`

const schemaFile = "schema.json"

// schema is "rulecheck schema".
func schema(c *call, arguments []string) error {
	flags := flag.NewFlagSet("schema", flag.ContinueOnError)
	out := flags.String("out", "", "")
	others, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return usagef("schema takes no arguments but --out")
	}
	text, err := schemaJSON()
	if err != nil {
		return err
	}
	if *out == "" {
		_, err = c.stdout.Write(text)
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*out, schemaFile), text, 0o644)
}

// schemaJSON is the schema as JSON, with its keys in alphabetical order.
func schemaJSON() ([]byte, error) {
	var content any
	if err := yaml.Unmarshal(schemaText, &content); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(content)
	return text.Bytes(), err
}
