package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	columns  = 100 // how wide a line of a comment may be
	tabWidth = 4
)

// wrap returns a Go source whose comments have no line over 100 columns. It breaks every paragraph
// anew that has such a line, and leaves alone all others, code, lists, headings, directives, and
// comments behind code.
func wrap(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(source), "\n")
	comment := make([]bool, len(lines)) // whether a line is a comment and nothing else
	for _, group := range file.Comments {
		for _, c := range group.List {
			if output.MatchString(c.Text) {
				break
			}
			at := files.Position(c.Slash).Line - 1
			comment[at] = isProse(lines[at], c)
		}
	}
	var out []string
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && comment[i] && comment[end] && indent(lines[end]) == indent(lines[i]) {
			end++
		}
		out = append(out, paragraph(lines[i:end], comment[i])...)
		i = end
	}
	return []byte(strings.Join(out, "\n")), nil
}

// output matches the line behind which an example has its output.
var output = regexp.MustCompile(`(?i)^//\s*(unordered )?output:`)

// isProse reports whether a line is one of a comment whose words may be moved to other lines.
func isProse(line string, c *ast.Comment) bool {
	words, ok := strings.CutPrefix(c.Text, "// ")
	return ok && strings.TrimSpace(line) == strings.TrimSpace(c.Text) && words != "" &&
		!strings.ContainsAny(words[:1], " \t#-*") && !strings.HasPrefix(words, "+build")
}

// paragraph returns the lines of a paragraph, broken anew if one of them is too long.
func paragraph(lines []string, comment bool) []string {
	tooLong := false
	for _, line := range lines {
		tooLong = tooLong || width(line) > columns
	}
	if !comment || !tooLong {
		return lines
	}
	start := indent(lines[0]) + "//"
	var words []string
	for _, line := range lines {
		words = append(words, strings.Fields(strings.TrimPrefix(line, start))...)
	}
	var out []string
	line := start
	for _, word := range words {
		if line != start && width(line+" "+word) > columns {
			out = append(out, line)
			line = start
		}
		line += " " + word
	}
	return append(out, line)
}

// indent returns the space before a line.
func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, "\t "))] }

// width returns how many columns a line takes.
func width(line string) int {
	return utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
}
