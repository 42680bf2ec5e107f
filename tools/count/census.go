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

// The fields that CONTRIBUTING.md allows a type to have, and the methods of types worth a look.
const (
	fieldLimit  = 25
	manyMethods = 60
)

// census is all that is counted.
type census struct {
	files     []file
	functions []function
	types     map[string]*size   // by folder and name, such as session.Player
	papers    map[string]int     // words, by path
	packages  map[string]*folder // by path from the root
}

// file is a file of Go, with its lines in all and those of [statements]. A test is a file of tests
// or of a package that only tests need.
type file struct {
	path              string
	lines, statements int
	test              bool
}

type function struct {
	folder, name string
	lines        int
}

// folder is a package: its imports by other files than tests, and how often they use each name.
type folder struct {
	program bool
	imports map[string]bool // folders from the root
	uses    map[string]int
}

// size is the size of a type; methods that stand in several files for different systems count once.
type size struct {
	fields, methods int
	names           map[string]bool
}

// large returns the types with many fields or methods.
func (c *census) large() map[string]size {
	list := map[string]size{}
	for name, s := range c.types {
		if s.fields > fieldLimit || s.methods > manyMethods {
			list[name] = *s
		}
	}
	return list
}

// read counts all that lies under a folder.
func read(root string) (*census, error) {
	c := &census{types: map[string]*size{}, papers: map[string]int{}, packages: map[string]*folder{}}
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
	support := c.support()
	for i, f := range c.files {
		c.files[i].test = f.test || support[path.Dir(f.path)]
	}
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
	c.files = append(c.files, file{rel, bytes.Count(text, []byte("\n")), statements(files, source, text), test})
	if !test {
		c.addDeclarations(files, path.Dir(rel), source)
		c.addUses(path.Dir(rel), source)
	}
	return nil
}

// statements counts the lines within function bodies that are neither blank nor comments. The line
// of the signature and the closing brace do not count.
func statements(files *token.FileSet, source *ast.File, text []byte) int {
	lines := bytes.Split(text, []byte("\n"))
	n := 0
	for _, d := range source.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		for at := files.Position(f.Body.Lbrace).Line; at < files.Position(f.Body.Rbrace).Line-1; at++ {
			if line := bytes.TrimSpace(lines[at]); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
				n++
			}
		}
	}
	return n
}

// addUses counts the names that a file of source uses, and its imports of this program's packages.
func (c *census) addUses(name string, source *ast.File) {
	p := c.packages[name]
	if p == nil {
		p = &folder{imports: map[string]bool{}, uses: map[string]int{}}
		c.packages[name] = p
	}
	p.program = p.program || source.Name.Name == "main"
	for _, i := range source.Imports {
		if _, inside, ok := strings.Cut(strings.Trim(i.Path.Value, `"`), "mancala/"); ok {
			p.imports[inside] = true
		}
	}
	for _, d := range source.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				p.uses[id.Name]++
			}
			return true
		})
	}
}

// support returns the packages that no program imports: only tests need them.
func (c *census) support() map[string]bool {
	list := map[string]bool{}
	for name := range c.packages {
		list[name] = true
	}
	var leave func(string)
	leave = func(name string) {
		if !list[name] {
			return
		}
		delete(list, name)
		for i := range c.packages[name].imports {
			leave(i)
		}
	}
	for name, p := range c.packages {
		if p.program {
			leave(name)
		}
	}
	return list
}

// singles counts the functions with one caller: the unexported ones whose name stands in their
// package twice, where they are declared and where they are used.
func (c *census) singles() int {
	n := 0
	for _, f := range c.functions {
		if !ast.IsExported(f.name) && c.packages[f.folder].uses[f.name] == 2 {
			n++
		}
	}
	return n
}

// addDeclarations counts the functions and types of a file.
func (c *census) addDeclarations(files *token.FileSet, folder string, source *ast.File) {
	for _, d := range source.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			lines := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1
			c.functions = append(c.functions, function{folder, d.Name.Name, lines})
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
