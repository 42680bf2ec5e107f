package wiring

import (
	"sync"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/record"
	"mancala/rules"
	"mancala/words"
)

// Scores adapts the keeper of top scores and settings to the screens.
type Scores struct {
	*record.Keeper
	*Bulletin
}

var _ ports.Scores = Scores{}

// Bulletin collects sentences for the person at the window. It is safe for concurrent use.
type Bulletin struct {
	mu   sync.Mutex
	list []string
}

// Add adds a sentence.
func (n *Bulletin) Add(sentence string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, sentence)
}

// Notices returns the sentences added since the last call.
func (n *Bulletin) Notices() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// OpenScores starts to open the scores in a folder; "" means the platform's. Problems with them
// become notices.
func OpenScores(dir string, told *Bulletin) Scores {
	notify := func(n record.Notice) { told.Add(words.Sentence(n.Note)) }
	return Scores{record.Start(record.Config{Dir: dir}, notify), told}
}

// Top delivers the best rows of a variant.
func (s Scores) Top(v rules.Variant, done func([]ports.Score, error)) {
	s.Keeper.Top(v, record.Best, func(list []record.Score, err error) {
		rows := make([]ports.Score, len(list))
		for i, row := range list {
			rows[i] = scoreRow(row)
		}
		done(rows, err)
	})
}

// Place delivers the rank that a score would have.
func (s Scores) Place(score ports.Score, done func(int, error)) {
	s.Keeper.Place(RecordScore(score), done)
}

// Add keeps a score.
func (s Scores) Add(score ports.Score, done func(bool, error)) {
	s.Keeper.Add(RecordScore(score), done)
}

func scoreRow(r record.Score) ports.Score {
	return ports.Score{Date: r.Date, Score: match.Score{
		GameID: r.GameID, Variant: r.Variant, Name: r.Name, Opponent: r.Opponent, Seeds: r.Seeds, Margin: r.Margin, Turns: r.Turns,
	}}
}

// RecordScore converts a score for the records.
func RecordScore(s ports.Score) record.Score {
	return record.Score{
		GameID: s.GameID, Variant: s.Variant, Name: s.Name, Opponent: s.Opponent, Seeds: s.Seeds, Margin: s.Margin, Turns: s.Turns,
		Date: s.Date,
	}
}

// Setting delivers the value kept under a key; if it cannot be read, it delivers nothing.
func (s Scores) Setting(key string, done func(string)) {
	s.Keeper.Setting(key, func(value string, err error) {
		if err == nil {
			done(value)
		}
	})
}

// SetSetting keeps a value under a key.
func (s Scores) SetSetting(key, value string) { s.Keeper.SetSetting(key, value, nil) }
