package record

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// SaveGame saves the current state of a game: it inserts a new game, or updates the one with the
// same id. A player without a name gets the side's. It refuses an impossible game, and a local game
// that another program plays. It deletes a running game whose plies were all taken back.
func (l *Ledger) SaveGame(ctx context.Context, r match.Record) error {
	for side, name := range match.SideNames {
		r.Names[side] = cmp.Or(r.Names[side], name)
	}
	now := l.clock()
	r.Started, r.Ended = now, now
	if err := checkRecord(r); err != nil {
		return err
	}
	if len(r.Game.Plies) == 0 && r.Result.Ending == match.Running {
		if held, err := l.Hold(ctx, r.ID, false); r.Local() && !held {
			return cmp.Or(err, errElsewhere)
		}
		return l.DeleteGame(ctx, r.ID)
	}
	held, late := true, false
	save := func(ctx context.Context, rows rows) (changed bool, err error) {
		if r.Local() {
			by := l.claim(now)
			if held, err = by.hold(ctx, rows, r.ID, false); err != nil {
				return false, err // which does not say that another program has the game
			}
			left := late && !l.leases.held[r.ID]
			if l.leases.note(r.ID, held); !held {
				return false, nil
			}
			if left || r.Result.Ending != match.Running {
				delete(l.leases.held, r.ID)
				if err := rows.drop(ctx, leaseRows, r.ID); err != nil {
					return false, err
				}
			}
		}
		old, found, err := get(ctx, rows, gameRows, r.ID)
		if err != nil {
			return false, err
		}
		if r, changed = merged(old, found, r); changed { // which is what may be repeated
			err = rows.put(ctx, gameRows, r.ID, r)
		}
		return changed, err
	}
	err := l.change(ctx, change{row: rowID{gameRows.name, r.ID}, do: save})
	late = true
	if err == nil && !held {
		return errElsewhere
	}
	return err
}

// clock returns the time of day.
func (l *Ledger) clock() time.Time {
	if l.now == nil {
		return time.Now()
	}
	return l.now()
}

// Game returns the game with that id, and whether there is one.
func (l *Ledger) Game(ctx context.Context, id string) (g match.Record, found bool, err error) {
	g, found, err = onTwo(ctx, l, func(b book) (match.Record, bool, error) { return get(ctx, b, gameRows, id) })
	return normalGame(g), found && err == nil, err
}

// Games returns the games that match a query, newest first, at most as many as it asks for, and the
// number of matches. It counts rows that no game can have made, but does not return them.
func (l *Ledger) Games(ctx context.Context, q match.GameQuery) (list []match.Record, total int, err error) {
	if q, err = checkQuery(q); err != nil {
		return nil, 0, err
	}
	return onTwo(ctx, l, func(b book) ([]match.Record, int, error) { return b.games(ctx, q, l.clock()) })
}

// gamePage is how many games EachGame reads at a time: few enough for memory, and so many that
// few pages have to skip what came before them.
const gamePage = 5000

// EachGame yields the games that match a query, newest first; limit 0 means all. After an error it
// yields nothing more.
func (l *Ledger) EachGame(ctx context.Context, q match.GameQuery) iter.Seq2[match.Record, error] {
	return func(yield func(match.Record, error) bool) {
		most := q.Limit
		for first := q.Offset; ; q.Offset += q.Limit {
			if q.Limit = gamePage; most > 0 {
				q.Limit = min(gamePage, first+most-q.Offset)
			}
			list, total, err := l.Games(ctx, q)
			if err != nil {
				yield(match.Record{}, err)
				return
			}
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
			}
			if end := q.Offset + q.Limit; end >= total || most > 0 && end >= first+most {
				return
			}
		}
	}
}

// Empty reports whether there are no games and no scores.
func (l *Ledger) Empty(ctx context.Context) bool {
	_, games, err := l.Games(ctx, match.GameQuery{Limit: 1})
	variants, variantsErr := l.Variants(ctx)
	return errors.Join(err, variantsErr) == nil && games == 0 && len(variants) == 0
}

// Candidates is the largest number of ids that [Ledger.FindGames] returns.
const Candidates = 5

// FindGames returns the ids of the games that match a short form, in order, at most Candidates. A
// whole id matches only its game; otherwise the short form is the beginning of an id, or the
// beginning of a series id with the number of the game, as in "3fa2c1-2".
func (l *Ledger) FindGames(ctx context.Context, short string) (ids []string, err error) {
	if short == "" {
		return nil, nil
	}
	return on(ctx, l, func(b book) (ids []string, err error) {
		for _, form := range shortForms(short) {
			if ids, err = b.gameIDs(ctx, form.prefix, Candidates, form.fits); len(ids) > 0 || err != nil {
				break
			}
		}
		return ids, err
	})
}

// shortForm is one of the interpretations of a short form of an id.
type shortForm struct {
	prefix string // the beginning of the id
	fits   func(id string) bool
}

// shortForms returns the interpretations of a short form; the first one that matches a game counts.
func shortForms(short string) []shortForm {
	forms := []shortForm{{short, func(id string) bool { return id == short }}}
	if series, number, ok := match.SplitGameID(short); ok {
		forms = append(forms, shortForm{series, func(id string) bool {
			_, n, ok := match.SplitGameID(id)
			return ok && n == number
		}})
	}
	return append(forms, shortForm{short, func(string) bool { return true }})
}

