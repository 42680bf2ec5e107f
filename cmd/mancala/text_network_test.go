package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// terminal is the program running in a terminal of this process, with a person at it who answers by
// rote: a question for a bowl with the numbers it offers in turn, and any other one as told.
type terminal struct {
	t        *testing.T
	args     string
	cancel   context.CancelFunc
	answers  map[string][]string // by the beginning of a question; used up in turn
	typed    chan string
	exit     chan int
	stderr   bytes.Buffer
	finished bool

	mu     sync.Mutex
	stdout bytes.Buffer
	next   int
	closed bool
}

var bowlQuestion = regexp.MustCompile(`-- from (\d+) to (\d+): $`)

// repeated is a question printed again after a message of the other end, so its answer is already
// typed.
var repeated = regexp.MustCompile(`Play again\? \[y/n\] \n[^\n]* wants to play again\.\nPlay again\? \[y/n\] $`)

// startTerminal starts the program. answers alternate between the beginning of a question and its
// answer; the answer "EOF" ends the input.
func startTerminal(t *testing.T, args string, answers ...string) *terminal {
	t.Helper()
	if !strings.Contains(args, "--data-dir ") {
		args += " --data-dir " + t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	term := &terminal{
		t: t, args: args, cancel: cancel, typed: make(chan string, 10_000), exit: make(chan int, 1), answers: map[string][]string{},
	}
	for i := 0; i+1 < len(answers); i += 2 {
		term.answers[answers[i]] = append(term.answers[answers[i]], answers[i+1])
	}
	r, w := io.Pipe()
	go func() {
		for text := range term.typed {
			_, _ = io.WriteString(w, text)
		}
		_ = w.Close()
	}()
	go func() {
		all := strings.Fields(args)
		if all[0] != "club" { // a command comes first
			all = append([]string{"--text"}, all...)
		}
		term.exit <- run(ctx, all, r, term, &term.stderr)
	}()
	t.Cleanup(func() {
		cancel()
		term.code()
		if t.Failed() {
			t.Logf("mancala --text %s: error %q, output\n%s", args, term.stderr.String(), term.output())
		}
	})
	return term
}

// Write takes the program's output and answers its questions.
func (term *terminal) Write(b []byte) (int, error) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.stdout.Write(b)
	text := term.stdout.String()
	if repeated.MatchString(text) {
		return len(b), nil
	}
	question := text[strings.LastIndex(text, "\n")+1:]
	for beginning, list := range term.answers {
		if strings.Contains(question, beginning) && strings.HasSuffix(question, " ") && len(list) > 0 {
			term.answers[beginning] = list[1:]
			term.say(list[0])
			return len(b), nil
		}
	}
	if found := bowlQuestion.FindStringSubmatch(question); found != nil {
		low, _ := strconv.Atoi(found[1])
		high, _ := strconv.Atoi(found[2])
		term.next++
		term.say(strconv.Itoa(low + term.next%(high-low+1)))
	}
	return len(b), nil
}

func (term *terminal) say(line string) {
	switch {
	case term.closed:
	case line == "EOF":
		term.closed = true
		close(term.typed)
	case line != "SILENCE":
		term.typed <- line + "\n"
	}
}

// types types a line even if there is no question.
func (term *terminal) types(line string) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.say(line)
}

func (term *terminal) output() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.stdout.String()
}

// waitFor waits until a text is in the output and returns the rest of its line.
func (term *terminal) waitFor(text string) (line string) {
	term.t.Helper()
	need.Until(term.t, fmt.Sprintf("mancala --text %s prints %q", term.args, text), func() (whole bool) {
		_, after, _ := strings.Cut(term.output(), text)
		line, _, whole = strings.Cut(after, "\n")
		return whole
	})
	return line
}

// code waits for the exit code.
func (term *terminal) code() int {
	if term.finished {
		return -1
	}
	select {
	case code := <-term.exit:
		term.finished = true
		return code
	case <-time.After(need.Patience):
		term.t.Errorf("mancala --text %s does not end", term.args)
		term.finished = true
		return -1
	}
}

