package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is a module of which the page links a modified copy.
type module struct {
	path, version string
	changes       []change
}

// change is a change to one file of a module.
type change struct {
	file   string
	bodies map[string]string // new function bodies; a method is written Type.Method
	drop   []string          // variables and functions to delete
	swap   [2]string         // a text that occurs once, and its replacement
	whole  string            // the new content of the whole file, if not ""
}

// notice marks a modified file, as its licence requires.
const notice = "// CHANGED FOR MANCALA'S BROWSER PAGE by tools/web: this is not the file of the original authors.\n"

// copyModule copies the Go module in a folder, without tests and examples.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(from, name)
		switch {
		case errors.Join(err, relErr) != nil:
			return errors.Join(err, relErr)
		case d.IsDir() && (d.Name() == "examples" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}

// apply applies the changes to a copy of a module.
func apply(dir string, changes []change) error {
	for _, c := range changes {
		name := filepath.Join(dir, filepath.FromSlash(c.file))
		source, err := os.ReadFile(name)
		if err != nil && c.whole == "" {
			return fmt.Errorf("%s is missing; the changes of tools/web are for another version", c.file)
		}
		if source, err = c.apply(source); err != nil {
			return fmt.Errorf("%s: %w; the changes of tools/web are for another version", c.file, err)
		}
		if err := os.WriteFile(name, source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// apply returns the changed source of the file.
func (c change) apply(source []byte) ([]byte, error) {
	if c.whole != "" {
		return format.Source([]byte(notice + c.whole))
	}
	used, err := importsUsed(source)
	if err != nil {
		return nil, err
	}
	if c.swap[0] != "" {
		if bytes.Count(source, []byte(c.swap[0])) != 1 {
			return nil, fmt.Errorf("%q is not there once", c.swap[0])
		}
		source = bytes.Replace(source, []byte(c.swap[0]), []byte(c.swap[1]), 1)
	}
	if source, err = c.cut(source); err != nil {
		return nil, err
	}
	left, err := importsUsed(source)
	if err != nil {
		return nil, err
	}
	for spec := range used {
		if used[spec] && !left[spec] {
			source = bytes.Replace(source, []byte("\t"+spec+"\n"), nil, 1)
		}
	}
	return format.Source(append([]byte(notice), source...))
}

// cut replaces function bodies and deletes declarations.
func (c change) cut(source []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	found := 0
	for _, decl := range slices.Backward(file.Decls) {
		name := nameOf(decl)
		body, replaced := c.bodies[name]
		switch {
		case name == "":
		case slices.Contains(c.drop, name):
			found++
			source = slices.Concat(source[:at(decl.Pos())], source[at(decl.End()):])
		case replaced:
			found++
			f := decl.(*ast.FuncDecl)
			source = slices.Concat(source[:at(f.Body.Lbrace)], []byte("{\n"+body+"\n}"), source[at(f.Body.End()):])
		}
	}
	if want := len(c.drop) + len(c.bodies); found != want {
		return nil, fmt.Errorf("%d of %d declarations were found", found, want)
	}
	return source, nil
}

// nameOf returns the name of a function, of a method as Type.Method, or of the first variable of a
// declaration, and "" for others.
func nameOf(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		typ := d.Recv.List[0].Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		if id, ok := typ.(*ast.Ident); ok {
			return id.Name + "." + d.Name.Name
		}
	case *ast.GenDecl:
		if v, ok := d.Specs[0].(*ast.ValueSpec); ok && d.Tok == token.VAR {
			return v.Names[0].Name
		}
	}
	return ""
}

// importsUsed returns the imports of a file, and whether it uses each.
func importsUsed(source []byte) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok {
				names[id.Name] = true
			}
		}
		return true
	})
	used := map[string]bool{}
	for _, spec := range file.Imports {
		if spec.Name == nil {
			used[spec.Path.Value] = names[path.Base(strings.Trim(spec.Path.Value, `"`))]
		} else {
			used[spec.Name.Name+" "+spec.Path.Value] = names[spec.Name.Name]
		}
	}
	return used, nil
}

// trimmed copies the modules to a folder, changes the copies, and returns a file for go's -modfile
// flag that builds with them. Before the changes it calls whole with that file.
func trimmed(dir string, modules []module, whole func(modfile string) error) (modfile string, err error) {
	modfile = filepath.Join(dir, "go.mod")
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return "", err
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return "", err
	}
	for _, m := range modules {
		source, err := m.find()
		if err != nil {
			return "", err
		}
		if err := os.RemoveAll(m.copyIn(dir)); err != nil {
			return "", err
		}
		if err := copyModule(source, m.copyIn(dir)); err != nil {
			return "", err
		}
		mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", m.path, filepath.ToSlash(m.copyIn(dir)))
	}
	err = errors.Join(os.WriteFile(modfile, mod, 0o644), os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644))
	if err == nil {
		err = whole(modfile)
	}
	for _, m := range modules {
		if err == nil {
			err = apply(m.copyIn(dir), m.changes)
		}
	}
	return modfile, err
}

// copyIn returns the path of a module's copy.
func (m module) copyIn(dir string) string {
	return filepath.Join(dir, path.Base(path.Dir(m.path))+"-"+path.Base(m.path))
}

// find returns the folder with the module's source.
func (m module) find() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-json", m.path).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", m.path, err)
	}
	var is struct{ Version, Dir string }
	if err := json.Unmarshal(out, &is); err != nil {
		return "", err
	}
	if is.Version != m.version {
		return "", fmt.Errorf("the page needs changes in %s %s, and go.mod has %s: look through tools/web/changes.go, and then change the version there",
			m.path, m.version, is.Version)
	}
	return is.Dir, nil
}
