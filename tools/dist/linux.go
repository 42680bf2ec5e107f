package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// linuxIcons are the sizes that the icon theme hicolor has folders for.
var linuxIcons = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

// linuxFiles returns a package with bin and share as below /usr/local, and a script that copies
// them there.
func linuxFiles(r *release, program []byte) ([]file, error) {
	files := slices.Concat(r.docs, []file{
		executable("bin/mancala", program),
		plain("share/man/man1/mancala.1", r.manual),
		plain("share/bash-completion/completions/mancala", r.shells["bash"]),
		plain("share/zsh/site-functions/_mancala", r.shells["zsh"]),
		plain("share/fish/vendor_completions.d/mancala.fish", r.shells["fish"]),
	})
	for name, folder := range map[string]string{
		identifier + ".desktop":      "share/applications/",
		identifier + ".Join.desktop": "share/applications/",
		identifier + ".metainfo.xml": "share/metainfo/",
		"install.sh":                 "",
	} {
		data, err := os.ReadFile(filepath.Join("packaging", "linux", name))
		if err != nil {
			return nil, err
		}
		f := plain(folder+name, data)
		if strings.HasSuffix(name, ".sh") {
			f = executable(name, data)
		}
		files = append(files, f)
	}
	for _, size := range linuxIcons {
		picture, err := icon(size)
		if err != nil {
			return nil, err
		}
		files = append(files, plain(fmt.Sprintf("share/icons/hicolor/%[1]dx%[1]d/apps/%s.png", size, identifier), picture))
	}
	return files, nil
}
