package main

import (
	"bytes"
	"os"
	"slices"
)

// macFiles returns a package with Mancala.app, which is a folder that macOS shows as a program.
func macFiles(r *release, program []byte) ([]file, error) {
	info, err := r.propertyList()
	if err != nil {
		return nil, err
	}
	icon, err := icns()
	if err != nil {
		return nil, err
	}
	return slices.Concat(r.docs, r.terminalFiles(), []file{
		plain("Mancala.app/Contents/Info.plist", info),
		plain("Mancala.app/Contents/PkgInfo", []byte("APPL????")),
		executable("Mancala.app/Contents/MacOS/mancala", program),
		plain("Mancala.app/Contents/Resources/Mancala.icns", icon),
	}), nil
}

// propertyList returns the facts about the program that macOS reads.
func (r *release) propertyList() ([]byte, error) {
	info, err := os.ReadFile("packaging/macos/Info.plist")
	return bytes.ReplaceAll(info, []byte("@VERSION@"), []byte(r.version)), err
}

// terminalFiles returns the man page and all shells' completions, for systems without a usual place
// for them.
func (r *release) terminalFiles() []file {
	return []file{
		plain("terminal/mancala.1", r.manual),
		plain("terminal/mancala.bash", r.shells["bash"]),
		plain("terminal/_mancala", r.shells["zsh"]),
		plain("terminal/mancala.fish", r.shells["fish"]),
		plain("terminal/mancala.ps1", r.shells["powershell"]),
	}
}
