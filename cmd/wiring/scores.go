package wiring

import (
	"sync"

	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/menus/ports"
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

// Post adds a sentence.
func (n *Bulletin) Post(sentence string) {
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
	notify := func(n record.Notice) { told.Post(words.Sentence(n.Note)) }
	return Scores{record.Start(record.Config{Dir: dir}, notify), told}
}

// Setting delivers the value of a key, or nothing if it cannot be read.
func (s Scores) Setting(key string, done func(string)) {
	s.Keeper.Setting(key, func(value string, err error) {
		if err == nil {
			done(value)
		}
	})
}

// SetSetting keeps a value under a key.
func (s Scores) SetSetting(key, value string) { s.Keeper.SetSetting(key, value, nil) }
