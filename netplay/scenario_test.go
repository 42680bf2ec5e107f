package netplay

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/rules"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// TestScenarios plays the dialogues in testdata/scenarios. A file is a list of steps: commands, a
// line "----", and what came of them up to an empty line. Frames are written seq/ack and the
// message. With -update the outcomes are rewritten.
//
//	new [RULES] [host|guest|toss starts]     a host and a guest that have just connected
//	start [RULES] [host|guest|toss starts]   the same, and they are in their first game
//	host|guest ACTION [ARGUMENT]             play H, resign, rematch, unrematch, accept, name TEXT,
//	                                         leave REASON, lost, full, takeback N, grant, refuse,
//	                                         withdraw, say TEXT, and spoil, after which that end
//	                                         believes in another game; host also clock CONTROL
//	                                         SOUTH NORTH [SIDE], in seconds and with the side whose
//	                                         clock runs, timeout host|guest, absent and present
//	                                         storing, after the rules, is a host that stores first
//	stored [N]                               the host's N oldest states are stored, or all
//	cut                                      the connection breaks; frames on their way are lost
//	resume                                   the guest dials again
//	restart host|guest [N]                   that process ends without a word and starts from its
//	                                         disk, N writes lost
//	late host|guest                          while the series is paused, that party runs out of time
//	aside                                    the host sets a paused series aside
//	end host|guest                           that end ends a paused series
//	token N                                  the guest uses its token number N again
//	deliver [host|guest [N]]                 frames that the host or guest has sent arrive: N or all; all of both
//	repeat host|guest                        the last frame of the host or guest arrives again
//	forge host|guest FRAME                   a frame, in protobuf's text format, arrives as if that party had sent it;
//	                                         bytes may be written as 0x and hexadecimal
//	raw host|guest BYTES                     so does a payload that is these bytes, in Go's notation
//	sent host|guest                          frames that the host or guest has sent are written here and get lost
//	tick DURATION                            time passes, a second at a time; both ends are told; nothing arrives
//	pass DURATION                            time passes, and everything arrives at once
func TestScenarios(t *testing.T) {
	checkDialogues(t, "testdata/scenarios/*.txt", 10, func(t *testing.T, out *strings.Builder) func(line string) {
		return (&scenario{t: t, out: out}).command
	})
}

// checkDialogues plays the dialogues in the files that match a pattern, at least that many, and
// compares the outcomes with the files. Begin returns the function that executes the commands of
// one dialogue.
func checkDialogues(t *testing.T, pattern string, least int, begin func(*testing.T, *strings.Builder) func(line string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) < least {
		t.Fatalf("%d dialogues, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := playDialogue(string(text), func(out *strings.Builder) func(line string) {
				return begin(t, out)
			})
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(text) {
				t.Errorf("%s came out differently (go test -update rewrites it):\n%s", file, got)
			}
		})
	}
}

// playDialogue returns a dialogue with the present outcomes: those that the function of begin
// writes when it executes the commands.
func playDialogue(text string, begin func(out *strings.Builder) func(line string)) string {
	var out strings.Builder
	run := begin(&out)
	for i, step := range strings.Split(strings.TrimSpace(text), "\n\n") {
		commands, _, _ := strings.Cut(step, "\n----")
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(commands)
		if onlyComments(commands) {
			out.WriteByte('\n')
			continue
		}
		out.WriteString("\n----\n")
		for _, line := range strings.Split(commands, "\n") {
			if !strings.HasPrefix(line, "#") {
				run(line)
			}
		}
	}
	return out.String()
}

