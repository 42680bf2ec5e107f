package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"mancala/tools/need"

	"github.com/andybalholm/brotli"
)

// TestPacked packs in all ways, without zopfli, and unpacks.
func TestPacked(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	want := bytes.Repeat([]byte("mancala "), 1000)
	check := func(name string, packed []byte, r io.Reader, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) || len(packed) > len(want)/10 {
			t.Errorf("%s: %d bytes packed give %d, %v", name, len(packed), len(got), err)
		}
	}
	for _, best := range []bool{false, true} {
		packed := need.Must(packGzip(want, best))(t)
		r, err := gzip.NewReader(bytes.NewReader(packed))
		check("gzip", packed, r, err)
		packed, err = packBrotli(want, best)
		check("brotli", packed, brotli.NewReader(bytes.NewReader(packed)), err)
	}
}

// TestTexts expects the program's size, for the page's bar, beside the texts.
func TestTexts(t *testing.T) {
	script, err := texts(12345)
	if err != nil || !bytes.Contains(script, []byte("\nvar mancalaSize = 12345;\n")) || !bytes.HasPrefix(script, []byte(`var mancalaTexts = {"de":{`)) {
		t.Errorf("the script is %.60q... %v", script, err)
	}
}

// TestOfflineNamesTheFiles expects the files in the worker's list, and a new version if any of them
// changes.
func TestOfflineNamesTheFiles(t *testing.T) {
	files := map[string][]byte{
		"index.html": nil, "page.js": nil, "host.json": nil, gzipName: nil, brotliName: nil, offlineName: []byte("// the worker"),
	}
	first := string(offline(files))
	if !strings.Contains(first, "const files = [\"./\", \"mancala.wasm.gz\", \"page.js\"];\n\n// the worker") {
		t.Errorf("the worker is %s", first)
	}
	files[brotliName] = []byte("packed")
	if string(offline(files)) != first {
		t.Error("a file that is not kept changes the version")
	}
	files["index.html"] = []byte("x")
	if string(offline(files)) == first {
		t.Error("another page has the same version")
	}
}
