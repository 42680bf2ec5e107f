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
	columns  = 100 // the largest width of a comment line
	tabWidth = 4
)

// wrap returns a Go source without comment lines over 100 columns. It rewraps every paragraph that
// has such a line. Other paragraphs, code, lists, headings, directives, and comments behind code
// stay unchanged.
func wrap(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(source), "\n")
	comment := make([]bool, len(lines)) // whether a line is only a comment
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

// output matches the line that introduces the output of an example.
var output = regexp.MustCompile(`(?i)^//\s*(unordered )?output:`)

// isProse reports whether a line is comment text that wrap may change.
func isProse(line string, c *ast.Comment) bool {
	words, ok := strings.CutPrefix(c.Text, "// ")
	return ok && strings.TrimSpace(line) == strings.TrimSpace(c.Text) && words != "" &&
		!strings.ContainsAny(words[:1], " \t#-*") && !strings.HasPrefix(words, "+build")
}

// paragraph returns the lines of a paragraph, rewrapped if one of them is too long.
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

// width returns the width of a line in columns.
func width(line string) int {
	return utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
}
