package conductor_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/conductor"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// hall is a scene with its conductor, and the notes played.
type hall struct {
	*testing.T
	sc        *scene.Scene
	link      *tabletest.Link
	conductor *conductor.Conductor
	notes     []sound.Note
	hidden    bool // another screen covers the board
	speed     motion.Speed
}

// ahead is the latency of notes in these tests.
const ahead = 80 * time.Millisecond

// open returns a hall for a scene before its first event.
func open(t *testing.T, sc *scene.Scene, link *tabletest.Link) *hall {
	h := &hall{T: t, sc: sc, link: link, speed: motion.Normal}
	h.conductor = conductor.New(func(n sound.Note) { h.notes = append(h.notes, n) }, ahead)
	sc.Env.Prefs = func() scene.Prefs { return scene.Prefs{Speed: h.speed} }
	h.conductor.Attend(sc)
	return h
}

// network returns a hall of a new network game of Kalah(6,4) between Ann, here, as self, and Bo.
// The cue for Bo's arrival has been played.
func network(t *testing.T, self, starter match.Party) *hall {
	t.Helper()
	v := rulestest.Variant(t, "kalah", 6, 4)
	series := need.Must(match.NewSeries(v, starter))(t)
	link := &tabletest.Link{Self: self, Games: tabletest.Games{Series: series}}
	h := open(t, scene.Remote(link, self, "Ann"), link)
	link.Push(table.Connected{Peer: "Bo", Self: self, Variant: v},
		table.GameStarted{ID: "g-1", Self: series.Side(self)})
	h.pass(0)
	h.heard("joined")
	return h
}

// here returns a hall of a local game; a nil seat is a person.
func here(t *testing.T, seats [2]match.Seat) *hall {
	return open(t, scenetest.Local(t, seats), nil)
}

// layout returns the layout of the board.
func (h *hall) layout() render.Layout {
	return render.NewLayout(render.Rect{W: 1200, H: 600}, rules.Variant{Houses: 6}, h.sc.Bottom())
}

// pass runs ticks.
func (h *hall) pass(d time.Duration) {
	const tick = time.Second / 60
	for first := true; first || d > 0; d -= tick {
		h.sc.Advance(min(d, tick))
		h.tick()
		first = false
	}
}

func (h *hall) tick() {
	on := conductor.Stage{Motion: h.sc.Motion(), Passed: h.sc.Passed(), Layout: h.layout()}
	if h.hidden {
		on = conductor.Stage{}
	}
	h.conductor.Tick(on)
}

// heard compares the cues since the last call with the wanted ones.
func (h *hall) heard(want string) {
	h.Helper()
	if got := cues(h.notes); got != want {
		h.Errorf("heard %q, want %q", got, want)
	}
	h.notes = nil
}

