package need

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
)

// LAN is a network of two computers, 0 and 1, that exists only for a test: two network namespaces
// of Linux with a cable between them. Nothing that is sent there reaches another network.
type LAN struct {
	holders [2]string // processes that keep the namespaces, by number
	kinds   Kinds
}

// Kinds are the kinds of addresses that the computers of a LAN have.
type Kinds uint8

// The kinds.
const (
	IPv4      Kinds = 1 << iota
	IPv6            // a private one, as for a whole site
	LinkLocal       // IPv6 that is only valid on the cable, which a computer has without any router
)

// prefixes are the networks by kind, with their bits. IPv6 addresses are had at once: no neighbour
// is asked whether they have them.
var prefixes = []struct {
	kind         Kinds
	before, bits string
}{{IPv4, "192.168.77.", "24"}, {IPv6, "fd00:4d::", "64 nodad"}, {LinkLocal, "fe80::4d:", "64 nodad"}}

// Addr returns the first address of a computer.
func (l *LAN) Addr(computer int) string {
	for _, p := range prefixes {
		if l.kinds&p.kind != 0 {
			return p.before + strconv.Itoa(computer+1)
		}
	}
	return ""
}

// NewLAN makes a network with IPv4 that lasts as long as the test. It skips the test on a system
// that does not allow that.
func NewLAN(t testing.TB) *LAN { return NewLANOf(t, IPv4) }

// NewLANOf is NewLAN with other kinds of addresses.
func NewLANOf(t testing.TB, kinds Kinds) *LAN {
	t.Helper()
	const what = "namespaces for a network of its own"
	if runtime.GOOS != "linux" {
		Met(t, what, errors.New("this system is not Linux"))
	}
	Programs(t, "unshare", "nsenter", "ip", "cat")
	l := &LAN{kinds: kinds}
	for i := range l.holders {
		pid, err := hold(t, l.holders[0])
		Met(t, what, err)
		l.holders[i] = pid
	}
	for computer, script := range []string{
		"ip link add near type veth peer name far && ip link set far netns " + l.holders[1] + " && ip link set near name lan0",
		"ip link set far name lan0",
	} {
		// An unwanted IPv6 address would make the system send packets unasked.
		script += " && ip link set lan0 addrgenmode none && ip link set lo up && ip link set lan0 up"
		for _, p := range prefixes {
			if kinds&p.kind != 0 {
				script += " && ip addr add " + p.before + strconv.Itoa(computer+1) + "/" + p.bits + " dev lan0"
			}
		}
		if out, err := l.Command(computer, "sh", "-c", script).CombinedOutput(); err != nil {
			Met(t, what, fmt.Errorf("%w: %s", err, out))
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
