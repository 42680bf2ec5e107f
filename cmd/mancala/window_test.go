package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/cmd/wiring"
	"mancala/menus/settings"
	"mancala/tools/need"
)

// TestRecordsLostAtTheEnd closes a window whose records cannot be written: no window is left to say
// so.
func TestRecordsLostAtTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(file, nil, 0o600))
	keeper := wiring.OpenScores(filepath.Join(file, "folder"), new(wiring.Bulletin))
	keeper.SetSetting(settings.KeyName, "Ann")
	var out strings.Builder
	closeScores(keeper, &out)
	if !strings.Contains(out.String(), "cannot be saved at the moment") || !strings.Contains(out.String(), "could not be saved to the end, and are lost.\n") {
		t.Errorf("it says\n%s", out.String())
	}
}
