package textui

import (
	"context"
	"io"
	"time"

	"mancala/match"
	"mancala/rules"
)

// How long to wait before the table is looked at again: briefly after something has happened, longer and longer after.
const (
	minPause = 20 * time.Microsecond
	maxPause = 15 * time.Millisecond
)

// Config says how a game is shown.
type Config struct {
	// Narrate adds a sentence after each ply that says what it did.
	Narrate bool
	// NoBoard leaves the drawings out and says in words which bowls may be chosen.
	NoBoard bool
	// Judge gives hints to the persons here; nil gives none. In a game across the network nobody gets any.
	Judge match.Judge
	// Observe is told every event of the table before it is shown; nil means nobody is.
	Observe func(match.Event)
}

// question is what a person at this end is being asked.
type question uint8

const (
	askNothing question = iota
	askPly              // which bowl to sow
	askRules            // whether the host's rules are agreeable
	askAgain            // whether to play again
)

// game follows a table. What it knows of the position it has from the events alone, so that each is told as it was when
// it happened, however many of them come at once.
type game struct {
	cfg   Config
	table *match.Table
	out   *screen
	local bool // both parties are at this end

	question question
	who      [2]string      // what the sides are called
	position rules.Position // after the last event
	by       [2]match.Party // who has which side
	offered  bool           // the host's rules are on the screen
	shown    bool           // the picture of the choices is on the screen
	typed    bool           // the ply that comes next was typed here
	met      bool           // a peer is, or was, there
	finished bool           // the last game has come to an end of its own
	again    bool           // this end has asked for the next game
	listens  bool           // the address of the host is on the screen
	left     match.PeerLeft

	hint *hint // what the judge is being asked, or nil
	wait wait
}

// Play shows a table until its games are over, asks the persons at this end, and has the computers there play. It returns
// nil when the game came to an end or was left with "quit", the error of ctx as soon as that ends, and otherwise a
// [*Trouble]: the input ended, the output could not be written, or the network failed. It does not close the table.
func Play(ctx context.Context, table *match.Table, in *Lines, out io.Writer, cfg Config) error {
	g := &game{
		cfg: cfg, table: table, out: newScreen(out),
		local: table.Here(match.Host) && table.Here(match.Guest),
	}
	err := g.loop(ctx, in)
	g.dropHint()
	g.out.breakOff()
	if flushed := g.out.flush(); err == nil {
		err = flushed
	}
	return err
}

// loop takes turns between what the table has to tell and what is typed.
func (g *game) loop(ctx context.Context, in *Lines) error {
	pause := minPause
	for {
		pause = min(2*pause, maxPause)
		if g.poll() {
			pause = minPause
		}
		if done, err := g.step(); done {
			return err
		}
		g.watch(time.Now())
		if err := g.out.flush(); err != nil {
			return err
		}
		if done, err := g.hear(ctx, in, pause); done {
			return err
		}
	}
}

// hear waits until something is typed, the table is to be looked at again, or ctx ends.
func (g *game) hear(ctx context.Context, in *Lines, pause time.Duration) (done bool, err error) {
	if line, ok := g.typedAhead(); ok {
		return g.answer(line, false)
	}
	var tick <-chan time.Time
	if g.expectsEvents() {
		tick = time.After(pause)
	}
	var typed <-chan string
	if g.out.open || g.listensWhileWaiting() {
		typed = in.C()
	}
	select {
	case <-ctx.Done():
		return true, ctx.Err()
	case <-tick:
	case line, ok := <-typed:
		if g.out.open {
			return g.answer(line, !ok)
		}
		g.typedWhileWaiting(line, !ok)
	}
	return false, nil
}

// poll tells what has happened at the table, and reports whether something has.
func (g *game) poll() bool {
	events := g.table.Poll()
	for _, e := range events {
		if g.cfg.Observe != nil {
			g.cfg.Observe(e)
		}
		g.tell(e)
	}
	return len(events) > 0
}

// expectsEvents reports whether the table may have something to tell though nothing is typed. Where everybody is at this
// end and a person is to choose, it has not.
func (g *game) expectsEvents() bool { return !g.local || !g.out.open }

// step does what the stage of the table asks for. It reports whether the game is done, and with what.
func (g *game) step() (done bool, err error) {
	switch g.table.Stage() {
	case match.StageOffered:
		g.offer()
	case match.StageGame:
		return g.turn()
	case match.StageOver:
		if g.local {
			return true, nil
		}
		if !g.again {
			g.ask(askAgain, "Play again? [y/n] ")
		}
	case match.StageEnded:
		return g.ended()
	case match.StageFailed:
		return true, &Trouble{Text: g.table.Text()}
	}
	return false, nil
}

// ask asks a question, unless it is on the screen.
func (g *game) ask(q question, text string) {
	if g.question != q || !g.out.open {
		g.question = q
		g.out.ask(text)
	}
}

// offer shows the host's rules and asks whether they are agreeable.
func (g *game) offer() {
	if !g.offered {
		offer := g.table.Offer()
		g.out.line(rulesWords(offer.Variant, offer.Host)...)
		g.offered = true
	}
	g.ask(askRules, "Do you agree? [y/n] ")
}

// turn sees to it that somebody at this end who is to move does so.
func (g *game) turn() (done bool, err error) {
	switch text := g.table.Text(); {
	case text != "": // a computer player gives no ply
		return true, &Trouble{Text: text}
	case g.table.ComputerToMove():
		g.table.Ask()
	case g.hint != nil && !g.takeHint():
	case g.table.PersonToMove():
		g.showChoices()
		g.ask(askPly, prompt(g.position, g.who))
	}
	return false, nil
}

// showChoices shows what may be chosen, unless it is on the screen.
func (g *game) showChoices() {
	if g.shown {
		return
	}
	g.shown = true
	if g.cfg.NoBoard {
		g.out.line(choiceWords(g.position, g.who))
	} else {
		g.out.line(moveLines(g.position)...)
	}
	if g.position.CanSwap() {
		g.out.line(swapWords(g.position, g.who))
	}
}

// ended says what comes after the other end, or this one, has left.
func (g *game) ended() (done bool, err error) {
	switch {
	case g.left.Local, g.finished:
		return true, nil
	case g.onlyLooked():
		g.table.WaitAgain()
		return false, nil
	}
	return true, &Trouble{Text: g.table.Text()}
}

// onlyLooked reports whether the one who left is a guest who has seen the host's rules and has not agreed to them.
func (g *game) onlyLooked() bool { return !g.met && g.table.Self() == match.Host }
