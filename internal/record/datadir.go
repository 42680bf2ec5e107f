package record

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"mancala/rules"
)

const folder = "mancala"

var errNoHome = rules.Refuse("record.no-home",
	"the folder for games and top scores is unknown because no home folder is set; name one with --data-dir")

// DataDir returns the data folder for a program on the system goos (a value of runtime.GOOS): below
// $XDG_DATA_HOME or ~/.local/share on Linux and similar systems, below ~/Library/Application
// Support on macOS, below %LOCALAPPDATA% or else %APPDATA% on Windows. As the XDG specification
// asks, it ignores variables without an absolute path. home is the user's home folder, or empty; if
// it is needed and empty, the error is a sentence. For a browser (js) the result is empty. DataDir
// reads and creates nothing.
func DataDir(goos string, getenv func(string) string, home string) (string, error) {
	var fromHome []string
	switch goos {
	case "js":
		return "", nil
	case "windows":
		for _, name := range []string{"LOCALAPPDATA", "APPDATA"} {
			if dir := getenv(name); absolute(goos, dir) {
				return join(goos, dir, folder), nil
			}
		}
		fromHome = []string{home, "AppData", "Local", folder}
	case "darwin", "ios":
		fromHome = []string{home, "Library", "Application Support", folder}
	default:
		if dir := getenv("XDG_DATA_HOME"); absolute(goos, dir) {
			return join(goos, dir, folder), nil
		}
		fromHome = []string{home, ".local", "share", folder}
	}
	if home == "" {
		return "", errNoHome
	}
	return join(goos, fromHome...), nil
}

// DefaultDir returns [DataDir] for the running program.
func DefaultDir() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	dir, err := DataDir(runtime.GOOS, os.Getenv, home)
	return filepath.FromSlash(dir), err
}

// absolute reports whether dir is an absolute path on goos, whichever system this program runs on.
func absolute(goos, dir string) bool {
	if goos != "windows" {
		return strings.HasPrefix(dir, "/")
	}
	drive := len(dir) >= 3 && dir[1] == ':' && (dir[2] == '\\' || dir[2] == '/')
	return drive || strings.HasPrefix(dir, `\\`)
}

func join(goos string, parts ...string) string {
	sep := "/"
	if goos == "windows" {
		sep = `\`
	}
	parts[0] = strings.TrimRight(parts[0], sep+"/")
	return strings.Join(parts, sep)
}
