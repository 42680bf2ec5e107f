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

// papersOf are the papers that each package has, and their names in the repository.
var papersOf = []struct{ name, from string }{
	{readme, readme},
	{"LICENSE", "LICENSE"},
	{"NOTICES", "cmd/wiring/notices.txt"},
	{"CHANGELOG.md", "CHANGELOG.md"},
	{"PROTOCOL.md", "PROTOCOL.md"},
	{"docs/failures.md", "docs/failures.md"},
	{"docs/levels.md", "docs/levels.md"},
	{"docs/values.md", "docs/values.md"},
	{"rules/rules.md", "rules/rules.md"},
}

// papers returns the files of papersOf.
func papers() ([]file, error) {
	var files []file
	for _, p := range papersOf {
		data, err := os.ReadFile(p.from)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(p.name, ".md") {
			data = withoutLostLinks(p.name, data)
		}
		files = append(files, plain(p.name, data))
	}
	return files, nil
}

// A picture on a line of its own, and a link.
var (
	picture = regexp.MustCompile(`(?m)^!\[[^\]]*\]\([^)]*\)\n\n?`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
)

// withoutLostLinks returns a paper as it stands in packages: without pictures, and without links to
// files of the repository that are not in the package. The texts of those links stay.
func withoutLostLinks(name string, paper []byte) []byte {
	paper = picture.ReplaceAll(paper, nil)
	return link.ReplaceAllFunc(paper, func(found []byte) []byte {
		parts := link.FindSubmatch(found)
		to, _, _ := strings.Cut(string(parts[2]), "#")
		if to == "" || strings.Contains(to, "://") || packaged(path.Join(path.Dir(name), to)) {
			return found
		}
		return parts[1]
	})
}

func packaged(name string) bool {
	return slices.ContainsFunc(papersOf, func(p struct{ name, from string }) bool { return p.name == name })
}
