package menus

import "time"

// After so long a thinking computer player is seen to think, and can be told to move at once.
const (
	thinkingShown = 300 * time.Millisecond
	thinkingLong  = time.Second
)

// watchThinking notes how long a computer player has been thinking, and reports whether that is to be seen now.
func (p *Play) watchThinking(d time.Duration) bool {
	shown, long := p.ShowsThinking(), p.CanHurry()
	if p.thought += d; !p.Thinking() {
		p.thought = 0
	}
	return shown != p.ShowsThinking() || long != p.CanHurry()
}

// ShowsThinking reports whether a computer player has been thinking long enough for people to wonder.
func (p *Play) ShowsThinking() bool { return p.Thinking() && p.thought >= thinkingShown }

// CanHurry reports whether a computer player has been thinking for long and can be told to move at once, by Hurry.
func (p *Play) CanHurry() bool { return p.Table.CanHurry() && p.thought >= thinkingLong }
