package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wordsPath is the package whose functions take texts.
const wordsPath = "mancala/internal/words"

// takers are the functions that take texts, with the indexes of the literals: context, text and
// plural, -1 for none. Only package words uses the last three.
var takers = map[string]struct{ context, id, plural int }{
	"T":      {-1, 0, -1},
	"Errorf": {-1, 0, -1},
	"N":      {-1, 0, 1},
	"C":      {0, 1, -1},
	"Msg":    {-1, 0, -1},
	"mark":   {0, 1, -1},
	"say":    {-1, 0, -1},
	"count":  {-1, 0, 1},
}

// message is a text of the program.
type message struct {
	context, id, plural string
	rooms               []string // the packages that use it
	note                string   // comment for translators
}

// key identifies a message, as in PO files.
func (m *message) key() string { return m.context + "\x04" + m.id }

// extractor collects messages.
type extractor struct {
	files    *token.FileSet
	messages []*message
	known    map[string]*message
	errs     []error
}

// extract returns the texts of all packages below a folder, by package and in source order. It
// skips tests, and the tools, which define no texts but look up some of the program's. A text that
// is not a literal is an error.
func extract(root string) ([]*message, error) {
	x := &extractor{files: token.NewFileSet(), known: map[string]*message{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || path == filepath.Join(root, "tools")):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return x.file(root, path)
	})
	return x.messages, errors.Join(append(x.errs, err)...)
}

// file collects the texts of a file.
func (x *extractor) file(root, path string) error {
	f, err := parser.ParseFile(x.files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	room, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil {
		return err
	}
	room = filepath.ToSlash(room)
	inside := room == "internal/words"
	if !inside && !slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(wordsPath) }) {
		return nil
	}
	notes := x.notes(f)
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name, ok := taker(call.Fun, inside)
		if !ok {
			return true
		}
		m, err := read(call, name)
		if err != nil {
			x.errs = append(x.errs, fmt.Errorf("%v: %w", x.files.Position(call.Pos()), err))
			return true
		}
		m.note = notes[x.files.Position(call.Pos()).Line]
		x.add(m, room)
		return true
	})
	return nil
}

// notes returns the comments for translators, which begin with "Translators:", by the number of the
// next line.
func (x *extractor) notes(f *ast.File) map[int]string {
	notes := map[int]string{}
	for _, group := range f.Comments {
		if text, ok := strings.CutPrefix(strings.Join(strings.Fields(group.Text()), " "), "Translators: "); ok {
			notes[x.files.Position(group.End()).Line+1] = text
		}
	}
	return notes
}

// taker returns the name of a called function if it takes texts.
func taker(fun ast.Expr, inside bool) (name string, ok bool) {
	switch fun := fun.(type) {
	case *ast.Ident:
		_, ok = takers[fun.Name]
		return fun.Name, ok && inside
	case *ast.SelectorExpr:
		if room, isIdent := fun.X.(*ast.Ident); isIdent && room.Name == "words" && !inside {
			_, ok = takers[fun.Sel.Name]
			return fun.Sel.Name, ok && fun.Sel.IsExported()
		}
	}
	return "", false
}

// read parses the texts of a call.
func read(call *ast.CallExpr, name string) (*message, error) {
	at := takers[name]
	m := &message{}
	for _, part := range []struct {
		into *string
		arg  int
	}{{&m.context, at.context}, {&m.id, at.id}, {&m.plural, at.plural}} {
		switch {
		case part.arg < 0:
			continue
		case part.arg >= len(call.Args):
			return nil, fmt.Errorf("%s has too few arguments", name)
		}
		text, ok := literal(call.Args[part.arg])
		if !ok || text == "" {
			return nil, fmt.Errorf("%s needs a literal text, so that it can be collected for translators", name)
		}
		*part.into = text
	}
	return m, m.check(call, name)
}

// filled matches a verb of a format.
var filled = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0-9.]*(?:\[(\d+)\])?[a-zA-Z]`)

// check compares the verbs of a text with the arguments of its call. Msg and its like have no
// arguments.
func (m *message) check(call *ast.CallExpr, name string) error {
	first := map[string]int{"T": 1, "Errorf": 1, "C": 2, "N": 3}[name]
	if first == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	given, most := len(call.Args)-first, 0
	if given == 0 {
		return nil // not a format
	}
	for _, text := range [...]string{m.id, m.plural} {
		next := 1
		for _, place := range filled.FindAllStringSubmatch(strings.ReplaceAll(text, "%%", ""), -1) {
			if n, err := strconv.Atoi(place[1] + place[2]); err == nil {
				next = n
			}
			most, next = max(most, next), next+1
		}
	}
	if most != given {
		return fmt.Errorf("%q has places for %d arguments and is given %d", m.id, most, given)
	}
	return nil
}

// literal returns the value of a string literal, or of several joined by +.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, ok2 := literal(e.Y)
		return left + right, ok && ok2 && e.Op == token.ADD
	case *ast.ParenExpr:
		return literal(e.X)
	}
	return "", false
}

// add adds a text used in a package.
func (x *extractor) add(m *message, room string) {
	known := x.known[m.key()]
	if known == nil {
		known = m
		x.known[m.key()] = m
		x.messages = append(x.messages, m)
	}
	if !slices.Contains(known.rooms, room) {
		known.rooms = append(known.rooms, room)
	}
	known.note = cmp.Or(known.note, m.note)
	switch {
	case known.plural == "":
		known.plural = m.plural // one entry in gettext
	case m.plural != "" && m.plural != known.plural:
		x.errs = append(x.errs, fmt.Errorf("%q has two plurals, %q and %q", m.id, known.plural, m.plural))
	}
}
