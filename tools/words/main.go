// Words collects the texts of the program for translators: it writes internal/words/po/mancala.pot,
// and adds missing texts, untranslated, to every internal/words/po/*.po. Run it in the root of the
// repository (make words).
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

// run updates the files of a repository.
func run(root string) error {
	list, err := extract(root)
	if err != nil {
		return err
	}
	po := filepath.Join(root, "internal", "words", "po")
	if err := update(filepath.Join(po, "mancala.pot"), func(string) (string, error) { return template(list), nil }); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(po, "*.po"))
	if err != nil {
		return err
	}
	for _, name := range files {
		if err := update(name, func(old string) (string, error) { return merge(old, list) }); err != nil {
			return err
		}
	}
	return nil
}
