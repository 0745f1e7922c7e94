package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// TestMaterialsOfThisTest: the bill of the test binary lists the library that writes
// the bill.
func TestMaterialsOfThisTest(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := run(program, &written); err != nil {
		t.Fatal(err)
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&written, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if bom.Metadata.Component.Name != filepath.Base(program) || bom.SpecVersion != cdx.SpecVersion1_6 {
		t.Errorf("program %+v, version %s", bom.Metadata.Component, bom.SpecVersion)
	}
	at := slices.IndexFunc(*bom.Components, func(c cdx.Component) bool { return c.Name == "github.com/CycloneDX/cyclonedx-go" })
	if at < 0 {
		t.Fatal("the library that writes the bill is not in it")
	}
	library := (*bom.Components)[at]
	if !strings.HasPrefix(library.PackageURL, "pkg:golang/github.com/CycloneDX/cyclonedx-go@v0.") || !strings.HasPrefix((*library.Properties)[0].Value, "h1:") {
		t.Errorf("%+v", library)
	}
	if !slices.Contains(*(*bom.Dependencies)[0].Dependencies, library.BOMRef) {
		t.Error("the program does not depend on it")
	}
}

func TestNoProgram(t *testing.T) {
	if err := run("main.go", &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "give a program that Go has built") {
		t.Error(err)
	}
}
