package main

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

var whole = flag.Bool("whole", false, "TestRelease builds all packages, which takes minutes")

// twice are the packages that TestRelease makes a second time: all others have the same compiler,
// linker and packers.
var twice = []string{"linux-amd64", "web"}

// TestRelease makes all packages, and some of them from another copy of the sources, in another
// folder and environment, which has to have the same bytes. Then it looks into them and plays.
func TestRelease(t *testing.T) {
	if !*whole {
		t.Skip("SKIP: make test-dist builds the packages")
	}
	need.Programs(t, "go", "git")
	settings := filepath.Join(t.TempDir(), "env") // as go env -w writes it
	need.NoError(t, os.WriteFile(settings, []byte("GOFLAGS=-tags=none\n"), 0o644))
	first := makePackages(t, filepath.Join(t.TempDir(), "mancala"), nil)
	second := makePackages(t, filepath.Join(t.TempDir(), "another folder", "with a longer name"), twice,
		"TZ=Asia/Tokyo", "LANG=de_DE.UTF-8", "GOENV="+settings, "GOFLAGS=-buildvcs=false", "GOAMD64=v2", "GOFIPS140=v1.0.0")
	if len(first) != len(targets)+1 || len(second) != len(twice)+1 {
		t.Errorf("there are %d and %d files", len(first), len(second))
	}
	r, _ := example(t)
	var sums strings.Builder
	for _, target := range targets {
		name := "mancala-" + r.version + "-" + target.name + target.ext
		data := first[name]
		if len(data) == 0 {
			t.Errorf("%s is missing", name)
			continue
		}
		if slices.Contains(twice, target.name) && !bytes.Equal(data, second[name]) {
			t.Errorf("%s differs from one folder to the other", name)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		files := unpacked(t, name, data, r.date)
		look := looks[target.os]
		if strings.HasPrefix(target.name, "hub-") {
			look = lookHub
		}
		t.Run(target.name, func(t *testing.T) { look(t, target.arch, files) })
	}
	if string(first["SHA256SUMS"]) != sums.String() {
		t.Errorf("SHA256SUMS is %s, want %s", first["SHA256SUMS"], &sums)
	}
}

// makePackages copies the sources to a folder, makes the packages with these names there, or all
// without a name, and returns their files.
func makePackages(t *testing.T, folder string, chosen []string, env ...string) map[string][]byte {
	t.Helper()
	root := need.Must(filepath.Abs(filepath.Join("..", "..")))(t)
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names := need.Must(list.Output())(t)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		to := filepath.Join(folder, name)
		need.NoError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		need.NoError(t, os.WriteFile(to, data, 0o644))
	}
	dist := exec.Command("go", append([]string{"run", "./tools/dist"}, chosen...)...)
	dist.Dir, dist.Env = folder, append(os.Environ(), env...)
	if out, err := dist.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages := need.Must(read(os.DirFS(filepath.Join(folder, "bin", "dist"))))(t)
	files := map[string][]byte{}
	for _, f := range packages {
		files[f.name] = f.data
	}
	return files
}

// looks are the tests of an unpacked package, by its system.
var looks = map[string]func(t *testing.T, arch string, files map[string]file){
	"linux": lookLinux, "windows": lookWindows, "darwin": lookMac, "": lookPage,
}

// lookLinux plays at the terminal, if the package is for this machine.
func lookLinux(t *testing.T, arch string, files map[string]file) {
	program := elfFor(t, arch, files["bin/mancala"].data)
	if libraries, err := program.ImportedLibraries(); err != nil || slices.Contains(libraries, "libX11.so.6") {
		t.Errorf("the program cannot start without %v, %v", libraries, err)
	}
	checkTexts(t, files["share/man/man1/mancala.1"].data, files["share/bash-completion/completions/mancala"].data,
		files["share/zsh/site-functions/_mancala"].data, files["share/fish/vendor_completions.d/mancala.fish"].data)
	if runtime.GOOS != "linux" || runtime.GOARCH != arch {
		return
	}
	name := filepath.Join(write(t, files), "bin", "mancala")
	run := func(input string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Stdin = strings.NewReader(input)
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_DATA_HOME=", "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("mancala %q: %v", args, err)
		}
		return string(out)
	}
	if out := run("", "--version"); out != "mancala 0.2.0 with browser page\n" {
		t.Errorf("--version says %q", out)
	}
	if out := run("1\n", "--text", "--houses", "1", "--seeds", "2"); !strings.Contains(out, "Player 2 wins!\nPlayer 1: 1\nPlayer 2: 3\n") {
		t.Errorf("a game at the terminal: %s", out)
	}
}

