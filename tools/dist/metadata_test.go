package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"go/version"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mancala/cmd/wiring"
	"mancala/tools/need"
)

// TestDesktopFiles checks the files for desktops with Debian's tools.
func TestDesktopFiles(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, check := range [][]string{
		{"desktop-file-validate", "packaging/linux/" + identifier + ".desktop"},
		{"desktop-file-validate", "packaging/linux/" + identifier + ".Join.desktop"},
		{"appstreamcli", "validate", "--no-net", metainfo},
	} {
		need.Programs(t, check[0])
		if out, err := exec.Command(check[0], check[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s", check, err, out)
		}
	}
}

// TestUnit checks the hub's unit with systemd's tool, which reports mistakes on standard error, and
// that the unit uses a configuration that only root can read.
func TestUnit(t *testing.T) {
	need.Programs(t, "systemd-analyze", "true")
	unit := need.Must(os.ReadFile(filepath.Join("..", "..", "packaging", "hub", "mancala-hub.service")))(t)
	for _, line := range []string{
		"#   install -m 600 hub.toml /etc/mancala-hub.toml ", "LoadCredential=hub.toml:/etc/mancala-hub.toml\n",
		" --config ${CREDENTIALS_DIRECTORY}/hub.toml\n",
	} {
		if !bytes.Contains(unit, []byte(line)) {
			t.Errorf("it does not say %q", line)
		}
	}
	program, err := exec.LookPath("true") // the hub is not installed here
	if err != nil {
		t.Fatal(err)
	}
	verify := func(unit []byte) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "mancala-hub.service")
		need.NoError(t, os.WriteFile(file, bytes.ReplaceAll(unit, []byte("/usr/local/bin/mancala-hub "), []byte(program+" ")), 0o600))
		out, err := exec.Command("systemd-analyze", "verify", "--man=no", file).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	if out := verify(unit); out != "" {
		t.Errorf("%s", out)
	}
	if out := verify(append(unit, "Nonsense=yes\n"...)); !strings.Contains(out, "Nonsense") {
		t.Errorf("a unit with a mistake passes: %q", out)
	}
}

// TestContainer expects that the hub's container is built from an image by its digest, with a Go
// that may build it.
func TestContainer(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	text := need.Must(os.ReadFile(filepath.Join("packaging", "hub", "Containerfile")))(t)
	from := regexp.MustCompile(`(?m)^FROM docker.io/library/golang:(\S+)@sha256:[0-9a-f]{64} AS build$`).FindSubmatch(text)
	if from == nil {
		t.Fatal("it is built from no Go by its digest")
	}
	mod := need.Must(os.ReadFile("go.mod"))(t)
	needed := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(mod)
	if needed == nil || version.Compare("go"+string(from[1]), "go"+string(needed[1])) < 0 {
		t.Errorf("it is built with Go %s, and go.mod needs %s", from[1], needed)
	}
}

// TestReleaseDate expects the version of the program first in metainfo.
func TestReleaseDate(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	data := need.Must(os.ReadFile(metainfo))(t)
	if date, err := releaseDate(data, wiring.Version); err != nil || date.Year() < 2026 {
		t.Errorf("%v, %v", date, err)
	}
	if _, err := releaseDate(data, "0.0.1"); err == nil {
		t.Error("a version that is not there has a date")
	}
}

// TestFlatpak expects that the manifest takes the packages of this version.
func TestFlatpak(t *testing.T) {
	manifest := need.Must(os.ReadFile(filepath.Join("..", "..", "packaging", "flatpak", identifier+".yml")))(t)
	for _, target := range targets[:2] {
		if name := "/mancala-" + wiring.Version + "-" + target.name + target.ext + "\n"; !bytes.Contains(manifest, []byte(name)) {
			t.Errorf("it does not take %s", name)
		}
	}
}

// TestPropertyList checks the facts about the program that macOS reads.
func TestPropertyList(t *testing.T) {
	r, _ := example(t)
	keys := properties(t, need.Must(r.propertyList())(t))
	for key, want := range map[string]string{
		"CFBundleIdentifier": identifier, "CFBundleExecutable": "mancala", "CFBundleIconFile": "Mancala", "CFBundleVersion": r.version,
		"CFBundleShortVersionString": r.version, "CFBundlePackageType": "APPL", "CFBundleURLSchemes": "mancala",
	} {
		if keys[key] != want {
			t.Errorf("%s is %q, want %q", key, keys[key], want)
		}
	}
}

// properties returns the strings of a property list by their keys, also those within lists. A key
// without a value is an error.
func properties(t *testing.T, data []byte) map[string]string {
	t.Helper()
	keys, key := map[string]string{}, ""
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if token == nil {
			if key != "" {
				t.Errorf("%v: %s has no value", err, key)
			}
			return keys
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var text string
		switch start.Name.Local {
		case "key":
			need.NoError(t, d.DecodeElement(&key, &start))
		case "string":
			need.NoError(t, d.DecodeElement(&text, &start))
			keys[key], key = text, ""
		case "true", "false":
			key = ""
		}
	}
}

// TestLongIcns reads the entries of the icon for macOS.
func TestLongIcns(t *testing.T) {
	data := need.Must(icns())(t)
	if string(data[:4]) != "icns" || int(binary.BigEndian.Uint32(data[4:])) != len(data) {
		t.Fatalf("it begins with %q, and has %d bytes", data[:8], len(data))
	}
	var sizes []int
	for rest := data[8:]; len(rest) > 0; {
		length := binary.BigEndian.Uint32(rest[4:])
		sizes = append(sizes, width(t, rest[8:length]))
		rest = rest[length:]
	}
	if want := []int{32, 64, 128, 256, 256, 512, 512, 1024}; !slices.Equal(sizes, want) {
		t.Errorf("the sizes are %v, want %v", sizes, want)
	}
}

// width returns the width of a square picture.
func width(t *testing.T, data []byte) int {
	t.Helper()
	picture, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || picture.Width != picture.Height {
		t.Fatalf("%d x %d: %v", picture.Width, picture.Height, err)
	}
	return picture.Width
}

// TestLinuxIcons expects that each icon has the size in the name of its folder.
func TestLinuxIcons(t *testing.T) {
	r, program := example(t)
	files := need.Must(linuxFiles(r, program))(t)
	count := 0
	for _, f := range files {
		var size int
		if n, _ := fmt.Sscanf(f.name, "share/icons/hicolor/%d", &size); n == 1 {
			if got := width(t, f.data); got != size {
				t.Errorf("%s is %d pixels wide", f.name, got)
			}
			count++
		}
	}
	if count != len(linuxIcons) {
		t.Errorf("there are %d icons", count)
	}
}

// TestWinres expects that the resources for Windows name the icons that are written.
func TestWinres(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "packaging", "windows", "winres.json"))
	if err != nil || !json.Valid(data) {
		t.Fatalf("it cannot be read: %v", err)
	}
	var sizes []int
	for _, found := range regexp.MustCompile(`"(\d+)\.png"`).FindAllSubmatch(data, -1) {
		var size int
		fmt.Sscan(string(found[1]), &size)
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	if !slices.Equal(sizes, windowsIcons) {
		t.Errorf("the icons are %v, and %v are written", sizes, windowsIcons)
	}
}
