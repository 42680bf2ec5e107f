package drive

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"mancala/tools/need"
)

// Memory returns the resident memory of the program and the most that it has been, in MiB.
func (p *Program) Memory() (now, most int) {
	p.t.Helper()
	status := need.Must(os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid)))(p.t)
	for line := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmRSS: %d", &kib); n == 1 {
			now = kib >> 10
		}
		if n, _ := fmt.Sscanf(line, "VmHWM: %d", &kib); n == 1 {
			most = kib >> 10
		}
	}
	return now, most
}

// Share returns the share of a core that the program takes for a while.
func (p *Program) Share(during time.Duration) float64 {
	p.t.Helper()
	before := p.Work()
	time.Sleep(during)
	return float64(p.Work()-before) / float64(during)
}

// Work returns the processor time of the program so far.
func (p *Program) Work() time.Duration {
	p.t.Helper()
	stat := need.Must(os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid)))(p.t)
	fields := strings.Fields(string(stat[strings.LastIndex(string(stat), ")")+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}
