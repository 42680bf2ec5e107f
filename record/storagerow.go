package record

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// shelf describes the handling of the rows of a kind in memory. Take decodes a row and ignores an
// invalid one; drop removes it.
type shelf struct {
	take func(m *memory, id string, v url.Values)
	drop func(m *memory, id string)
}

// shelves are all kinds of rows by their names in keys.
var shelves = map[string]shelf{
	"setting":  shelfOf(decodeSetting, func(m *memory) map[string]string { return m.settings }),
	"score":    shelfOf(decodeScore, func(m *memory) map[string]match.Score { return m.scores }),
	"game":     shelfOf(decodeGame, func(m *memory) map[string]match.Record { return m.archive }),
	"series":   shelfOf(decodeBookmark, func(m *memory) map[string]match.Bookmark { return m.marks }),
	"exercise": shelfOf(decodeExercise, func(m *memory) map[string]match.Exercise { return m.drills }),
	"host":     shelfOf(decodeHost, func(m *memory) map[string]Host { return m.hosts }),
}

func shelfOf[T any](decode func(id string, v url.Values) (T, bool), rows func(*memory) map[string]T) shelf {
	take := func(m *memory, id string, v url.Values) {
		if value, ok := decode(id, v); ok {
			rows(m)[id] = value
		}
	}
	return shelf{take, func(m *memory, id string) { delete(rows(m), id) }}
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

// fields reads the values of a row and remembers whether one was invalid.
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

// decodeBookmark decodes a series; its id is the row's key.
func decodeBookmark(id string, v url.Values) (match.Bookmark, bool) {
	f := fields{Values: v}
	state, err := base64.RawURLEncoding.DecodeString(f.Get("state"))
	i := max(0, strings.LastIndexByte(id, '/'))
	b := match.Bookmark{
		Series: id[:i], Addr: f.Get("addr"), Peer: f.Get("peer"), Number: f.number("number"), State: state, Saved: f.time("saved"),
		Closing: f.Get("closing") == "true",
	}
	ok := setBookmarkWords(&b, f.Get("game"), strings.TrimPrefix(id[i:], "/"), f.Get("starter")) && parseLog(&b, f.Get("log"))
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