// ends waits for the end of the program and checks how it is.
func (term *terminal) ends(code int, stderr string) {
	term.t.Helper()
	if got := term.code(); got != code || term.stderr.String() != stderr {
		term.t.Errorf("mancala --text %s: exit %d, error %q; want %d, %q", term.args, got, term.stderr.String(), code, stderr)
	}
}

// endsSaying waits for the end of the program, and checks that its error contains a text, or that
// there is no error.
func (term *terminal) endsSaying(code int, says string) {
	term.t.Helper()
	got, stderr := term.code(), term.stderr.String()
	if got != code || !strings.Contains(stderr, says) || says == "" && stderr != "" {
		term.t.Errorf("mancala --text %s: exit %d, error %q; want %d, %q", term.args, got, stderr, code, says)
	}
}

// boards returns every board that was shown, with the result after the last of each game.
func (term *terminal) boards() []string {
	var list []string
	for _, text := range strings.Split(term.output(), "Current board:\n")[1:] {
		board, after, _ := strings.Cut(text, "-----\n\n")
		if lines := strings.SplitN(after, "\n", 4); strings.HasSuffix(lines[0], "!") && len(lines) > 3 {
			board += strings.Join(lines[:3], "\n")
		}
		list = append(list, board)
	}
	return list
}

// checkSameGames fails unless two terminals have shown the same boards and results, n games of
// them.
func checkSameGames(t *testing.T, a, b *terminal, n int) {
	t.Helper()
	left, right := a.boards(), b.boards()
	results := 0
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			t.Fatalf("board %d is\n%s\nat one end and\n%s\nat the other", i+1, left[i], right[i])
		}
		if strings.Contains(left[i], "!\n") {
			results++
		}
	}
	if len(left) != len(right) || results != n {
		t.Errorf("%d and %d boards, %d results; want %d", len(left), len(right), results, n)
	}
}

// TestTextNetwork plays two whole games between two terminals, with the second one begun by the
// other side.
func TestTextNetwork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host, guest string
		named       bool
	}{
		{"--name Ann --houses 3 --seeds 2", "--name Bo", true},
		{"--name Ann --south greedy", "--north random --seed 3", false},
		{"--rules bowls --first guest", "--name Bo --south again", false},
		{"--rules video --north low --no-board --narrate", "--no-board", false},
		{"--rules kalah(4,4)+pie", "--narrate", false},
	} {
		t.Run(c.host, func(t *testing.T) {
			host := startTerminal(t, "--serve 127.0.0.1:0 --first host "+c.host, "again?", "y", "again?", "n")
			addr := host.waitFor("Listening on ")
			guest := startTerminal(t, "--join "+addr+" "+c.guest, "agree?", "y", "again?", "y", "again?", "SILENCE")
			host.ends(exitOK, "")
			guest.ends(exitOK, "")
			if !strings.HasPrefix(host.output(), "Listening on ") {
				t.Error("the host does not begin with its address")
			}
			if !strings.Contains(c.host, "--no-board") {
				checkSameGames(t, host, guest, 2)
			}
			own := strings.Count(host.output(), " (this terminal) and moves first.")
			if others := strings.Count(guest.output(), " (this terminal) and moves first."); own != 1 || others != 1 {
				t.Errorf("the host moved first %d times, the guest %d times", own, others)
			}
			if both := host.output() + guest.output(); c.named && strings.Contains(both, "Player ") {
				t.Error("the names do not take the place of the players")
			}
		})
	}
}

