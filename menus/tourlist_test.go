package menus

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/tools/need"
)

// The tour visits every screen and every question that the source creates.
func TestTheTourMissesNoScreen(t *testing.T) {
	visited := map[string]bool{"question": true}
	for _, s := range stops() {
		visited[s.screen] = true
		visited["question "+s.title] = true
	}
	for name, where := range screensInSource(t) {
		if !visited[name] {
			t.Errorf("%s: the tour has no stop at %q", where, name)
		}
	}
}

// screensInSource returns the names of all screens, and the titles of questions, each with a file.
// It recognizes the functions that make screens by their names. A string after their first argument
// is the name of the screen.
func screensInSource(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	need.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "menustest") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if name := screenOf(call); name != "" {
					found[name] = path
				}
			}
			return true
		})
		return nil
	}))
	if len(found) < 20 {
		t.Fatalf("the source has the screens %v only", found)
	}
	return found
}

// screenOf returns the name of the screen made by a call, or "".
func screenOf(call *ast.CallExpr) string {
	var maker string
	switch f := call.Fun.(type) {
	case *ast.Ident:
		maker = f.Name
	case *ast.SelectorExpr:
		maker = f.Sel.Name
	}
	if len(call.Args) < 2 {
		return ""
	}
	switch maker {
	case "New", "NewCard", "init":
		return literal(call.Args[1])
	case "NewQuestion", "askBefore":
		return "question " + literal(call.Args[1])
	}
	return ""
}

// literal returns a string literal, translated or not, or "".
func literal(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 {
		e = call.Args[0]
	}
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		text, _ := strconv.Unquote(lit.Value)
		return text
	}
	return ""
}
