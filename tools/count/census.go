package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The sizes that CONTRIBUTING.md allows.
const (
	fileLimit   = 400 // lines
	fieldLimit  = 25
	methodLimit = 60
)

// census is all that is counted.
type census struct {
	files     []file
	functions []function
	types     map[string]*size // by folder and name, such as session.Player
	papers    map[string]int   // words, by path
}

type file struct {
	path  string
	lines int
	test  bool
}

type function struct {
	name  string
	lines int
}

// size is the size of a type; methods that stand in several files for different systems count once.
type size struct {
	fields, methods int
	names           map[string]bool
}

// large returns the types over the limits.
func (c *census) large() map[string]size {
	list := map[string]size{}
	for name, s := range c.types {
		if s.fields > fieldLimit || s.methods > methodLimit {
			list[name] = *s
		}
	}
	return list
}

// read counts all that lies under a folder.
func read(root string) (*census, error) {
	c := &census{types: map[string]*size{}, papers: map[string]int{}}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if name != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || e.Name() == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		return c.add(name, filepath.ToSlash(rel))
	})
	return c, err
}

// add counts one file, with its path from the root.
func (c *census) add(name, rel string) error {
	ending := path.Ext(rel)
	if ending != ".go" && ending != ".md" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if ending == ".md" {
		c.papers[rel] = len(bytes.Fields(text))
		return nil
	}
	files := token.NewFileSet()
	source, err := parser.ParseFile(files, rel, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", rel, err)
	}
	if ast.IsGenerated(source) {
		return nil
	}
	test := strings.HasSuffix(rel, "_test.go")
	c.files = append(c.files, file{rel, bytes.Count(text, []byte("\n")), test})
	if !test {
		c.addDeclarations(files, path.Dir(rel), source)
	}
	return nil
}

// addDeclarations counts the functions and types of a file.
func (c *census) addDeclarations(files *token.FileSet, folder string, source *ast.File) {
	for _, d := range source.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			lines := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1
			c.functions = append(c.functions, function{folder + "." + d.Name.Name, lines})
			if d.Recv != nil {
				c.addMethod(folder+"."+receiver(d.Recv.List[0].Type), d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					c.addFields(folder+"."+t.Name.Name, t.Type)
				}
			}
		}
	}
}

func (c *census) typeOf(name string) *size {
	if c.types[name] == nil {
		c.types[name] = &size{names: map[string]bool{}}
	}
	return c.types[name]
}

func (c *census) addMethod(of, name string) {
	s := c.typeOf(of)
	s.names[name] = true
	s.methods = len(s.names)
}

func (c *census) addFields(of string, t ast.Expr) {
	s, ok := t.(*ast.StructType)
	if !ok {
		return
	}
	n := 0
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
	}
	c.typeOf(of).fields = max(c.typeOf(of).fields, n)
}

// receiver returns the name of a method's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