func onlyComments(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

type scenario struct {
	t    *testing.T
	out  *strings.Builder
	pair *pair
	seen [2]int    // events that have been written
	last [2][]byte // the last frame that has arrived from a party
}

func (r *scenario) command(line string) {
	words := strings.Fields(line)
	switch words[0] {
	case "new":
		r.begin(words[1:])
	case "start":
		r.begin(words[1:])
		r.pair.deliverAll()
		for len(r.pair.unstored) > 0 {
			r.pair.store(len(r.pair.unstored))
			r.pair.deliverAll()
		}
		r.seen = [2]int{len(r.pair.events[0]), len(r.pair.events[1])}
	case "host", "guest":
		self := party(words[0])
		if err := r.pair.do(self, func(s *Session) error {
			return actOn(r.t, s, r.pair.now, words[1], strings.Join(words[2:], " "))
		}); err != nil {
			fmt.Fprintf(r.out, "%v is refused: %v\n", self, err)
		}
	case "stored":
		n := len(r.pair.unstored)
		if len(words) > 1 {
			_, _ = fmt.Sscan(words[1], &n)
		}
		r.pair.store(n)
	case "cut":
		r.pair.cut()
	case "resume":
		r.pair.connect()
	case "restart":
		lost := 0
		if len(words) > 2 {
			_, _ = fmt.Sscan(words[2], &lost)
		}
		r.pair.restart(party(words[1]), lost)
	case "late":
		r.away(match.Host, func(s *Series) {
			if err := s.timeOut(party(words[1]), s.Match().Plies()); err != nil {
				r.t.Fatal(err)
			}
		})
	case "aside":
		r.away(match.Host, func(s *Series) { s.leave(goodbye{reason: match.ReasonLater, note: leftHere(match.ReasonLater, true)}) })
	case "end":
		r.away(party(words[1]), func(s *Series) {
			s.finish(goodbye{local: true, reason: match.ReasonQuit, note: leftHere(match.ReasonQuit, false)})
		})
	case "token":
		n := uint64(0)
		_, _ = fmt.Sscan(words[1], &n)
		r.pair.series[match.Guest].keys.token = r.pair.series[match.Host].keys.make(n)
	case "deliver":
		r.deliver(words[1:])
	case "repeat":
		r.arrive(party(words[1]), r.last[party(words[1])])
	case "forge":
		f := new(wire.Frame)
		if err := prototext.Unmarshal([]byte(quoteHex(strings.Join(words[2:], " "))), f); err != nil {
			r.t.Fatalf("%s: %v", line, err)
		}
		b, err := proto.Marshal(f)
		if err != nil {
			r.t.Fatal(err)
		}
		r.arrive(party(words[1]), b)
	case "raw":
		var b []byte
		if _, err := fmt.Sscanf(words[2], "%x", &b); err != nil {
			r.t.Fatalf("%s: %v", line, err)
		}
		r.arrive(party(words[1]), b)
	case "sent":
		for _, payload := range r.pair.sent[party(words[1])] {
			fmt.Fprintf(r.out, "%s sends  %s\n", words[1], frameText(payload))
		}
		r.pair.sent[party(words[1])] = nil
	case "tick", "pass":
		r.tick(words[1], words[0] == "pass")
	default:
		r.t.Fatalf("unknown command %q", line)
	}
	r.report()
}

// quoteHex writes bytes in hexadecimal in protobuf's text format.
func quoteHex(text string) string {
	return regexp.MustCompile(`:0x[0-9a-f]+`).ReplaceAllStringFunc(text, func(found string) string {
		return `:"` + regexp.MustCompile(`..`).ReplaceAllString(found[3:], `\x$0`) + `"`
	})
}

func (r *scenario) begin(words []string) {
	p := &pair{t: r.t, variant: kalah, first: match.FirstHost}
	for _, w := range words {
		if parsed, err := rules.ParseVariant(w); err == nil {
			p.variant = parsed
		}
		switch w {
		case "guest":
			p.first = match.FirstGuest
		case "toss":
			p.first = match.FirstToss
		case "storing":
			p.storing = true
		case "ticket":
			p.ticket = true
		}
	}
	r.pair, r.seen = startPair(p), [2]int{}
}

// actOn carries out an action of the person at one end, or an event of a session.
func actOn(t *testing.T, s *Session, now time.Time, action, argument string) error {
	switch action {
	case "play":
		h, err := rules.ParseHouse(argument)
		if err != nil {
			return err
		}
		if err := s.Play(h); err != nil {
			return err
		}
		s.played(now)
	case "clock":
		c, err := readClocks(argument, now)
		if err != nil {
			t.Fatal(err)
		}
		return s.Tell(now, c)
	case "timeout":
		return s.TimeOut(party(argument))
	case "absent", "present":
		return s.TellAbsence(action == "absent")
	case "resign":
		return s.Resign()
	case "rematch":
		return s.Rematch()
	case "unrematch":
		return s.WithdrawRematch()
	case "takeback":
		n := 0
		_, _ = fmt.Sscan(argument, &n)
		return s.AskTakeback(n)
	case "grant", "refuse":
		return s.AnswerTakeback(action == "grant")
	case "withdraw":
		return s.WithdrawTakeback()
	case "say":
		return s.Say(now, argument)
	case "accept":
		return s.Accept()
	case "name":
		return s.NameWinner(argument)
	case "full":
		s.room.open = false
	case "spoil":
		s.series.hash()[0] ^= 1
	case "lost":
		s.Lost(frames.ErrTruncated)
	case "leave":
		s.Leave(map[string]match.Reason{
			"quit": match.ReasonQuit, "closed": match.ReasonClosed, "declined": match.ReasonDeclined,
			"later": match.ReasonLater,
		}[argument])
	default:
		t.Fatalf("unknown action %q", action)
	}
	return nil
}

// readClocks reads a time control, the seconds that South and North have left, and the side whose
// clock runs since then.
func readClocks(text string, now time.Time) (match.Clocks, error) {
	words := append(strings.Fields(text), "none")
	control, err := match.ParseTimeControl(words[0])
	c := match.NewClocks(control)
	for i, word := range words[1:3] {
		d, broken := time.ParseDuration(word + "s")
		c.Left[i], err = d, errors.Join(err, broken)
	}
	c.Stop(now)
	switch words[3] {
	case "south":
		c.Start(rules.South, now)
	case "north":
		c.Start(rules.North, now)
	}
	return c, err
}

// away applies do to a series that no session plays.
func (r *scenario) away(self match.Party, do func(s *Series)) {
	series := r.pair.series[self]
	do(series)
	r.pair.take(self, series)
	r.pair.room.tidy()
}

func (r *scenario) deliver(words []string) {
	n := 1000
	switch len(words) {
	case 0:
		for len(r.pair.sent[0])+len(r.pair.sent[1]) > 0 {
			r.deliver([]string{"host"})
			r.deliver([]string{"guest"})
		}
		return
	case 2:
		if _, err := fmt.Sscan(words[1], &n); err != nil {
			r.t.Fatal(err)
		}
	}
	from := party(words[0])
	for ; n > 0 && len(r.pair.sent[from]) > 0; n-- {
		payload := r.pair.sent[from][0]
		r.pair.sent[from] = r.pair.sent[from][1:]
		r.arrive(from, payload)
	}
}

// arrive lets a payload of one party arrive at the other.
func (r *scenario) arrive(from match.Party, payload []byte) {
	fmt.Fprintf(r.out, "%v -> %v  %s\n", from, from.Other(), frameText(payload))
	r.last[from] = payload
	r.pair.session[from.Other()].Step(r.pair.now, payload)
	r.pair.collect(from.Other())
	r.report()
}

func (r *scenario) tick(text string, arrive bool) {
	d, err := time.ParseDuration(text)
	if err != nil {
		r.t.Fatal(err)
	}
	for end := r.pair.now.Add(d); r.pair.now.Before(end); {
		r.pair.now = r.pair.now.Add(time.Second)
		for i, s := range r.pair.session {
			s.Tick(r.pair.now)
			r.pair.collect(match.Party(i))
		}
		if arrive {
			r.pair.deliverAll()
		}
		if r.seen != [2]int{len(r.pair.events[0]), len(r.pair.events[1])} {
			fmt.Fprintf(r.out, "at %s:\n", r.pair.now.Format(time.TimeOnly))
			r.report()
		}
	}
}

// report writes the events that have not been written yet.
func (r *scenario) report() {
	for i := range r.pair.events {
		for _, e := range r.pair.events[i][r.seen[i]:] {
			fmt.Fprintf(r.out, "    %v: %s\n", match.Party(i), eventText(e))
		}
		r.seen[i] = len(r.pair.events[i])
	}
}

func party(word string) match.Party {
	if word == "guest" {
		return match.Guest
	}
	return match.Host
}
