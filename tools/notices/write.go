package main

import (
	"fmt"
	"slices"
	"strings"
)

// rule separates the texts.
const rule = "\n\n----------------------------------------------------------------------------\n\n"

// write returns the notices of a program: its licence, a list of its parts, and each licence text
// once, after the names of its parts.
func write(name, own string, parts []part) string {
	var b strings.Builder
	b.WriteString(name + "\n\n" + own + rule)
	b.WriteString("The program contains the work of others, under these licences:\n")
	type shared struct {
		text  string
		names []string
	}
	var texts []shared
	for _, p := range parts {
		fmt.Fprintf(&b, "\n  %s: %s", p, strings.Join(p.licences, ", "))
		for _, text := range p.texts {
			i := slices.IndexFunc(texts, func(s shared) bool { return s.text == text })
			if i < 0 {
				i, texts = len(texts), append(texts, shared{text: text})
			}
			texts[i].names = append(texts[i].names, p.String())
		}
	}
	for _, s := range texts {
		b.WriteString(rule + strings.Join(s.names, "\n") + "\n\n" + s.text)
	}
	b.WriteString("\n")
	return b.String()
}

// String returns the name of a part and its version.
func (p part) String() string { return strings.TrimSpace(p.name + " " + p.version) }

// clean returns a text with Unix line ends, and without space around it or at the ends of lines.
func clean(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
