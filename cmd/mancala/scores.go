package main

import (
	"mancala/menus"
	"mancala/record"
	"mancala/rules"
)

// scores is the keeper of top scores and settings as the screens see it.
type scores struct {
	*record.Keeper
	notices *[]string
}

// openScores begins to open the scores in a folder; "" means the platform's.
func openScores(dir string) scores {
	var notices []string
	s := scores{notices: &notices}
	s.Keeper = record.Start(record.Config{Dir: dir}, func(n record.Notice) { notices = append(notices, n.Text) })
	return s
}

func (s scores) Top(v rules.Variant, done func([]menus.Score, error)) {
	s.Keeper.Top(v, record.Best, func(list []record.Score, err error) {
		rows := make([]menus.Score, len(list))
		for i, row := range list {
			rows[i] = menus.Score(row)
		}
		done(rows, err)
	})
}

func (s scores) Place(score menus.Score, done func(int, error)) {
	s.Keeper.Place(record.Score(score), done)
}

func (s scores) Add(score menus.Score, done func(error)) {
	s.Keeper.Add(record.Score(score), func(_ bool, err error) { done(err) })
}

func (s scores) Setting(key string, done func(string)) {
	s.Keeper.Setting(key, func(value string, err error) {
		if err == nil {
			done(value)
		}
	})
}

func (s scores) SetSetting(key, value string) { s.Keeper.SetSetting(key, value, nil) }

// Notices returns what has to be said, once.
func (s scores) Notices() []string {
	list := *s.notices
	*s.notices = nil
	return list
}
