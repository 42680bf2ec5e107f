package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// text matches literals that may be for people: a word with a capital, or two words.
var text = regexp.MustCompile(`^[^a-z]*[A-Z][a-z]{2,}|[a-zA-Z]{2,}[,.:;!?]? (\S+ )*[a-zA-Z]{2,}`)

// left returns, as file:line and literal, the literals of a package that look like texts for people
// but do not go through package words. Errors of package errors and fmt, panics and logs are for
// programmers.
func left(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var found []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		list, err := leftIn(name)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	return found, nil
}

func leftIn(name string) ([]string, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CallExpr:
			return !aside(n.Fun)
		case *ast.Field: // its tag
			return n.Tag == nil
		case *ast.BasicLit:
			if literal, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && text.MatchString(literal) {
				found = append(found, fmt.Sprintf("%v: %s", set.Position(n.Pos()), n.Value))
			}
		}
		return true
	})
	return found, nil
}

// aside reports whether the texts of a call are translated, or are not for people.
func aside(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name == "panic"
	case *ast.SelectorExpr:
		switch room, _ := fun.X.(*ast.Ident); {
		case room == nil:
			return false
		case room.Name == "words", room.Name == "errors", room.Name == "regexp", room.Name == "log":
			return true
		case room.Name == "fmt":
			return fun.Sel.Name == "Errorf"
		}
	}
	return false
}