// DeleteGame deletes a game permanently. A missing game is not an error.
func (l *Ledger) DeleteGame(ctx context.Context, id string) error {
	return l.change(ctx, dropping(gameRows, id))
}

// DeleteScore deletes the score of a game permanently. A missing score is not an error.
func (l *Ledger) DeleteScore(ctx context.Context, gameID string) error {
	return l.change(ctx, dropping(scoreRows, gameID))
}

// Figures returns the results of the person at this machine against every other player. Games
// between two local people or two computers do not count, and neither do games that began with
// plies from elsewhere.
func (l *Ledger) Figures(ctx context.Context) (match.Figures, error) {
	list, err := on(ctx, l, func(b book) ([]match.Figure, error) { return b.figures(ctx) })
	return sum(list), err
}

// Unfinished returns the newest unfinished local game with at least one ply, and whether there is
// one.
func (l *Ledger) Unfinished(ctx context.Context) (g match.Record, found bool, err error) {
	g, found, err = onTwo(ctx, l, func(b book) (match.Record, bool, error) { return b.unfinished(ctx, l.clock()) })
	return g, found && err == nil, err
}

// Left returns the game that was left last, local or over a network, or nil. With an error it
// returns the part that it could read.
func (l *Ledger) Left(ctx context.Context) (*match.LeftGame, error) {
	var errs []error
	believed := func(g match.Record, found bool, err error) (match.Record, bool) {
		if found && err == nil {
			g.Ended, err = on(ctx, l, func(b book) (time.Time, error) { return b.ended(ctx, g, l.clock()) })
		}
		errs = append(errs, err)
		return g, found && err == nil
	}
	newest, found, err := l.Unfinished(ctx)
	var here *match.Record
	if g, found := believed(newest, found, err); found {
		here = &g
	}
	marks, err := l.Bookmarks(ctx)
	errs = append(errs, err)
	left := match.NewestLeft(here, marks, func(id string) (match.Record, bool) { return believed(l.Game(ctx, id)) })
	if left != nil && left.Bookmark == nil {
		left.Record = newest
	}
	return left, errors.Join(errs...)
}

// unfinished reports whether a game can be continued here.
func unfinished(r match.Record) bool {
	return r.Local() && r.Result.Ending == match.Running && len(r.Game.Plies) > 0
}

// SaveBookmark saves a series to be resumed later, and replaces its older bookmark. It removes the
// bookmark of a series that is over.
func (l *Ledger) SaveBookmark(ctx context.Context, b match.Bookmark) error {
	if err := checkBookmark(b); err != nil {
		return err
	}
	b.Saved = l.clock()
	return l.change(ctx, savingBookmark(b))
}

// Bookmarks returns the series that can be resumed, newest first.
func (l *Ledger) Bookmarks(ctx context.Context) ([]match.Bookmark, error) {
	list, err := l.bookmarks(ctx)
	return slices.DeleteFunc(list, func(b match.Bookmark) bool { return b.Closing }), err
}

// savingBookmark is the change that saves a series, or removes one that is over.
func savingBookmark(b match.Bookmark) change {
	if b.Over() {
		return dropping(markRows, b.Key())
	}
	return putting(markRows, b.Key(), normalBookmark(b))
}

func (l *Ledger) bookmarks(ctx context.Context) ([]match.Bookmark, error) {
	list, err := on(ctx, l, func(b book) ([]match.Bookmark, error) { return b.bookmarks(ctx) })
	slices.SortFunc(list, newestBookmark)
	return list, err
}

// A series that has ended here is kept until the other end knows, for at most closingDays; at most
// maxClosing are kept.
const (
	closingDays = 30
	maxClosing  = 16
)

// Closing returns the series that have ended at this end while the other end does not know, newest
// first. It drops the ones over the limits.
func (l *Ledger) Closing(ctx context.Context) ([]match.Bookmark, error) {
	list, err := l.bookmarks(ctx)
	list = slices.DeleteFunc(list, func(b match.Bookmark) bool { return !b.Closing })
	oldest := l.clock().AddDate(0, 0, -closingDays)
	for n, b := range list {
		if err == nil && (n >= maxClosing || b.Saved.Before(oldest)) {
			b.State, b.Log = nil, nil
			err = l.change(ctx, savingBookmark(b))
		}
	}
	list = slices.DeleteFunc(list, func(b match.Bookmark) bool { return b.Saved.Before(oldest) })
	return list[:min(len(list), maxClosing)], err
}

// AmendGame replaces the plies and the result of a running or abandoned game with the other end's
// version. It leaves other games unchanged.
func (l *Ledger) AmendGame(ctx context.Context, id string, g rules.Game, r match.Result) error {
	kept, found, err := l.Game(ctx, id)
	if err != nil || !found || kept.Result.Ending != match.Abandoned && kept.Result.Ending != match.Running {
		return err
	}
	kept.Game, kept.Result = g, r
	return l.SaveGame(ctx, kept)
}
