// Notices writes the licences of all parts of the program to cmd/wiring/notices.txt, which the
// program shows. Run it in the root of the repository (make notices) after a change of the modules
// or the fonts.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// output is the file written, relative to the root of the repository.
const output = "cmd/wiring/notices.txt"

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// run updates the notices of a repository.
func run(root string) error {
	text, err := notices(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, output), []byte(text), 0o644)
}

// notices returns the text of the notices of a repository.
func notices(root string) (string, error) {
	parts, err := linked(root)
	if err != nil {
		return "", err
	}
	fonts, err := fonts(root)
	if err != nil {
		return "", err
	}
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", err
	}
	return write(clean(string(own)), append(parts, fonts...)), nil
}
