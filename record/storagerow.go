package record

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// kind describes one kind of rows.
type kind[T any] struct {
	name   string
	rows   func(*memory) map[string]T
	encode func(T) url.Values // as in the storage of a page
	decode func(id string, v url.Values) (T, bool)
	// save saves a row of a memory in another book, and erase deletes one there.
	save  func(ctx context.Context, m *memory, id string, row T, b book) error
	erase func(ctx context.Context, id string, b book) error
}

// put makes a value the row with an id.
func (k kind[T]) put(m *memory, id string, value T) error {
	err := m.back.write(k.name, id, k.encode(value))
	if err == nil {
		k.rows(m)[id] = value
	}
	return err
}

// drop deletes a row.
func (k kind[T]) drop(m *memory, id string) error {
	err := m.back.write(k.name, id, nil)
	if err == nil {
		k.forget(m, id)
	}
	return err
}

// take makes encoded values the row with an id in memory, and ignores invalid ones.
func (k kind[T]) take(m *memory, id string, v url.Values) {
	if value, ok := k.decode(id, v); ok {
		k.rows(m)[id] = value
	}
}

// forget removes a row from memory.
func (k kind[T]) forget(m *memory, id string) { delete(k.rows(m), id) }

// copyTo makes a row of another book equal to the one in memory.
func (k kind[T]) copyTo(ctx context.Context, m *memory, id string, b book) error {
	if row, found := k.rows(m)[id]; found {
		return k.save(ctx, m, id, row, b)
	}
	return k.erase(ctx, id, b)
}

// The kinds of rows. No setting and no host is ever deleted; exercises are all at once.
var (
	settingRows = kind[string]{
		"setting", func(m *memory) map[string]string { return m.settings }, encodeSetting, decodeSetting,
		func(ctx context.Context, _ *memory, key, value string, b book) error {
			return b.setSetting(ctx, key, value)
		}, nil,
	}
	scoreRows = kind[match.Score]{
		"score", func(m *memory) map[string]match.Score { return m.scores }, encodeScore, decodeScore,
		func(ctx context.Context, _ *memory, _ string, s match.Score, b book) error {
			_, err := b.add(ctx, s)
			return err
		},
		func(ctx context.Context, id string, b book) error { return b.deleteScore(ctx, id) },
	}
	gameRows = kind[match.Record]{
		"game", func(m *memory) map[string]match.Record { return m.archive }, encodeGame, decodeGame,
		func(ctx context.Context, m *memory, _ string, g match.Record, b book) error {
			_, err := b.saveGame(ctx, g, m.leased[g.ID]) // another program may have taken it over meanwhile
			return err
		},
		func(ctx context.Context, id string, b book) error { return b.deleteGame(ctx, id) },
	}
	markRows = kind[match.Bookmark]{
		"series", func(m *memory) map[string]match.Bookmark { return m.marks }, encodeBookmark, decodeBookmark,
		func(ctx context.Context, _ *memory, _ string, mark match.Bookmark, b book) error {
			return b.saveBookmark(ctx, mark)
		},
		func(ctx context.Context, id string, b book) error {
			mark, _ := bookmarkOf(id)
			return b.saveBookmark(ctx, mark)
		},
	}
	exerciseRows = kind[match.Exercise]{
		"exercise", func(m *memory) map[string]match.Exercise { return m.drills }, encodeExercise, decodeExercise,
		func(ctx context.Context, m *memory, _ string, e match.Exercise, b book) error {
			return b.saveExercises(ctx, []match.Exercise{e}, !m.added[exerciseKey(e)])
		}, nil,
	}
	hostRows = kind[Host]{
		"host", func(m *memory) map[string]Host { return m.hosts }, encodeHost, decodeHost,
		func(ctx context.Context, _ *memory, _ string, h Host, b book) error { return b.saveHost(ctx, h) }, nil,
	}
)

// kinds are all kinds of rows by their names.
var kinds = map[string]interface {
	take(m *memory, id string, v url.Values)
	forget(m *memory, id string)
	copyTo(ctx context.Context, m *memory, id string, b book) error
}{
	settingRows.name: settingRows, scoreRows.name: scoreRows, gameRows.name: gameRows, markRows.name: markRows,
	exerciseRows.name: exerciseRows, hostRows.name: hostRows,
}

// row is url.Values with methods for numbers.
type row url.Values

func (r row) text(key, value string) row {
	r[key] = []string{value}
	return r
}

func (r row) number(key string, value int) row { return r.text(key, strconv.Itoa(value)) }

func (r row) time(key string, value time.Time) row {
	return r.text(key, strconv.FormatInt(value.UnixMilli(), 10))
}

// fields reads the values of a row, and notes whether one was invalid.
type fields struct {
	url.Values
	bad bool
}

func (f *fields) number(key string) int {
	n, err := strconv.Atoi(f.Get(key))
	f.bad = f.bad || err != nil
	return n
}

func (f *fields) time(key string) time.Time {
	ms, err := strconv.ParseInt(f.Get(key), 10, 64)
	f.bad = f.bad || err != nil
	return time.UnixMilli(ms).UTC()
}

func (f *fields) truth(key string) bool {
	truth, err := strconv.ParseBool(f.Get(key))
	f.bad = f.bad || err != nil
	return truth
}

