package main

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// readme is the paper that comes first; links in it lead to others.
const readme = "README.md"

// paper is a paper in a package, with its name in the repository.
type paper struct{ name, from string }

// papersOf are the papers of each package with the game.
var papersOf = []paper{
	{readme, readme},
	{"LICENSE", "LICENSE"},
	{"NOTICES", "cmd/wiring/notices.txt"},
	{"CHANGELOG.md", "CHANGELOG.md"},
	{"PROTOCOL.md", "PROTOCOL.md"},
	{"docs/play.md", "docs/play.md"},
	{"docs/network.md", "docs/network.md"},
	{"docs/terminal.md", "docs/terminal.md"},
	{"docs/club.md", "docs/club.md"},
	{"docs/failures.md", "docs/failures.md"},
	{"docs/levels.md", "docs/levels.md"},
	{"docs/values.md", "docs/values.md"},
	{"rules/rules.md", "rules/rules.md"},
}

// papers returns the files of some papers of one package.
func papers(list []paper) ([]file, error) {
	var files []file
	for _, p := range list {
		data, err := os.ReadFile(p.from)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(p.name, ".md") {
			data = withoutLostLinks(list, p.name, data)
		}
		files = append(files, plain(p.name, data))
	}
	return files, nil
}

// A picture on its own line, and a link.
var (
	picture = regexp.MustCompile(`(?m)^!\[[^\]]*\]\([^)]*\)\n\n?`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
)

// withoutLostLinks returns a paper for packages: without pictures, and without links to repository
// files outside the list. The texts of those links stay.
func withoutLostLinks(list []paper, name string, text []byte) []byte {
	text = picture.ReplaceAll(text, nil)
	return link.ReplaceAllFunc(text, func(found []byte) []byte {
		parts := link.FindSubmatch(found)
		to, _, _ := strings.Cut(string(parts[2]), "#")
		if to == "" || strings.Contains(to, "://") || packaged(list, path.Join(path.Dir(name), to)) {
			return found
		}
		return parts[1]
	})
}

func packaged(list []paper, name string) bool {
	return slices.ContainsFunc(list, func(p paper) bool { return p.name == name })
}
