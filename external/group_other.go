//go:build !unix

package external

import "os/exec"

// ownGroup does nothing: here only the program itself is ended.
func ownGroup(*exec.Cmd) {}

// killGroup ends the process of a command that has been started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
