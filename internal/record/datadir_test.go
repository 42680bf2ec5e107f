package record

import (
	"strings"
	"testing"
)

func TestDataDir(t *testing.T) {
	tests := []struct {
		name, goos, home string
		env              map[string]string
		want             string // empty: an error
	}{
		{"linux", "linux", "/home/ann", nil, "/home/ann/.local/share/mancala"},
		{"linux, XDG", "linux", "/home/ann", map[string]string{"XDG_DATA_HOME": "/data"}, "/data/mancala"},
		{"linux, XDG with slash", "linux", "", map[string]string{"XDG_DATA_HOME": "/data/"}, "/data/mancala"},
		{"linux, XDG at the root", "linux", "", map[string]string{"XDG_DATA_HOME": "/"}, "/mancala"},
		{"linux, relative XDG", "linux", "/home/ann", map[string]string{"XDG_DATA_HOME": "data"}, "/home/ann/.local/share/mancala"},
		{"linux, nothing", "linux", "", nil, ""},
		{"freebsd", "freebsd", "/home/ann", nil, "/home/ann/.local/share/mancala"},
		{"macOS", "darwin", "/Users/ann", nil, "/Users/ann/Library/Application Support/mancala"},
		{"macOS heeds no XDG", "darwin", "/Users/ann", map[string]string{"XDG_DATA_HOME": "/data"}, "/Users/ann/Library/Application Support/mancala"},
		{"macOS, nothing", "darwin", "", nil, ""},
		{"windows", "windows", `C:\Users\ann`, map[string]string{
			"LOCALAPPDATA": `C:\Users\ann\AppData\Local`, "APPDATA": `C:\Users\ann\AppData\Roaming`,
		}, `C:\Users\ann\AppData\Local\mancala`},
		{"windows, APPDATA", "windows", `C:\Users\ann`, map[string]string{"APPDATA": `D:\Roaming\`}, `D:\Roaming\mancala`},
		{"windows, share", "windows", "", map[string]string{"LOCALAPPDATA": `\\srv\ann`}, `\\srv\ann\mancala`},
		{"windows, relative", "windows", "", map[string]string{"LOCALAPPDATA": `Local`, "APPDATA": `C:/Roaming`}, `C:/Roaming\mancala`},
		{"windows, home", "windows", `C:\Users\ann`, nil, `C:\Users\ann\AppData\Local\mancala`},
		{"windows, nothing", "windows", "", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := DataDir(tt.goos, func(name string) string { return tt.env[name] }, tt.home)
			if got != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("DataDir = %q, %v; want %q", got, err, tt.want)
			}
			if err != nil && !strings.Contains(err.Error(), "--data-dir") {
				t.Errorf("error %q does not say what to do", err)
			}
		})
	}
	if dir, err := DataDir("js", func(string) string { return "/x" }, "/home"); dir != "" || err != nil {
		t.Errorf("in a browser DataDir = %q, %v; want none", dir, err)
	}
}

func TestDefaultDir(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", "/somewhere")
	t.Setenv("LOCALAPPDATA", `C:\somewhere`)
	dir, err := DefaultDir()
	if err != nil || strings.HasSuffix(dir, "mancala") != hasFolder {
		t.Errorf("DefaultDir = %q, %v", dir, err)
	}
}