// TestTextWithAnotherFrontEnd plays between a terminal and a table, as a window has one.
func TestTextWithAnotherFrontEnd(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --name Ann --houses 4 --first guest", "again?", "n")
	link := link.Join(host.waitFor("Listening on "), link.GuestConfig{Common: link.Common{Name: "Bo", AppVersion: wiring.Version}})
	player := need.Must(engine.NewPlayer("low", (&options{}).chance(), nil))(t)
	tbl := table.NewTable(link, match.Guest, [2]string{"", "Bo"}, [2]match.Seat{match.Guest: player})
	defer tbl.Close()
	var result string
	for end := time.Now().Add(need.Patience); tbl.Stage() != table.StageEnded; time.Sleep(100 * time.Microsecond) {
		for _, e := range tbl.Poll() {
			if over, ok := e.(table.GameOver); ok {
				stores := over.Series.Match().Result().Stores
				result = fmt.Sprintf("Bo: %d\nAnn: %d\n", stores[0], stores[1])
			}
		}
		tbl.Ask()
		if time.Now().After(end) || tbl.Stage() == table.StageFailed {
			t.Fatalf("the game stops at stage %d: %v", tbl.Stage(), tbl.Note())
		}
	}
	host.ends(exitOK, "")
	if result == "" || !strings.Contains(host.output(), result) {
		t.Errorf("the terminal does not show %q", result)
	}
}

// TestTextLeaving checks the messages at each end when one of them leaves. A host keeps waiting
// when a guest has left.
func TestTextLeaving(t *testing.T) {
	t.Parallel()
	const kept = " goes on with it.\n"
	for _, c := range []struct {
		name        string
		host, guest []string
		stays       bool // the host does
		hostEnds    int
		hostSays    string
		guestEnds   int
		guestSays   string
	}{
		{name: "guest quits", host: []string{"from 1", "2"}, guest: []string{"from 8", "quit"}, stays: true},
		{name: "host quits", host: []string{"from 1", "quit"}, guestEnds: exitFailed, guestSays: "Ann left for now."},
		{
			name: "input ends", host: []string{"from 1", "EOF"}, hostEnds: exitFailed, hostSays: kept,
			guestEnds: exitFailed, guestSays: "Ann closed the program.",
		},
		{name: "Ctrl+C", host: []string{"from 1", "SILENCE"}, hostEnds: exitInterrupted, guestEnds: exitFailed, guestSays: "Ann closed the program."},
	} {
		t.Run(c.name, func(t *testing.T) {
			host := startTerminal(t, "--serve 127.0.0.1:0 --first host --name Ann", c.host...)
			guest := startTerminal(t, "--name Bo --join "+host.waitFor("Listening on "), c.guest...)
			switch {
			case c.hostEnds == exitInterrupted:
				guest.waitFor("Waiting for")
				host.cancel()
			case c.stays:
				host.waitFor("Waiting for another guest")
				host.types("quit")
				host.waitFor("You no longer wait for a guest")
			}
			host.endsSaying(c.hostEnds, c.hostSays)
			guest.endsSaying(c.guestEnds, c.guestSays)
		})
	}
}

// TestTextDeclined checks that a host waits for the next guest when one does not want its rules.
func TestTextDeclined(t *testing.T) {
	t.Parallel()
	host := startTerminal(t, "--serve 127.0.0.1:0 --first host --rules bowls --houses 2 --seeds 1 --south low", "again?", "n")
	addr := host.waitFor("Listening on ")
	first := startTerminal(t, "--name Bo --join "+addr, "agree?", "perhaps", "agree?", "n")
	first.ends(exitOK, "")
	if out := first.output(); !strings.Contains(out, "these rules: Bowls, 2 bowls a side with 1 seed each.") ||
		!strings.HasSuffix(out, "You did not accept the rules.\n") {
		t.Errorf("the guest reads\n%s", out)
	}
	host.waitFor("Bo is reading the rules.")
	second := startTerminal(t, "--south low --join "+addr, "agree?", "y", "again?", "n")
	host.code()
	second.code()
	checkSameGames(t, host, second, 1)
}

func TestTextNobodyHosts(t *testing.T) {
	code, _, stderr := callText("", "--join", "127.0.0.1:1")
	if code != exitFailed || !strings.Contains(stderr, "No game is hosted at 127.0.0.1:1.") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, error %q", code, stderr)
	}
}
