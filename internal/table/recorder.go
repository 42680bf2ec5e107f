package table

import (
	"mancala/internal/match"
	"mancala/rules"
)

// Recorder follows a table and passes its games and wins to the code that saves them. Make one with
// [NewRecorder].
type Recorder struct {
	table    *Table
	kinds    [2]string // by party
	keep     func(match.Record)
	won      func(match.Score)
	last     ended
	computer bool   // a computer plays at the other end
	kept     string // the name of the last game that was kept
	named    string // the last game with a name for its win
}

// ended is the last game that ended with a win.
type ended struct {
	score match.Score // without a name
	by    match.Party
	open  bool // the win has no name yet
}

// NewRecorder returns a recorder that follows a table from now on. Kinds are the kinds of the
// players by party; a party at the other end is [match.KindRemote]. It calls keep with the game
// after each change from the first ply on, and won with each named win of a party at the other end.
// Both must return at once, and may be nil.
func NewRecorder(t *Table, kinds [2]string, keep func(match.Record), won func(match.Score)) *Recorder {
	r := &Recorder{table: t, kinds: kinds, keep: keep, won: won}
	t.Follow(r.take)
	return r
}

// take follows one event. The games of a table that only watches are not recorded.
func (r *Recorder) take(e News) {
	if r.table.Watching() {
		return
	}
	switch e := e.(type) {
	case Connected:
		r.computer = e.Computer
	case GameStarted:
		r.last = ended{}
		if e.Series.Match().Plies() > 0 && !e.Opened { // it was kept before
			r.kept = e.ID
		}
	case Played, Rewound:
		r.last = ended{}
		r.save()
	case GameOver:
		r.over()
		r.save()
	case WinnerNamed:
		if e.GameID == r.last.score.GameID && r.last.open && !r.table.Here(r.last.by) {
			r.name(e.Name)
		}
	case PeerLeft:
		r.fallBack()
	}
}

// fallBack gives a win of the other end its player's name, if the winner has left without naming
// it. A computer's wins are no top scores.
func (r *Recorder) fallBack() {
	if r.last.open && !r.computer && !r.table.Here(r.last.by) {
		r.name(r.table.Name(r.last.by))
	}
}

func (r *Recorder) name(name string) {
	score := r.last.score
	score.Name, r.last.open = name, false
	if r.won != nil {
		r.won(score)
	}
}

// Record returns the current game, and whether there is one.
func (r *Recorder) Record() (match.Record, bool) {
	t := r.table
	m := t.Match()
	if m == nil {
		return match.Record{}, false
	}
	rec := match.Record{
		ID: t.GameID(), Game: m.Game(), Result: m.Result(), Starter: t.Starter(), Before: t.game.series.Before(), Opened: t.Opened(),
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		p := t.Party(side)
		rec.Names[side], rec.Kinds[side] = t.Name(p), match.KindRemote
		if t.Here(p) {
			rec.Kinds[side] = match.KeptKind(r.kinds[p])
		}
	}
	return rec, true
}

func (r *Recorder) save() {
	rec, ok := r.Record()
	if !ok || r.keep == nil || rec.Result.Ending != match.Running && r.table.Stage() == StageGame { // not decided yet
		return
	}
	if len(rec.Game.Plies) > 0 || rec.Result.Ending != match.Running || rec.ID == r.kept {
		r.kept = rec.ID
		r.keep(rec)
	}
}

// over notes a win.
func (r *Recorder) over() {
	t := r.table
	win, won := t.Match().Win()
	r.last = ended{}
	if !won || t.Opened() || t.GameID() == r.named { // or won again after an undo
		return
	}
	r.last = ended{by: t.Party(win.Side), open: true, score: match.Score{
		GameID: t.GameID(), Variant: t.Match().Position().Variant(), Opponent: t.SideName(win.Side.Opponent()),
		Seeds: win.Seeds, Margin: win.Margin, Turns: win.Turns,
	}}
}

// Win returns the win of the last game as a score without a name, and whether a person at this end
// won it but has not named it yet. Only a game played here from its first ply counts.
func (r *Recorder) Win() (match.Score, bool) {
	return r.last.score, r.last.open && r.table.Person(r.last.by)
}

// NameWin returns the score of [Recorder.Win] under a name, and sends it to the other end. Without
// one, the winner has the name from now on. Only the first name of a game counts.
func (r *Recorder) NameWin(name string) (match.Score, bool) {
	score, ok := r.Win()
	if !ok {
		return match.Score{}, false
	}
	score.Name, r.last.open, r.named = name, false, score.GameID
	if rename(r.table, r.last.by, name) {
		r.save()
	}
	_ = r.table.Link().Wish(r.last.by, KindName, 0, name) // refused only if the other end has left
	return score, true
}

// rename renames a player and reports true. It reports false if the other player has that name, or
// another end knows the player by the old one.
func rename(t *Table, p match.Party, name string) bool {
	if !t.Here(match.Host) || !t.Here(match.Guest) || name == t.names[p.Other()] {
		return false
	}
	t.names[p] = name
	return true
}