// elfFor reads a program for Linux, which has to be for a processor.
func elfFor(t *testing.T, arch string, data []byte) *elf.File {
	t.Helper()
	program, err := elf.NewFile(bytes.NewReader(data))
	want := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[arch]
	if err != nil || program.Machine != want || program.Section(".symtab") != nil {
		t.Fatalf("the program is not for %s, or not stripped: %v", arch, err)
	}
	return program
}

// checkTexts expects a man page and completions for the program.
func checkTexts(t *testing.T, manual []byte, completions ...[]byte) {
	t.Helper()
	if !bytes.Contains(manual, []byte("\n.TH")) && !bytes.HasPrefix(manual, []byte(".TH")) {
		t.Errorf("the man page begins with %.60q", manual)
	}
	for _, script := range completions {
		if !bytes.Contains(script, []byte("mancala")) || !bytes.Contains(script, []byte("__complete")) {
			t.Errorf("a completion begins with %.60q", script)
		}
	}
}

// lookWindows looks for the icon, the manifest and the version.
func lookWindows(t *testing.T, _ string, files map[string]file) {
	data := files["mancala.exe"].data
	program := need.Must(pe.NewFile(bytes.NewReader(data)))(t)
	const console = 3
	header, ok := program.OptionalHeader.(*pe.OptionalHeader64)
	if !ok || header.Subsystem != console || program.Section(".rsrc") == nil {
		t.Error("the program has no resources, or no console for --text")
	}
	dir := t.TempDir()
	exe := filepath.Join(dir, "mancala.exe")
	need.NoError(t, os.WriteFile(exe, data, 0o755))
	if out, err := exec.Command("go", "run", winres, "extract", "--dir", dir, exe).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := os.ReadFile(filepath.Join(dir, "winres.json"))
	if err != nil || !bytes.Contains(list, []byte(`"file_version": "0.2.0.0"`)) || !bytes.Contains(list, []byte(`"dpi-awareness": "per monitor v2"`)) {
		t.Errorf("the resources are %s, %v", list, err)
	}
	icon := need.Must(os.ReadFile(filepath.Join(dir, "APP_0000.ico")))(t)
	if sizes := icoSizes(icon); !slices.Equal(sizes, windowsIcons) {
		t.Errorf("the icon has the sizes %v", sizes)
	}
	checkTexts(t, files["terminal/mancala.1"].data, files["terminal/mancala.ps1"].data)
}

// icoSizes returns the widths in an .ico file. The file begins with six bytes, ending in the
// two-byte number of pictures, and 16 bytes for each picture, beginning with the width, 0 for 256.
func icoSizes(icon []byte) []int {
	var sizes []int
	for i := range int(binary.LittleEndian.Uint16(icon[4:])) {
		size := int(icon[6+16*i])
		if size == 0 {
			size = 256
		}
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	return sizes
}

func lookMac(t *testing.T, arch string, files map[string]file) {
	program := need.Must(macho.NewFile(bytes.NewReader(files["Mancala.app/Contents/MacOS/mancala"].data)))(t)
	want := map[string]macho.Cpu{"amd64": macho.CpuAmd64, "arm64": macho.CpuArm64}[arch]
	const codeSignature = 0x1d // macOS runs nothing for arm64 without one
	signed := slices.ContainsFunc(program.Loads, func(l macho.Load) bool {
		return program.ByteOrder.Uint32(l.Raw()) == codeSignature
	})
	if program.Cpu != want || arch == "arm64" && !signed {
		t.Errorf("the program is for %v, signed: %t", program.Cpu, signed)
	}
	checkTexts(t, files["terminal/mancala.1"].data, files["terminal/mancala.bash"].data, files["terminal/_mancala"].data)
}

// pageLimit is the largest size of the page's program in a release. zopfliGain is the size of a
// program packed by gzip, as here, divided by its size with zopfli.
const (
	pageLimit  = 7_500_000
	zopfliGain = 1.05 // measured: 1.0507
)

func lookPage(t *testing.T, _ string, files map[string]file) {
	for _, name := range []string{"index.html", "page.js", "wasm_exec.js", "texts.js", "host.json", "mancala.wasm.gz"} {
		if len(files["page/"+name].data) == 0 {
			t.Errorf("the page has no %s", name)
		}
	}
	if size := len(files["page/mancala.wasm.gz"].data); size > pageLimit*zopfliGain {
		t.Errorf("the program of the page has %d bytes", size)
	}
	if _, there := files["page/mancala.wasm.br"]; there {
		t.Error("the page has a file of which a static server knows nothing")
	}
}