func encodeSetting(value string) url.Values { return url.Values(row{}.text("value", value)) }

func decodeSetting(key string, v url.Values) (string, bool) {
	value := v.Get("value")
	return value, checkSetting(key, value) == nil
}

func encodeScore(s match.Score) url.Values {
	r := row{}.text("rules", s.Variant.String()).text("name", s.Name).text("opponent", s.Opponent)
	r.number("seeds", s.Seeds).number("margin", s.Margin).number("turns", s.Turns).time("date", s.Date)
	return url.Values(r)
}

func decodeScore(id string, v url.Values) (match.Score, bool) {
	f := fields{Values: v}
	s := match.Score{
		GameID: id, Name: f.Get("name"), Opponent: f.Get("opponent"), Seeds: f.number("seeds"), Margin: f.number("margin"),
		Turns: f.number("turns"), Date: f.time("date"),
	}
	var err error
	s.Variant, err = rules.ParseVariant(f.Get("rules"))
	return s, err == nil && !f.bad && checkScore(s) == nil
}

// sideWords begin the names of the values of each side.
var sideWords = [2]string{"south", "north"}

func encodeGame(g match.Record) url.Values {
	r := row{}.text("game", g.Game.String()).text("starter", partyWords[g.Starter]).text("ending", g.Result.Ending.String())
	r.text("outcome", outcomeWord(g.Result.Outcome)).text("opened", strconv.FormatBool(g.Opened))
	for side, word := range sideWords {
		r.text(word, g.Names[side]).text(word+"-kind", g.Kinds[side]).number(word+"-store", g.Result.Stores[side])
	}
	for party, word := range partyWords {
		r.number(word+"-wins", g.Before.Wins[party])
	}
	r.number("draws", g.Before.Draws).time("started", g.Started).time("ended", g.Ended)
	return url.Values(r)
}

func decodeGame(id string, v url.Values) (match.Record, bool) {
	f := fields{Values: v}
	g := match.Record{Started: f.time("started"), Ended: f.time("ended")}
	g.ID, g.Opened, g.Before.Draws = id, f.truth("opened"), f.number("draws")
	for side, word := range sideWords {
		g.Names[side], g.Kinds[side], g.Result.Stores[side] = f.Get(word), f.Get(word+"-kind"), f.number(word+"-store")
	}
	for party, word := range partyWords {
		g.Before.Wins[party] = f.number(word + "-wins")
	}
	ok := setGameWords(&g, f.Get("game"), f.Get("starter"), f.Get("ending"), f.Get("outcome"))
	return g, ok && !f.bad && checkRecord(g) == nil
}

func encodeBookmark(b match.Bookmark) url.Values {
	r := row{}.text("addr", b.Addr).text("peer", b.Peer).text("game", b.Game.String()).number("number", b.Number)
	r.text("starter", partyWords[b.Starter]).text("state", base64.RawURLEncoding.EncodeToString(b.State)).time("saved", b.Saved)
	if len(b.Log) > 0 {
		r.text("log", logText(b))
	}
	if b.Closing {
		r = r.text("closing", "true")
	}
	return url.Values(r)
}

// bookmarkOf returns an empty bookmark with a key, and the key's word for the end of the series.
func bookmarkOf(key string) (b match.Bookmark, self string) {
	i := max(0, strings.LastIndexByte(key, '/'))
	self = strings.TrimPrefix(key[i:], "/")
	return match.Bookmark{Series: key[:i], Self: match.Party(max(0, slices.Index(partyWords, self)))}, self
}

func decodeBookmark(id string, v url.Values) (match.Bookmark, bool) {
	f := fields{Values: v}
	state, err := base64.RawURLEncoding.DecodeString(f.Get("state"))
	b, self := bookmarkOf(id)
	b.Addr, b.Peer, b.Number, b.State = f.Get("addr"), f.Get("peer"), f.number("number"), state
	b.Saved, b.Closing = f.time("saved"), f.Get("closing") == "true"
	ok := setBookmarkWords(&b, f.Get("game"), self, f.Get("starter")) && parseLog(&b, f.Get("log"))
	return b, ok && err == nil && !f.bad && !b.Over() && b.Key() == id && checkBookmark(b) == nil
}

func encodeHost(h Host) url.Values {
	return url.Values(row{}.text("key", h.Fingerprint.String()).text("verified", strconv.FormatBool(h.Verified)).time("met", h.Met))
}

func decodeHost(id string, v url.Values) (Host, bool) {
	f := fields{Values: v}
	h := Host{Addr: id, Met: f.time("met")}
	h.Verified = f.truth("verified")
	var err error
	h.Fingerprint, err = keys.ParseFingerprint(f.Get("key"))
	return h, err == nil && !f.bad && checkHost(h) == nil
}

func encodeExercise(e match.Exercise) url.Values {
	return url.Values(row{}.text("text", e.Text).time("time", e.Time))
}

func decodeExercise(key string, v url.Values) (match.Exercise, bool) {
	f := fields{Values: v}
	kind, id, _ := strings.Cut(key, ":")
	e := match.Exercise{Kind: kind, ID: id, Time: f.time("time"), Text: f.Get("text")}
	return e, !f.bad && checkExercise(e) == nil
}
