package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"mancala/internal/record"
	"mancala/menus/settings"
	"mancala/tools/need"
)

// startMeet runs mancala meet until the test ends, and returns its address and its outputs.
func startMeet(t *testing.T, args ...string) (addr string, stdout, stderr *need.Output) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	stdout, stderr = new(need.Output), new(need.Output)
	exit := make(chan int, 1)
	go func() {
		exit <- run(ctx, append(append([]string{"meet"}, args...), "127.0.0.1:0"), nil, stdout, stderr)
	}()
	t.Cleanup(func() {
		cancel() // as Ctrl+C does
		select {
		case code := <-exit:
			if code != exitOK {
				t.Errorf("mancala meet ends with %d, %q", code, stderr)
			}
		case <-time.After(need.Patience):
			t.Error("mancala meet does not end")
		}
	})
	for deadline := time.Now().Add(need.Patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if _, rest, found := strings.Cut(stdout.String(), "a meeting point at "); found && strings.Count(rest, "\n") == 2 {
			addr, _, _ = strings.Cut(rest, ". ")
			return addr, stdout, stderr
		}
	}
	t.Fatalf("mancala meet prints %q, %q", stdout, stderr)
	return "", nil, nil
}

// TestMeetCommand plays two games between two terminals through a meeting point, by the command
// that the host's terminal prints, and has a third one watch.
func TestMeetCommand(t *testing.T) {
	t.Parallel()
	point, stdout, stderr := startMeet(t)
	host := startTerminal(t, "--serve 127.0.0.1:0 --no-announce --name Ann --houses 3 --seeds 2 --via "+point, "again?", "y", "again?", "n")
	code := strings.TrimSpace(host.waitFor("mancala --join "))
	guest := startTerminal(t, "--join "+code+" --name Bo", "again?", "y", "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	checkSameGames(t, host, guest, 2)
	secret, _, _ := strings.Cut(code, "@")
	_, secret, _ = strings.Cut(secret, "-")
	for name, text := range map[string]string{"the meeting point": stdout.String() + stderr.String(), "the guest": guest.output()} {
		if strings.Contains(text, secret) {
			t.Errorf("%s prints the secret half of %s:\n%s", name, code, text)
		}
	}
}

// TestCodeAtTheUsualPoint joins by a code without its meeting point: the settings have the point.
func TestCodeAtTheUsualPoint(t *testing.T) {
	t.Parallel()
	point, _, _ := startMeet(t)
	dir := t.TempDir()
	keeper := record.Open(t.Context(), record.Config{Dir: dir})
	need.NoError(t, keeper.SetSetting(t.Context(), settings.KeyMeetingPoint, point), keeper.Close())
	host := startTerminal(t, "--serve 127.0.0.1:0 --no-announce --name Ann --houses 3 --seeds 2 --via "+point, "again?", "n")
	code, _, _ := strings.Cut(strings.TrimSpace(host.waitFor("mancala --join ")), "@")
	guest := startTerminal(t, "--join "+code+" --name Bo --data-dir "+dir, "again?", "SILENCE")
	host.ends(exitOK, "")
	guest.ends(exitOK, "")
	checkSameGames(t, host, guest, 1)
}

// TestMeetFailures: each mistake in a code or a meeting point has its sentence.
func TestMeetFailures(t *testing.T) {
	point, _, _ := startMeet(t, "--no-web")
	guest := startTerminal(t, "--join amber-fox-31@"+point)
	guest.endsSaying(exitFailed, "No host waits under amber at the meeting point "+point)
	for _, c := range []struct{ args, says string }{
		{"--join amber-foks-31@" + point, `No code has the word "foks"`},
		{"--join amber-fox-31", "needs its meeting point after it"},
		{"--join amber-fox-31@meet.example.org", "MANCALA_LOOPBACK is set"},
		{"--via " + point, "--via needs --serve ADDR beside it"},
		{"--serve :7000 --via", "--via needs a value"},
		{"--serve :7000 --via a/b", "is not the name of a meeting point"},
		{"--serve :7000 --via meet.example.org", "MANCALA_LOOPBACK is set"},
		{"--serve :7000 --insecure --via " + point, "always encrypted"},
		{"meet nonsense", "such as :7000"},
		{"meet :7001 :7002", "meet does not understand"},
		{"meet 192.0.2.1:7001", "MANCALA_LOOPBACK is set"},
		{"--text meet", "mancala meet"},
	} {
		code, _, stderr := call(strings.Fields(c.args)...)
		if code != exitUsage || !strings.Contains(stderr, c.says) {
			t.Errorf("mancala %s: exit %d, error %q; want 2 and %q", c.args, code, stderr, c.says)
		}
	}
	if code, _, stderr := call("meet", point); code != exitFailed || !strings.Contains(stderr, "is taken by another program") {
		t.Errorf("at a port that is taken: exit %d, error %q", code, stderr)
	}
	if _, err := http.Get("http://" + point + "/host.json"); err == nil {
		t.Error("with --no-web a browser is answered")
	}
}

// TestMeetAnswersBrowsers: the page learns that it is at a meeting point.
func TestMeetAnswersBrowsers(t *testing.T) {
	point, _, _ := startMeet(t)
	answer := need.Must(http.Get("http://" + point + "/host.json"))(t)
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); !strings.Contains(string(text), `"kind":"meet"`) {
		t.Errorf("the page is told %s", text)
	}
}
