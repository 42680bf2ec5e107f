// Package lan gives a test a network of two computers that exists only for it: two network
// namespaces of Linux with a cable between them. Nothing that is sent there reaches another
// network.
package lan

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mancala/tools/need"
)

// LAN is the network. Its computers are 0 and 1.
type LAN struct {
	holders [2]string // processes that keep the namespaces, by number
}

// Addr returns the address of a computer. Its network has 24 bits.
func (l *LAN) Addr(computer int) string { return "192.168.77." + strconv.Itoa(computer+1) }

// New makes a network that lasts as long as the test. It skips the test on a system that does not
// allow that.
func New(t testing.TB) *LAN {
	t.Helper()
	const what = "namespaces for a network of its own"
	if runtime.GOOS != "linux" {
		need.Met(t, what, errors.New("this system is not Linux"))
	}
	need.Programs(t, "unshare", "nsenter", "ip", "cat")
	l := &LAN{}
	for i := range l.holders {
		pid, err := hold(t, l.holders[0])
		need.Met(t, what, err)
		l.holders[i] = pid
	}
	for computer, script := range []string{
		"ip link add near type veth peer name far && ip link set far netns " + l.holders[1] + " && ip link set near name lan0",
		"ip link set far name lan0",
	} {
		// With IPv6 addresses the system would send packets unasked.
		script += " && ip link set lan0 addrgenmode none && ip addr add " + l.Addr(computer) + "/24 dev lan0 && ip link set lo up && ip link set lan0 up"
		if out, err := l.Command(computer, "sh", "-c", script).CombinedOutput(); err != nil {
			need.Met(t, what, fmt.Errorf("%w: %s", err, out))
		}
	}
	return l
}

// Command returns a command for one of the computers. It has the test's environment without the
// variable that keeps mancala off the network.
func (l *LAN) Command(computer int, name string, args ...string) *exec.Cmd {
	enter := []string{"--target", l.holders[computer], "--user", "--preserve-credentials", "--net", name}
	cmd := exec.Command("nsenter", append(enter, args...)...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "MANCALA_LOOPBACK=") })
	return cmd
}

// hold makes a namespace that lasts as long as the test, and returns the process that keeps it.
// within is the process that keeps the user namespace, or "" to make that as well.
func hold(t testing.TB, within string) (pid string, err error) {
	wait := []string{"--net", "sh", "-c", "echo $$ && exec cat"}
	cmd := exec.Command("unshare", append([]string{"--map-root-user"}, wait...)...)
	if within != "" {
		enter := []string{"--target", within, "--user", "--preserve-credentials", "unshare"}
		cmd = exec.Command("nsenter", append(enter, wait...)...)
	}
	var said strings.Builder
	cmd.Stderr = &said
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		_ = cmd.Wait()
		return "", errors.New(strings.TrimSpace(said.String()))
	}
	return strings.TrimSpace(line), nil
}
