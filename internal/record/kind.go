package record

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// kind describes one kind of rows. Their values have names, and are the same texts in the storage
// of a page and in a database.
type kind[T any] struct {
	name   string
	rows   func(*memory) map[string]T
	encode func(T) url.Values
	decode func(id string, f *fields) (T, bool)
}

// anyKind is a [kind] of any type of rows.
type anyKind interface {
	word() string
	// row returns a row in memory, or nil; take puts one there, forget removes one, and ids returns
	// the ids of all.
	row(m *memory, id string) any
	take(m *memory, id string, row any)
	forget(m *memory, id string)
	ids(m *memory) []string
	// values returns the values of a row, and parse a row with values, or nil if it is not valid.
	values(row any) url.Values
	parse(id string, f fields) any
}

func (k kind[T]) word() string { return k.name }

func (k kind[T]) row(m *memory, id string) any {
	if row, found := k.rows(m)[id]; found {
		return row
	}
	return nil
}

func (k kind[T]) take(m *memory, id string, row any) { k.rows(m)[id] = row.(T) }

func (k kind[T]) forget(m *memory, id string) { delete(k.rows(m), id) }

func (k kind[T]) ids(m *memory) []string { return slices.Collect(maps.Keys(k.rows(m))) }

func (k kind[T]) values(row any) url.Values { return k.encode(row.(T)) }

func (k kind[T]) parse(id string, f fields) any {
	if row, ok := k.decode(id, &f); ok && !f.bad {
		return row
	}
	return nil
}

// The kinds of rows.
var (
	settingRows = kind[string]{
		"setting", func(m *memory) map[string]string { return m.settings }, encodeSetting, decodeSetting,
	}
	scoreRows = kind[match.Score]{
		"score", func(m *memory) map[string]match.Score { return m.scores }, encodeScore, decodeScore,
	}
	gameRows = kind[match.Record]{
		"game", func(m *memory) map[string]match.Record { return m.archive }, encodeGame, decodeGame,
	}
	markRows = kind[match.Bookmark]{
		"series", func(m *memory) map[string]match.Bookmark { return m.marks }, encodeBookmark, decodeBookmark,
	}
	exerciseRows = kind[match.Exercise]{
		"exercise", func(m *memory) map[string]match.Exercise { return m.drills }, encodeExercise, decodeExercise,
	}
	hostRows = kind[Host]{
		"host", func(m *memory) map[string]Host { return m.hosts }, encodeHost, decodeHost,
	}
	leaseRows = kind[lease]{
		"lease", func(m *memory) map[string]lease { return m.leases }, encodeLease, decodeLease,
	}
)

// kinds are all kinds of rows.
var kinds = []anyKind{settingRows, scoreRows, gameRows, markRows, exerciseRows, hostRows, leaseRows}

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

func (r row) truth(key string, value bool) row { return r.number(key, map[bool]int{true: 1}[value]) }

