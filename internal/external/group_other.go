//go:build !unix

package external

import "os/exec"

// ownGroup does nothing: this system ends only the program itself.
func ownGroup(*exec.Cmd) {}

// killGroup ends the process of a command that has been started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
