// Kage translates the shaders of package render into Go, for pictures that are painted without a
// graphics card: render/kage/programs.go. Run it in the root of the module after a change of a
// shader; a test fails if it was forgotten.
package main

import (
	"fmt"
	"os"
)

func main() {
	source, err := generate("render/shaders")
	if err == nil {
		err = os.WriteFile("render/kage/programs.go", source, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "kage:", err)
		os.Exit(1)
	}
}
