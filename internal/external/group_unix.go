//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command start a process group, so killGroup also ends its child processes.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the processes of a command that has been started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
