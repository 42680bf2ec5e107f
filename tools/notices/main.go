// Notices writes the licences of all parts of the game to cmd/wiring/notices.txt, and the licences
// of the hub to cmd/hub/notices.txt. The programs show them. Run it in the root of the repository
// (make notices) after a change of the modules or the fonts.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// program is a distributed program with everything that is linked into it.
type program struct {
	name    string
	output  string   // the file written, relative to the root of the repository
	targets []target // its platforms
	fonts   bool     // it has fonts in it
}

// programs are the programs of this repository. The browser page, which the hub may embed, shows
// separate notices.
var programs = []program{
	{"Mancala", "cmd/wiring/notices.txt", []target{
		{"linux", "amd64", "./cmd/mancala"}, {"windows", "amd64", "./cmd/mancala"}, {"darwin", "arm64", "./cmd/mancala"}, {"js", "wasm", "./cmd/web"},
	}, true},
	{"Mancala hub", "cmd/hub/notices.txt", []target{{"linux", "amd64", "./cmd/hub"}, {"windows", "amd64", "./cmd/hub"}, {"darwin", "arm64", "./cmd/hub"}}, false},
}

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// run updates the notices of a repository.
func run(root string) error {
	for _, p := range programs {
		text, err := p.notices(root)
		if err == nil {
			err = os.WriteFile(filepath.Join(root, p.output), []byte(text), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// notices returns the text of the notices of a program in a repository.
func (p program) notices(root string) (string, error) {
	parts, err := linked(root, p.targets)
	if err != nil {
		return "", err
	}
	if p.fonts {
		fonts, err := fonts(root)
		if err != nil {
			return "", err
		}
		parts = append(parts, fonts...)
	}
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", err
	}
	return write(p.name, clean(string(own)), parts), nil
}
