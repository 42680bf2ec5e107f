package kgp

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]command{
		"kgp 1 0 1":                       {name: "kgp", args: []string{"1", "0", "1"}},
		" 8 state <3,0,0,3,3,3,3,3,3> \r": {id: 8, name: "state", args: []string{"<3,0,0,3,3,3,3,3,3>"}},
		"10@8 stop":                       {id: 10, ref: 8, name: "stop"},
		"10\tstate\t\"a\tb\" \tc":         {id: 10, name: "state", args: []string{"a\tb", "c"}},
		"4294967296 state <1,1,1>":        {id: 1 << 32, name: "state", args: []string{"<1,1,1>"}},
		"@9223372036854775807 yield":      {ref: 1<<63 - 1, name: "yield"},
		"@8   move 3":                     {ref: 8, name: "move", args: []string{"3"}},
		`set info:name "a \"b\" \\ c" x`:  {name: "set", args: []string{"info:name", `a "b" \ c`, "x"}},
	} {
		got, ok := parse(text)
		if !ok || got.id != want.id || got.ref != want.ref || got.name != want.name || !slices.Equal(got.args, want.args) {
			t.Errorf("%q is read as %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "  ", "@ move", "@x move", "5", "99999999999999999999 state", `set a "open`, "-3@4 stop"} {
		if got, ok := parse(text); ok && got.name != "99999999999999999999" && text != "-3@4 stop" {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// dialogue has the dialogue of an agent: lines of the server behind >, then the answers.
const dialogue = `
> nonsense "
> 2 kgp 1 0 1
set info:name "mancala \"1\""
mode freeplay
> 4 ok
> set info:name "kalah server"
> 6 ping
@6 pong
> 8 error "No state associated with id"
> 10 state <3,0,0,3,3,3,3,3,2>
@10 error "\"<3,0,0,3,3,3,3,3,2>\" is no board that can be played here"
> 12 state <3,9,9,0,0,0,0,0,0>
@12 yield
> 14 state <99999999999>
@14 error "\"<99999999999>\" is no board that can be played here"
`

func TestAgent(t *testing.T) {
	a := NewAgent(`mancala "1"`)
	var want, got []string
	for line := range strings.SplitSeq(strings.TrimSpace(dialogue), "\n") {
		text, sent := strings.CutPrefix(line, "> ")
		if !sent {
			want = append(want, line)
			continue
		}
		if !slices.Equal(got, want) {
			t.Errorf("before %q it answers %q, not %q", text, got, want)
		}
		var order Order
		if got, order, _ = a.Line(text); order.Task != Nothing {
			t.Errorf("%q makes it do %+v", text, order)
		}
		want = nil
	}
	if !slices.Equal(got, want) {
		t.Errorf("at the end it answers %q, not %q", got, want)
	}
	a.Line("set time:clock 42")
	_, order, err := a.Line("20 state <3,1,0,3,3,3,3,3,2>")
	if err != nil || order.Task != Think || order.ID != 20 || order.Clock.Seconds() != 42 || order.Position.ToMove() != rules.South {
		t.Errorf("it does %+v (%v)", order, err)
	}
	if _, order, _ := a.Line("22@20 stop"); order.Task != Stop || order.ID != 20 {
		t.Errorf("stop makes it do %+v", order)
	}
	if _, order, _ := a.Line("goodbye"); order.Task != Quit {
		t.Errorf("goodbye makes it do %+v", order)
	}
	if _, _, err := NewAgent("x").Line("kgp 2 0 0"); err == nil {
		t.Error("another version passes")
	}
}

// TestHostAndAgent plays whole games between both ends, from either side.
func TestHostAndAgent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	host, hello := NewHost()
	agent := NewAgent("tester")
	toAgent := []string{hello}
	for len(toAgent) > 0 {
		send, _ := need.Must2(agent.Line(toAgent[0]))(t)
		toAgent = toAgent[1:]
		for _, l := range send {
			more := need.Must(host.Line(l))(t)
			toAgent = append(toAgent, more...)
		}
	}
	if !host.Ready() || host.Name() != "tester" {
		t.Fatalf("ready %v, name %q", host.Ready(), host.Name())
	}
	for _, size := range [][2]int{{3, 3}, {6, 4}, {10, 10}} {
		v, _ := rules.Preset("kalah")
		v, _ = v.WithSize(size[0], size[1])
		p, _ := rules.Start(v)
		for !p.Over() {
			line := need.Must(host.Ask(p))(t)
			_, order, _ := agent.Line(line)
			same := p
			if p.ToMove() == rules.North {
				same = p.Mirror()
			}
			if order.Task != Think || order.Position != same {
				t.Fatalf("%v is understood as %+v", p, order)
			}
			plies := slices.Collect(p.Plies())
			h := plies[rng.IntN(len(plies))]
			for _, l := range []string{Move(order.ID, plies[0]), Move(order.ID+2, 1), Move(order.ID, h), Yield(order.ID)} {
				need.Must(host.Line(l))(t)
			}
			if got, done := host.Answer(); got != h || !done {
				t.Fatalf("house %v is understood as %v, %v", h, got, done)
			}
			if _, order, _ := agent.Line(host.Close()); order.Task != Stop {
				t.Fatalf("it is stopped by %+v", order)
			}
			p, _, _ = p.Sow(h)
		}
	}
}

func TestHostRefuses(t *testing.T) {
	host, _ := NewHost()
	if send, err := host.Line("mode eval"); err == nil || len(send) != 2 {
		t.Errorf("another mode is answered by %q (%v)", send, err)
	}
	v, _ := rules.Preset("oware")
	p, _ := rules.Start(v)
	if _, err := host.Ask(p); err == nil {
		t.Error("it asks about Oware")
	}
	v, _ = rules.Preset("kalah")
	p, _ = rules.Start(v)
	line, _ := host.Ask(p)
	c, _ := parse(line)
	for _, bad := range []string{"0", "7", "255", "x", "-1", "999"} {
		if _, err := host.Line(answer(c.id, "move "+bad)); err == nil {
			t.Errorf("move %s passes", bad)
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add("2 kgp 1 0 1\n4 state <3,0,0,3,3,3,3,3,3>\n6@4 stop")
	f.Add("mode freeplay\n@4 move 3\n@4 yield")
	f.Fuzz(func(t *testing.T, text string) {
		a := NewAgent("x")
		h, _ := NewHost()
		v, _ := rules.Preset("kalah")
		p, _ := rules.Start(v)
		need.Must(h.Ask(p))(t)
		for line := range strings.SplitSeq(text, "\n") {
			_, order, _ := a.Line(line)
			if order.Task == Think && (order.Position.Over() || formatBoard(order.Position) == "") {
				t.Fatalf("%q makes it think about %v", line, order.Position)
			}
			_, _ = h.Line(line)
			if move, _ := h.Answer(); move != 0 && p.Legal(move) != nil {
				t.Fatalf("%q is taken as house %v", line, move)
			}
		}
	})
}
