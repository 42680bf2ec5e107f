package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/record/sqlitefile"
	"mancala/rules"
)

// LogName is the name of the bus's log of games.
const LogName = "record"

// version is the version of the events that this program writes and reads.
const version = 1

// maxEvent limits an event in bytes; it is the bus's.
const maxEvent = 64 << 10

// event is an item of the log: one of its fields besides the version is set.
type event struct {
	Version int `json:"v"`
	// Begin is the item of a node that begins to follow the log. It changes nothing, but makes the
	// first item of each log unique.
	Begin string     `json:"begin,omitempty"`
	Game  *gameEvent `json:"game,omitempty"`
	// Games are many at once, as a log that is made again has them.
	Games []gameEvent `json:"games,omitempty"`
}

// strength is a rating in the log.
type strength struct {
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
}

// gameEvent is a game in the log.
type gameEvent struct {
	ID          string      `json:"id"`
	Players     [2]string   `json:"players"`
	Before      [2]strength `json:"before"`
	BaseMS      int64       `json:"base_ms,omitempty"`
	IncrementMS int64       `json:"increment_ms,omitempty"`
	Rated       bool        `json:"rated,omitempty"`
	Text        string      `json:"text"`
	Ending      string      `json:"ending"`
	Winner      int         `json:"winner"`
	BeganMS     int64       `json:"began_ms"`
	EndedMS     int64       `json:"ended_ms"`
}

// Encode returns the log's item for a game, or an error if the game is not one that can have been
// played. Of the players it has the ids and the ratings before the game; names are in no log.
func Encode(g lobby.Game) ([]byte, error) {
	if _, err := check(g); err != nil {
		return nil, err
	}
	game := eventOf(row{g.Entry, g.Game.String()})
	data, err := json.Marshal(event{Version: version, Game: &game})
	if err == nil && len(data) > maxEvent {
		err = errors.New("the game is too long for the log")
	}
	return data, err
}

// eventOf returns a game as the log has it.
func eventOf(r row) gameEvent {
	e := gameEvent{
		ID: r.ID, BaseMS: r.Time.Base.Milliseconds(), IncrementMS: r.Time.Increment.Milliseconds(), Rated: r.Rated, Text: r.text,
		Ending: r.Result.Ending.String(), Winner: r.Result.WinnerNumber(), BeganMS: r.Began.UnixMilli(), EndedMS: r.Ended.UnixMilli(),
	}
	for i, m := range r.Members {
		e.Players[i], e.Before[i] = m.ID, strength{m.Rating, m.Deviation}
	}
	return e
}

// decode returns the games of an item of the log, not yet checked. It returns [ErrNewer] for a
// newer hub's item, and another error for an invalid one.
func decode(data []byte) ([]gameEvent, error) {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("not an event: %w", err)
	}
	switch {
	case e.Version > version:
		return nil, fmt.Errorf("an event of version %d: %w", e.Version, ErrNewer)
	case e.Version < 1 || e.Game == nil && e.Begin == "" && e.Games == nil:
		return nil, errors.New("not an event")
	case e.Game != nil:
		return []gameEvent{*e.Game}, nil
	}
	return e.Games, nil
}

// game returns the game, checked but for its plies, and without the stores.
func (e gameEvent) game() (g lobby.Game, err error) {
	if g.Game, err = rules.ParseGame(e.Text); err != nil {
		return g, err
	}
	const most = math.MaxInt64 / int64(time.Millisecond)
	if e.BaseMS > most || e.IncrementMS > most {
		return g, errors.New("the clock is out of range")
	}
	ending, known := match.ParseEnding(e.Ending)
	if !known || e.Winner < 0 || e.Winner > 2 {
		return g, fmt.Errorf("a game cannot end like that: %q, winner %d", e.Ending, e.Winner)
	}
	g.Entry = lobby.GameEntry{
		ID: e.ID, Variant: g.Game.Variant, Time: clock(e.BaseMS, e.IncrementMS), Rated: e.Rated, Result: match.ResultOf(ending, e.Winner, [2]int{}),
		Began: time.UnixMilli(e.BeganMS).UTC(), Ended: time.UnixMilli(e.EndedMS).UTC(), Plies: len(g.Game.Plies),
	}
	for i := range g.Entry.Members {
		g.Entry.Members[i] = lobby.Member{ID: e.Players[i], Rating: e.Before[i].Rating, Deviation: e.Before[i].Deviation}
	}
	return g, nil
}

