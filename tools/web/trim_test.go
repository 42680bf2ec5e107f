package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leonelquinteros/gotext/plurals"

	"mancala/tools/need"
)

const original = `package p

import (
	"fmt"
	"os"
	"strings"
)

var table = strings.Repeat("x", 3)

type T struct{}

// Name has words.
func (t *T) Name() string { return fmt.Sprint(os.Args) }

func Plain() string {
	return os.Args[0]
}

func kept() { fmt.Println() }
`

func TestApply(t *testing.T) {
	c := change{bodies: map[string]string{"T.Name": `return ""`}, drop: []string{"table"}, swap: [2]string{"os.Args[0]", `"here"`}}
	got, err := c.apply([]byte(original))
	if err != nil {
		t.Fatal(err)
	}
	want := notice + `package p

import (
	"fmt"
)

type T struct{}

// Name has words.
func (t *T) Name() string {
	return ""
}

func Plain() string {
	return "here"
}

func kept() { fmt.Println() }
`
	if string(got) != want {
		t.Errorf("it became\n%s", got)
	}
}

func TestApplyRefuses(t *testing.T) {
	for name, c := range map[string]change{
		"function": {bodies: map[string]string{"Gone": ""}},
		"method":   {bodies: map[string]string{"T.Gone": ""}},
		"variable": {drop: []string{"gone"}},
		"text":     {swap: [2]string{"gone", ""}},
		"twice":    {swap: [2]string{"fmt", ""}},
		"syntax":   {bodies: map[string]string{"kept": "}{"}},
	} {
		if got, err := c.apply([]byte(original)); err == nil {
			t.Errorf("%s: it became\n%s", name, got)
		}
	}
	err := apply(t.TempDir(), []change{{file: "gone.go", drop: []string{"x"}}})
	if err == nil || !strings.Contains(err.Error(), "gone.go is missing") {
		t.Errorf("a file that is missing: %v", err)
	}
}

// TestVersions checks that the changes are for the present versions of all modules.
func TestVersions(t *testing.T) {
	need.Programs(t, "go")
	t.Chdir("../..")
	for _, m := range changed {
		from, err := m.find()
		if err != nil {
			t.Error(err)
			continue
		}
		to := t.TempDir()
		if err := copyModule(from, to); err != nil {
			t.Fatal(err)
		}
		if err := apply(to, m.changes); err != nil {
			t.Errorf("%s: %v", m.path, err)
		}
		if _, err := (module{path: m.path, version: "v0.0.1"}).find(); err == nil || !strings.Contains(err.Error(), "tools/web/changes.go") {
			t.Errorf("another version of %s: %v", m.path, err)
		}
	}
}

// TestFonts checks that the page's fonts have no table that the trimmed typesetting does not read.
func TestFonts(t *testing.T) {
	read := strings.Fields("GDEF GPOS GSUB OS/2 STAT cmap gasp glyf head hhea hmtx loca maxp name post")
	files, err := filepath.Glob("../../render/fonts/*.woff")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fonts, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range int(binary.BigEndian.Uint16(data[12:])) {
			if tag := string(data[44+20*i:][:4]); !slices.Contains(read, strings.TrimSpace(tag)) {
				t.Errorf("%s has the table %s", file, tag)
			}
		}
	}
}

// TestPlurals checks that the page finds the plural forms of many languages as the original does.
func TestPlurals(t *testing.T) {
	need.Programs(t, "go")
	t.Chdir("../..")
	m := changed[slices.IndexFunc(changed, func(m module) bool { return strings.HasSuffix(m.path, "/gotext") })]
	from, err := m.find()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	to := filepath.Join(dir, "gotext")
	if err := copyModule(from, to); err != nil {
		t.Fatal(err)
	}
	if err := apply(to, m.changes); err != nil {
		t.Fatal(err)
	}
	formulas := []string{
		"0", "n != 1", "n>1", "(n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2)", "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
		"n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5",
	}
	var want strings.Builder
	for _, f := range formulas {
		expr, err := plurals.Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint32(130) {
			fmt.Fprint(&want, expr.Eval(n), " ")
		}
	}
	for name, text := range map[string]string{
		"go.mod": "module plural\n\ngo 1.24\n\nrequire " + m.path + " " + m.version + "\n\nreplace " + m.path + " => ./gotext\n",
		"main.go": fmt.Sprintf("package main\n\nimport (\n\"fmt\"\n\n%q\n)\n\nfunc main() {\nfor _, f := range %#v {\nexpr, err := plurals.Compile(f)\n"+
			"if err != nil {\npanic(err)\n}\nfor n := range uint32(130) {\nfmt.Print(expr.Eval(n), \" \")\n}\n}\n}\n", m.path+"/plurals", formulas),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil || string(out) != want.String() {
		t.Errorf("%v: it says\n%s\nwant\n%s", err, out, &want)
	}
}
