package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestPage asks a hub for its page as a browser does.
func TestPage(t *testing.T) {
	page := t.TempDir()
	need.NoError(t, os.WriteFile(filepath.Join(page, "index.html"), []byte("<!DOCTYPE html><title>The page</title>"), 0o600))
	cfg := testConfig(t, t.TempDir())
	get := func(h *hub, path string) string {
		t.Helper()
		r := need.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+h.listener.Addr()+path, nil))(t)
		answer := need.Must(http.DefaultClient.Do(r))(t)
		defer answer.Body.Close()
		text := need.Must(io.ReadAll(answer.Body))(t)
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
	need.NoError(t, h.close())
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
