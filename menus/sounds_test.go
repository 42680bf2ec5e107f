package menus

import (
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules/rulestest"
)

// ear is a fake speaker.
type ear struct {
	cues   []sound.Cue
	volume float64
	muted  bool
	state  sound.State
}

func (e *ear) Play(n sound.Note)        { e.cues = append(e.cues, n.Cue) }
func (e *ear) SetVolume(volume float64) { e.volume = volume }
func (e *ear) SetMuted(muted bool)      { e.muted = muted }
func (e *ear) State() sound.State       { return e.state }

// heard returns a program with an ear, and its settings.
func heard(t *testing.T, kept menustest.Shelf, changes func(*Config)) (*bench, *ear) {
	e := &ear{muted: true, volume: -1}
	b := newBench(t, kept, func(cfg *Config) {
		cfg.Speaker = func() Speaker { return e }
		if changes != nil {
			changes(cfg)
		}
	})
	b.start()
	if e.volume != -1 {
		t.Error("the speaker is opened before there is a picture")
	}
	b.openSpeaker()
	b.sounds.attachCorner(b.placed)
	b.LayOut(1280, 720)
	return b, e
}

func TestTheSpeakerFollowsTheSettings(t *testing.T) {
	kept := menustest.Shelf{"volume": "40"}
	b, e := heard(t, kept, nil)
	if e.volume != 0.4 || e.muted || len(e.cues) != 0 {
		t.Fatalf("at the start the speaker is %+v", e)
	}
	b.Press(ebiten.KeyM)
	if !e.muted || kept["muted"] != "yes" || b.Control("Sound is off") == nil {
		t.Errorf("after M the speaker is %+v, kept is %v", e, kept)
	}
	b.Click("Sound is off")
	if e.muted || kept["muted"] != "no" {
		t.Errorf("after a click the speaker is %+v, kept is %v", e, kept)
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Volume = 100 })
	if e.volume != 1 || !slices.Equal(e.cues, []sound.Cue{sound.Glass}) {
		t.Errorf("at full volume the speaker is %+v", e)
	}
}

// A speaker that is not heard says so: the icon is crossed out, its name and the settings say why,
// until it is heard again.
func TestNobodyHearsTheSpeaker(t *testing.T) {
	window := ebiten.NewImage(64, 64)
	defer window.Deallocate()
	for state, why := range map[sound.State]string{
		sound.DeviceMissing: "No sound device answers. The program tries again at every sound.",
		sound.DeviceLost:    "The sound device is lost. Start the program again to hear something.",
		sound.TurnedOff:     "There is no sound, because the variable MANCALA_SOUND is off.",
	} {
		b, e := heard(t, menustest.Shelf{}, nil)
		b.Go(page.ToSettings{})
		b.LayOut(1280, 720)
		b.Control("#settings.section").(*kit.Choice).Choose(1)
		var said []string
		reads := func() bool {
			b.sounds.listen()
			b.sounds.attachCorner(b.placed)
			b.LayOut(1280, 720)
			said = nil
			b.Shared().Canvas.Begin(window, 1)
			b.Shared().Canvas.Overhear(func(l render.Lettering) { said = append(said, l.Paragraph) })
			b.Shared().Canvas.Unseen(func() { b.Top().Draw(b.Shared().Canvas) })
			return slices.Contains(said, why)
		}
		if reads() || b.sounds.corner.Label != "Sound is on" {
			t.Errorf("before, the settings say %q", why)
		}
		e.state = state
		if !reads() || b.sounds.corner.Label != "Sound is not heard" || b.sounds.corner.Tip != why {
			t.Errorf("state %d: the settings say %q, the icon %q, %q", state, said, b.sounds.corner.Label, b.sounds.corner.Tip)
		}
		b.Press(ebiten.KeyM)
		if b.sounds.corner.Label != "Sound is off" {
			t.Errorf("muted, the icon says %q", b.sounds.corner.Label)
		}
		b.Press(ebiten.KeyM)
		e.state = sound.Audible
		if reads() || b.sounds.corner.Label != "Sound is on" {
			t.Error("it is heard again, and the settings do not say so")
		}
	}
}

func TestMuteSilencesThisRun(t *testing.T) {
	kept := menustest.Shelf{"muted": "no"}
	b, e := heard(t, kept, func(cfg *Config) { cfg.Mute = true })
	if !e.muted || kept["muted"] != "no" {
		t.Errorf("the speaker is %+v, kept is %v", e, kept)
	}
	if b.Press(ebiten.KeyM); e.muted {
		t.Error("M does not bring the sound back")
	}
}

// Letters typed into a text field are not shortcuts.
func TestMIsALetter(t *testing.T) {
	b, e := heard(t, menustest.Shelf{}, nil)
	b.Go(page.ToOpenGame{})
	b.sounds.attachCorner(b.placed)
	b.LayOut(1280, 720)
	for _, w := range b.Top().Form().Widgets() {
		if field, ok := w.(*kit.TextField); ok {
			b.Top().Form().Focus(field)
		}
	}
	if b.Top().Field() == nil {
		t.Fatal("the screen has no text field with the focus")
	}
	b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyM}}, Text: "m"})
	if e.muted {
		t.Error("typing an m has silenced the program")
	}
}

// The visible board is audible, in a game or a review, but not a board behind a page.
func TestTheBoardInSightIsHeard(t *testing.T) {
	b, e := heard(t, menustest.Shelf{}, nil)
	sc := twoHere(t, b)
	pass := func(d time.Duration) {
		e.cues = nil
		for range d / menustest.Tick {
			b.Shared().Elapsed = menustest.Tick
			sc.Advance(menustest.Tick)
			b.Top().Update(&kit.Input{})
			b.sounds.listen()
		}
	}
	scenetest.Press(t, sc, 1)
	if pass(3 * time.Second); len(e.cues) != 4 {
		t.Errorf("four seeds sound like %v", e.cues)
	}
	b.Go(page.ToReview{Scene: sc})
	b.LayOut(1280, 720)
	pass(time.Second)
	b.Press(ebiten.KeyHome)
	if pass(time.Second); len(e.cues) != 0 {
		t.Errorf("a jump sounds like %v", e.cues)
	}
	b.Press(ebiten.KeyArrowRight)
	if pass(3 * time.Second); len(e.cues) != 4 {
		t.Errorf("a step of a review sounds like %v", e.cues)
	}
	b.Back()
	b.Go(page.ToHelp{})
	b.LayOut(1280, 720)
	scenetest.Press(t, sc, 1)
	if pass(3 * time.Second); len(e.cues) != 0 {
		t.Errorf("behind a page the board sounds like %v", e.cues)
	}
}

func TestAPeerIsHeard(t *testing.T) {
	e := &ear{}
	b, link := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil, 1)
	b.sounds.speaker = e
	link.Push(table.Said{By: match.Guest, Text: "hello"})
	b.Pass(menustest.Tick)
	b.sounds.listen()
	if !slices.Contains(e.cues, sound.Message) || b.sounds.attention.title != "A message from Bo - Kalah - Mancala" {
		t.Errorf("a message sounds like %v, the title is %q", e.cues, b.sounds.attention.title)
	}
}