// fields reads the values of a row, and notes whether one was invalid.
type fields struct {
	// Get returns a value by its name, or "".
	Get func(key string) string
	// version is that of the database, or 0 for the storage of a page.
	version int
	bad     bool
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

// word reads one of some words, and returns its number.
func (f *fields) word(key string, words []string) int {
	n := slices.Index(words, f.Get(key))
	f.bad = f.bad || n < 0
	return max(0, n)
}

// game reads a game, whose text is valid only in the form that this program writes.
func (f *fields) game(key string) rules.Game {
	game, err := rules.ParseGame(f.Get(key))
	f.bad = f.bad || err != nil || game.String() != f.Get(key)
	return game
}

// bytes reads a value that is not text: it is base64 in the storage of a page.
func (f *fields) bytes(key string) []byte {
	if f.version > 0 {
		return []byte(f.Get(key))
	}
	b, err := base64.RawURLEncoding.DecodeString(f.Get(key))
	f.bad = f.bad || err != nil
	return b
}

func encodeSetting(value string) url.Values { return url.Values(row{}.text("value", value)) }

func decodeSetting(key string, f *fields) (string, bool) {
	value := f.Get("value")
	return value, checkSetting(key, value) == nil
}

func encodeScore(s match.Score) url.Values {
	r := row{}.text("rules", s.Variant.String()).text("name", s.Name).text("opponent", s.Opponent)
	r.number("seeds", s.Seeds).number("margin", s.Margin).number("turns", s.Turns).time("date", s.Date)
	return url.Values(r)
}

func decodeScore(id string, f *fields) (match.Score, bool) {
	s := match.Score{
		GameID: id, Name: f.Get("name"), Opponent: f.Get("opponent"), Seeds: f.number("seeds"), Margin: f.number("margin"),
		Turns: f.number("turns"), Date: f.time("date"),
	}
	var err error
	s.Variant, err = rules.ParseVariant(f.Get("rules"))
	// Before version 3 of the database, a rule set could have several texts.
	return s, err == nil && (f.version < 3 || s.Variant.String() == f.Get("rules")) && checkScore(s) == nil
}

// The words for values, by value. The words for endings are match.Ending's.
var (
	outcomeWords = []string{"undecided", "south", "north", "draw"}
	partyWords   = []string{"host", "guest"}
)

// outcomes are the outcomes that outcomeWords name.
var outcomes = []rules.Outcome{rules.Undecided, rules.SouthWins, rules.NorthWins, rules.Draw}

// outcomeWord returns the word for an outcome.
func outcomeWord(o rules.Outcome) string { return outcomeWords[slices.Index(outcomes, o)] }

// sideWords begin the names of the values of each side.
var sideWords = [2]string{"south", "north"}

func encodeGame(g match.Record) url.Values {
	r := row{}.text("game", g.Game.String()).text("starter", partyWords[g.Starter]).text("ending", g.Result.Ending.String())
	r.text("outcome", outcomeWord(g.Result.Outcome)).truth("opened", g.Opened)
	for side, word := range sideWords {
		r.text(word, g.Names[side]).text(word+"-kind", g.Kinds[side]).number(word+"-store", g.Result.Stores[side])
	}
	for party, word := range partyWords {
		r.number(word+"-wins", g.Before.Wins[party])
	}
	r.number("draws", g.Before.Draws).time("started", g.Started).time("ended", g.Ended)
	return url.Values(r)
}

func decodeGame(id string, f *fields) (match.Record, bool) {
	g := match.Record{
		ID: id, Game: f.game("game"), Starter: match.Party(f.word("starter", partyWords)), Opened: f.truth("opened"),
		Started: f.time("started"), Ended: f.time("ended"),
	}
	g.Before.Draws = f.number("draws")
	for side, word := range sideWords {
		g.Names[side], g.Kinds[side], g.Result.Stores[side] = f.Get(word), f.Get(word+"-kind"), f.number(word+"-store")
	}
	for party, word := range partyWords {
		g.Before.Wins[party] = f.number(word + "-wins")
	}
	var known bool
	g.Result.Ending, known = match.ParseEnding(f.Get("ending"))
	g.Result.Outcome = outcomes[f.word("outcome", outcomeWords)]
	return g, known && !f.bad && checkRecord(g) == nil
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

func decodeBookmark(id string, f *fields) (match.Bookmark, bool) {
	b, _ := bookmarkOf(id)
	b.Addr, b.Peer, b.Number, b.State = f.Get("addr"), f.Get("peer"), f.number("number"), f.bytes("state")
	b.Game, b.Starter = f.game("game"), match.Party(f.word("starter", partyWords))
	b.Saved, b.Closing = f.time("saved"), f.Get("closing") == "true"
	return b, parseLog(&b, f.Get("log")) && !f.bad && !b.Over() && b.Key() == id && checkBookmark(b) == nil
}

// logText returns the log of a bookmark as text: the number of the first line, and each line in
// hexadecimal. It is empty if there are no lines.
func logText(b match.Bookmark) string {
	if len(b.Log) == 0 {
		return ""
	}
	text := strconv.AppendUint(nil, uint64(b.First), 10)
	for _, line := range b.Log {
		text = hex.AppendEncode(append(text, ' '), line)
	}
	return string(text)
}

// parseLog is the inverse of logText, and reports whether the text is valid.
func parseLog(b *match.Bookmark, text string) bool {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return true
	}
	first, err := strconv.ParseUint(fields[0], 10, 32)
	b.First = uint32(first)
	for _, field := range fields[1:] {
		line, wrong := hex.DecodeString(field)
		err = errors.Join(err, wrong)
		b.Log = append(b.Log, line)
	}
	return err == nil
}

func encodeHost(h Host) url.Values {
	return url.Values(row{}.text("key", h.Fingerprint.String()).truth("verified", h.Verified).time("met", h.Met))
}

func decodeHost(id string, f *fields) (Host, bool) {
	h := Host{Addr: id, Met: f.time("met")}
	h.Verified = f.truth("verified")
	var err error
	h.Fingerprint, err = keys.ParseFingerprint(f.Get("key"))
	return h, err == nil && checkHost(h) == nil
}

func encodeExercise(e match.Exercise) url.Values {
	return url.Values(row{}.text("text", e.Text).time("time", e.Time))
}

func decodeExercise(key string, f *fields) (match.Exercise, bool) {
	kind, id, _ := strings.Cut(key, ":")
	e := match.Exercise{Kind: kind, ID: id, Time: f.time("time"), Text: f.Get("text")}
	return e, checkExercise(e) == nil
}

func encodeLease(w lease) url.Values {
	return url.Values(row{}.text("holder", w.holder).time("until", w.until))
}

func decodeLease(_ string, f *fields) (lease, bool) {
	return lease{holder: f.Get("holder"), until: f.time("until")}, true
}