// clock returns a clock from milliseconds.
func clock(base, increment int64) match.TimeControl {
	return match.TimeControl{Base: time.Duration(base) * time.Millisecond, Increment: time.Duration(increment) * time.Millisecond}
}

// check returns the seeds of both players at the end, or an error if the game cannot have been
// played.
func check(g lobby.Game) (stores [2]int, err error) {
	e := g.Entry
	switch ending := e.Result.Ending; {
	case !isID(e.ID, 100) || !isID(e.Members[0].ID, 64) || !isID(e.Members[1].ID, 64):
		return stores, errors.New("an id is not one")
	case e.Members[0].ID == e.Members[1].ID:
		return stores, errors.New("both players are the same")
	case ending == match.Running:
		return stores, errors.New("the game is not over")
	case e.Time.Base < 0 || e.Time.Increment < 0 || e.Rated && e.Time.Base == 0:
		return stores, errors.New("the clock is not one")
	case e.Ended.Before(e.Began) || e.Began.Year() < 2000 || e.Ended.Year() > 9999:
		return stores, errors.New("the times are wrong")
	}
	for _, m := range e.Members {
		if m.Rating < 0 || m.Rating > 1e6 || m.Deviation < 0 || m.Deviation > 1e6 {
			return stores, errors.New("a rating is out of range")
		}
	}
	end, err := g.Game.Replay()
	if err != nil {
		return stores, err
	}
	if over := end.Over(); over != (e.Result.Ending == match.Finished) && e.Result.Ending != match.Desynced {
		return stores, fmt.Errorf("the plies do not end as in %q", e.Result.Ending)
	}
	if winner := (match.Result{Outcome: end.Outcome()}).WinnerNumber(); end.Over() && winner != e.Result.WinnerNumber() {
		return stores, fmt.Errorf("the plies make %d the winner", winner)
	}
	return [2]int{end.Store(rules.South), end.Store(rules.North)}, nil
}

// isID reports whether a text has between 1 and most letters, digits and hyphens.
func isID(text string, most int) bool {
	return text != "" && len(text) <= most && strings.IndexFunc(text, func(r rune) bool {
		return !(r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) < 0
}

// Events calls f with the items of a new log for the record's games, in order, after the old log
// was lost, and with the number of games so far. An item has many games, since each item takes the
// bus some time. The first item distinguishes the log from the old one, whose first game may be the
// same.
func (r *Record) Events(ctx context.Context, f func(data []byte, games int) error) error {
	first, err := beginning()
	if err != nil {
		return err
	}
	if err := f(first, 0); err != nil {
		return err
	}
	count := 0
	return r.pages(ctx, "", func(list []row) error {
		for len(list) > 0 {
			data, n, err := pack(list)
			if err != nil {
				return err
			}
			list, count = list[n:], count+n
			if err := f(data, count); err != nil {
				return err
			}
		}
		return nil
	})
}

// pack returns an item with as many of the first games as it can have, and how many.
func pack(list []row) (data []byte, n int, err error) {
	e, size := event{Version: version}, 100
	for _, r := range list {
		one := eventOf(r)
		text, err := json.Marshal(one)
		if err != nil {
			return nil, 0, err
		}
		if size += len(text) + 1; size > maxEvent && n > 0 {
			break
		}
		e.Games, n = append(e.Games, one), n+1
	}
	data, err = json.Marshal(e)
	return data, n, err
}

// Backup writes a copy of the record's current state to a new file, while the record is in use. If
// it fails, it leaves no file.
func (r *Record) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup is a new file: %w", path, fs.ErrExist)
	}
	return r.use(ctx, func(*file) error {
		// Its own connection: the others serve short queries meanwhile.
		db, err := sqlitefile.Connect(r.cfg.path(), "rw")
		if err != nil {
			return err
		}
		unfinished := path + ".unfinished"
		_ = os.Remove(unfinished)
		_, err = db.ExecContext(ctx, "VACUUM INTO ?", unfinished)
		if err = errors.Join(err, db.Close()); err == nil {
			err = private(unfinished)
		}
		if err == nil {
			err = os.Rename(unfinished, path)
		}
		if err != nil {
			_ = os.Remove(unfinished)
		}
		return err
	})
}

// private makes a file one of this user only, and waits until the disk has it.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
}