// cues returns the names of the cues of notes.
func cues(notes []sound.Note) string {
	var list []string
	for _, n := range notes {
		name := n.Cue.String()
		if n.Cue == sound.Capture {
			name += fmt.Sprint(n.Size)
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// peer plays a house for Bo.
func (h *hall) peer(house rules.House) {
	h.Helper()
	need.NoError(h, h.link.PlayFor(h.link.Self.Other(), house))
}

func TestSeedsAreHeardAsTheyLand(t *testing.T) {
	h := network(t, match.Host, match.Host)
	scenetest.Press(t, h.sc, 3)
	line := h.sc.Motion()
	var first time.Duration
	for !drops(line, first) {
		first += time.Millisecond
	}
	h.tick()
	h.pass(first - ahead - 20*time.Millisecond)
	h.heard("")
	h.pass(40 * time.Millisecond)
	h.heard("glass")
	h.pass(line.Duration())
	h.heard("glass glass wood extra-turn")
}

// drops reports whether a seed has landed by some time.
func drops(line *motion.Timeline, by time.Duration) bool {
	for b := range line.Beats(motion.Begin, by) {
		if b.Kind == motion.BeatDrop {
			return true
		}
	}
	return false
}

func TestNotesComeFromTheirPits(t *testing.T) {
	h := network(t, match.Host, match.Host)
	scenetest.Press(t, h.sc, 4) // houses 5, 6, the store, and Bo's house 1
	h.pass(5 * time.Second)
	pans := make([]float64, 0, 4)
	for _, n := range h.notes {
		pans = append(pans, n.Pan)
	}
	if len(pans) < 4 || !slices.IsSorted(pans[:3]) || pans[0] < 0.1 || pans[2] < 0.55 || pans[2] > 0.7 || math.Abs(pans[3]-pans[1]) > 0.01 {
		t.Errorf("the notes come from %.2f", pans)
	}
	h.sc.Flipped = true
	h.notes = nil
	h.peer(1)
	h.pass(5 * time.Second)
	if n := h.notes[0]; n.Pan > -0.2 || n.Pan < -0.7 { // Bo's house 2, now at the lower left
		t.Errorf("on a board turned round the notes come from %.2f", n.Pan)
	}
}

func TestEveryBeatIsHeardOnce(t *testing.T) {
	want := ""
	for _, step := range []time.Duration{time.Millisecond, time.Second / 60, 97 * time.Millisecond} {
		h := network(t, match.Host, match.Guest)
		h.peer(6) // sows into Ann's row
		for range 3 * time.Second / step {
			h.sc.Advance(step)
			h.tick()
		}
		if want == "" {
			want = cues(h.notes)
		}
		h.heard(want)
	}
	if want != "wood glass glass glass your-turn" {
		t.Errorf("heard %q", want)
	}
}

func TestTheRestOfAMotionIsShort(t *testing.T) {
	h := network(t, match.Host, match.Host)
	scenetest.Press(t, h.sc, 3)
	h.pass(100 * time.Millisecond)
	h.heard("")
	h.sc.Settle()
	h.tick()
	h.heard("wood extra-turn")
	h.pass(time.Second)
	h.heard("")
}

func TestWithoutMotionThereIsOneTock(t *testing.T) {
	h := network(t, match.Host, match.Host)
	h.speed = motion.Off
	scenetest.Press(t, h.sc, 3)
	h.pass(time.Second)
	h.heard("wood extra-turn")
	scenetest.Press(t, h.sc, 1)
	h.pass(0)
	h.peer(1)
	h.pass(0)
	h.heard("glass glass your-turn")
}

func TestABoardOutOfSightIsSilent(t *testing.T) {
	h := network(t, match.Host, match.Guest)
	h.hidden = true
	h.peer(6)
	h.pass(5 * time.Second)
	h.heard("your-turn")
	h.speed = motion.Off
	scenetest.Press(t, h.sc, 1)
	h.pass(time.Second)
	h.heard("")
}

func TestCapturesAreHeardOnce(t *testing.T) {
	h := here(t, [2]match.Seat{})
	for _, house := range []rules.House{5, 1, 1} { // the last seed falls into the empty house 5
		h.notes = nil
		scenetest.Press(t, h.sc, house)
		h.pass(5 * time.Second)
	}
	h.heard("glass glass glass wood capture7")
}

func TestYourTurnIsHeardWhenItComes(t *testing.T) {
	h := network(t, match.Guest, match.Host)
	h.peer(3) // an extra turn
	h.pass(5 * time.Second)
	h.heard("glass glass glass wood extra-turn")
	h.peer(1)
	h.pass(500 * time.Millisecond)
	if strings.Contains(cues(h.notes), "turn") {
		t.Error("it is this end's turn while seeds are on their way")
	}
	h.pass(5 * time.Second)
	h.heard("glass wood glass glass your-turn")
	scenetest.Press(t, h.sc, 1)
	h.pass(5 * time.Second)
	h.heard("glass glass glass glass")
}

func TestNoOneIsCalledAtTheKeyboard(t *testing.T) {
	h := here(t, [2]match.Seat{})
	scenetest.Press(t, h.sc, 1)
	h.pass(5 * time.Second)
	h.heard("glass glass glass glass")
	need.NoError(t, h.sc.Undo())
	h.pass(time.Second)
	h.heard("")
}

func TestTheComputersPlyCalls(t *testing.T) {
	gate := make(chan struct{})
	h := here(t, [2]match.Seat{match.Host: nil, match.Guest: matchtest.Low{Gate: gate}})
	scenetest.Press(t, h.sc, 1)
	h.pass(5 * time.Second)
	h.notes = nil
	close(gate)
	scenetest.Until(t, h.sc, func() bool { h.pass(time.Second / 60); return h.sc.Match().Plies() == 2 })
	h.pass(5 * time.Second)
	h.heard("glass glass glass glass your-turn")
	need.NoError(t, h.sc.Undo())
	h.pass(time.Second)
	h.heard("")
}

func TestThePeerComesGoesAndTalks(t *testing.T) {
	h := network(t, match.Host, match.Host)
	bo, ann := match.Guest, match.Host
	for _, step := range []struct {
		what string
		push []table.News
		want string
	}{
		{"a line", []table.News{table.Said{By: bo, Text: "Hello"}}, "message"},
		{"two lines at once", []table.News{table.Said{By: bo, Text: "a"}, table.Said{By: bo, Text: "b"}}, "message"},
		{"an own line", []table.News{table.Said{By: ann, Text: "Hello"}}, ""},
		{"a request", []table.News{table.TakebackAsked{By: bo}}, "message"},
		{"an own request", []table.News{table.TakebackAsked{By: ann}}, ""},
		{"the line drops", []table.News{table.Paused{Wait: 30}}, "left"},
		{"and again", []table.News{table.Paused{Wait: 30}}, ""},
		{"it is back", []table.News{table.Resumed{}}, "joined"},
		{"a short break", []table.News{table.Paused{}, table.Resumed{}}, ""},
		{"Bo leaves", []table.News{table.PeerLeft{Reason: table.ReasonQuit}}, "left"},
		{"the next guest", []table.News{table.Connected{Peer: "Cy", Self: ann, Variant: h.sc.Match().Position().Variant()}}, "joined"},
		{"this end leaves", []table.News{table.PeerLeft{Local: true}}, ""},
	} {
		h.link.Push(step.push...)
		h.pass(0)
		if got := cues(h.notes); got != step.want {
			t.Errorf("%s: heard %q, want %q", step.what, got, step.want)
		}
		h.notes = nil
	}
}

func TestThePeerWhoIsNotHeard(t *testing.T) {
	h := network(t, match.Host, match.Host)
	h.sc.ToggleMute()
	h.link.Push(table.Said{By: match.Guest, Text: "Hello"})
	h.pass(0)
	h.heard("")
}

// A resumed series begins with its connection down.
func TestAKeptSeriesBeginsInSilence(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	link := &tabletest.Link{Self: match.Host, Games: tabletest.Games{Series: tabletest.Series(v, match.Host, 2)}}
	h := open(t, scene.Remote(link, match.Host, "Ann"), link)
	link.Push(table.Connected{Peer: "Bo", Self: match.Host, Variant: v}, table.GameStarted{ID: "g"}, table.Paused{})
	h.pass(0)
	h.heard("")
	link.Push(table.Resumed{})
	h.pass(0)
	h.heard("joined")
}

func TestTheEndAsThePersonHereSeesIt(t *testing.T) {
	person, computer := match.Seat(nil), match.Seat(matchtest.Low{})
	for _, c := range []struct {
		name  string
		seats [2]match.Seat
		loser match.Party
		want  string
	}{
		{"the person wins", [2]match.Seat{person, computer}, match.Guest, "won"},
		{"the person loses", [2]match.Seat{person, computer}, match.Host, "lost"},
		{"one of two persons wins", [2]match.Seat{person, person}, match.Host, "won"},
		{"the other one wins", [2]match.Seat{person, person}, match.Guest, "won"},
	} {
		h := here(t, c.seats)
		need.NoError(t, h.sc.Link().Wish(c.loser, table.KindResign, 0, ""))
		h.pass(time.Second)
		if got := cues(h.notes); got != c.want {
			t.Errorf("%s: heard %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTheEndComesAfterTheSweep(t *testing.T) {
	h := network(t, match.Host, match.Host)
	last := ""
	for m := h.link.Series.Match(); !m.Position().Over(); {
		h.notes = nil
		p := m.Position()
		for house := range p.Plies() {
			need.NoError(t, h.link.PlayFor(h.link.Series.Party(p.ToMove()), house))
			break
		}
		h.pass(20 * time.Second)
	}
	last = cues(h.notes)
	winner, won := h.sc.Match().Result().Winner()
	want := map[bool]string{true: "won", false: "lost"}[h.sc.Party(winner) == match.Host]
	if !won || !strings.HasSuffix(last, " "+want) || strings.Count(last, want) != 1 {
		t.Errorf("the last ply sounds %q; it should end with %s", last, want)
	}
	need.NoError(t, h.link.Wish(match.Guest, table.KindUnwant, 0, ""))
	h.notes = nil
	h.pass(time.Second)
	h.heard("")
}

func TestAGameThatIsBrokenOffHasNoEnd(t *testing.T) {
	h := network(t, match.Host, match.Host)
	m := h.link.Series.Match()
	need.NoError(t, m.Abort(match.Abandoned))
	h.link.Push(table.GameOver{}, table.PeerLeft{Reason: table.ReasonQuit})
	h.pass(time.Second)
	h.heard("left")
}

// A new scene starts from scratch, and the old one falls silent.
func TestAnotherScene(t *testing.T) {
	h := network(t, match.Host, match.Host)
	old := h.link
	h.conductor.Attend(scenetest.Local(t, [2]match.Seat{}))
	old.Push(table.Said{By: match.Guest, Text: "Hello?"})
	h.pass(0)
	h.heard("")
}
