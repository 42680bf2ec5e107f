package main

import (
	_ "embed" // the shader compiler
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"mancala/render"
)

// compiler is a program that compiles shaders within a copy of Ebitengine.
//
//go:embed known/known.go.txt
var compiler []byte

// compileShaders compiles all shaders of the page in an unmodified copy of Ebitengine, and stores
// the result in that copy.
func compileShaders(ebitengine, modfile string) error {
	sources, err := render.ShaderSources()
	if err != nil {
		return err
	}
	const home = "internal/mancalaknown"
	if err := os.MkdirAll(filepath.Join(ebitengine, home), 0o755); err != nil {
		return err
	}
	write := func(name string, data []byte) error {
		return os.WriteFile(filepath.Join(ebitengine, home, name), data, 0o644)
	}
	if err := write("main.go", compiler); err != nil {
		return err
	}
	args := []string{"run", "-modfile=" + modfile, changed[0].path + "/" + home, ebitengine}
	for i, source := range sources {
		name := fmt.Sprintf("%d.kage", i)
		if err := write(name, source); err != nil {
			return err
		}
		args = append(args, filepath.Join(ebitengine, home, name))
	}
	run := exec.Command("go", args...)
	run.Stderr = os.Stderr
	known, err := run.Output()
	if err != nil {
		return fmt.Errorf("compiling the shaders: %w", err)
	}
	return os.WriteFile(filepath.Join(ebitengine, "internal/shaderir/known.go"), known, 0o644)
}
