package scene

import (
	"fmt"
	"time"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// Urgency says how little time a clock has left.
type Urgency uint8

// The levels of urgency.
const (
	Calm   Urgency = iota
	Low            // at most lowTime
	Urgent         // at most urgentTime; the clock shows tenths of a second
)

// lowTime and urgentTime are the remaining times at which a clock shows that time is running out,
// and at which it warns its player. A game of less than a minute skips lowTime.
const (
	lowTime    = 30 * time.Second
	urgentTime = 10 * time.Second
)

// Clock is the display of a player's clock.
type Clock struct {
	// Text is the time left: "4:59", "1:02:03", or "9.4" for the last ten seconds.
	Text    string
	Urgency Urgency
	Running bool
}

// clocking holds a scene's knowledge of the clocks besides the table.
type clocking struct {
	shown  [2]string        // the texts shown last, by side
	warned [Urgent + 1]bool // the levels that the person here has heard in this game
	news   Urgency          // the level reached last and not taken yet
}

// Clock returns the clock of a side; false if the game has no clocks.
func (sc *Scene) Clock(side rules.Side) (Clock, bool) {
	c := sc.Clocks()
	if !c.Control.Timed() || sc.Match() == nil {
		return Clock{}, false
	}
	now := c.At
	if sc.Env.Now != nil {
		now = sc.Env.Now()
	}
	return ClockAt(c, side, now), true
}

// ClockAt returns the clock of a side at a moment.
func ClockAt(c match.Clocks, side rules.Side, now time.Time) Clock {
	left := c.LeftAt(side, now)
	return Clock{Text: timeText(left), Urgency: urgencyOf(left, c.Control), Running: c.Running && c.Side == side}
}

func urgencyOf(left time.Duration, c match.TimeControl) Urgency {
	switch {
	case left <= urgentTime:
		return Urgent
	case left <= lowTime && c.Base >= 2*lowTime:
		return Low
	}
	return Calm
}

// timeText formats a time, rounded up, so that only an expired clock shows zero.
func timeText(d time.Duration) string {
	if d <= urgentTime {
		tenths := (d + 100*time.Millisecond - 1) / (100 * time.Millisecond)
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	s := (d + time.Second - 1) / time.Second
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// watchClocks reports whether a clock's text has changed, and warns the person here if their clock
// gets low.
func (sc *Scene) watchClocks() bool {
	changed := false
	for side := range sc.clocking.shown {
		c, _ := sc.Clock(rules.Side(side))
		changed = changed || c.Text != sc.clocking.shown[side]
		sc.clocking.shown[side] = c.Text
		if c.Running && sc.IsMe(sc.Party(rules.Side(side))) {
			sc.warn(c.Urgency)
		}
	}
	return changed
}

// TakeWarning returns and clears the level just reached by the clock of the person here; Calm means
// none.
func (c *clocking) TakeWarning() Urgency {
	level := c.news
	c.news = Calm
	return level
}

// warn narrates a level of urgency, once in a game.
func (sc *Scene) warn(level Urgency) {
	w := &sc.clocking.warned
	if level == Calm || w[level] {
		return
	}
	w[level], w[Low], sc.clocking.news = true, true, level
	if sc.Env.Narrate != nil {
		sc.Env.Narrate(level.Words(), true)
	}
}

// Words returns a sentence for a player whose clock has reached the level.
func (u Urgency) Words() string {
	n := int([...]time.Duration{Low: lowTime, Urgent: urgentTime}[u].Seconds())
	return words.N("You have %d second left.", "You have %d seconds left.", n, n)
}
