// Command sbom writes the bill of materials of a program in the format
// CycloneDX: the modules that its compiler recorded in it, with their checksums.
//
//	go run ./deploy/sbom PROGRAM > PROGRAM.cdx.json
package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the bill of materials of a program that Go has built.
func run(program string, out io.Writer) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("%s: %w; give a program that Go has built", program, err)
	}
	encoder := cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true)
	return encoder.EncodeVersion(materials(filepath.Base(program), info), cdx.SpecVersion1_6)
}

func materials(name string, info *debug.BuildInfo) *cdx.BOM {
	program := component(&info.Main)
	program.Type, program.Name = cdx.ComponentTypeApplication, name
	var settings []cdx.Property
	for _, setting := range info.Settings {
		settings = append(settings, cdx.Property{Name: "go:build:" + setting.Key, Value: setting.Value})
	}
	program.Properties = &settings

	parts := []cdx.Component{component(&debug.Module{Path: "std", Version: info.GoVersion})}
	for _, dependency := range info.Deps {
		if dependency.Replace != nil {
			dependency = dependency.Replace
		}
		parts = append(parts, component(dependency))
	}
	used := make([]string, len(parts))
	for i := range parts {
		used[i] = parts[i].BOMRef
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &program}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &used}}
	return bom
}

// component is a module. Its checksum is that of Go's checksum database, which
// is a digest of digests and therefore a property, not a hash of a file.
func component(module *debug.Module) cdx.Component {
	url := "pkg:golang/" + module.Path + "@" + module.Version
	c := cdx.Component{Type: cdx.ComponentTypeLibrary, BOMRef: url, Name: module.Path, Version: module.Version, PackageURL: url}
	if module.Sum != "" {
		c.Properties = &[]cdx.Property{{Name: "go:sum", Value: module.Sum}}
	}
	return c
}
