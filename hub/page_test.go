package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPage asks a hub for its page as a browser does.
func TestPage(t *testing.T) {
	page := t.TempDir()
	if err := os.WriteFile(filepath.Join(page, "index.html"), []byte("<!DOCTYPE html><title>The page</title>"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := testConfig(t, t.TempDir())
	get := func(h *hub, path string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+h.listener.Addr()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	h := start(t, cfg)
	without := "Install the program"
	if builtPage() != nil {
		without = "wasm_exec.js"
	}
	if text := get(h, "/"); !strings.Contains(text, without) {
		t.Errorf("without a page of its own: %s", text)
	}
	if err := h.close(); err != nil {
		t.Fatal(err)
	}
	cfg.Page = page
	h = start(t, cfg)
	if text := get(h, "/"); !strings.Contains(text, "The page") {
		t.Errorf("%s", text)
	}
	if text := get(h, "/host.json"); !strings.Contains(text, `"kind":"club"`) || !strings.Contains(text, "Test Club") {
		t.Errorf("%s", text)
	}
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", t.TempDir(), "--page", t.TempDir()}, io.Discard, &errs); code != 1 ||
		!strings.Contains(errs.String(), "no page") {
		t.Errorf("an empty folder as a page: %d, %s", code, &errs)
	}
}

// A folder without a page, as git has it, is none.
func TestPageIn(t *testing.T) {
	if pageIn(fstest.MapFS{".gitignore": {}}) != nil {
		t.Error("an empty folder is a page")
	}
	if pageIn(fstest.MapFS{"index.html": {}}) == nil {
		t.Error("a page is none")
	}
}
