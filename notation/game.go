package notation

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/rules"
)

// Asked is the rules that a person wants for a text that names none.
type Asked struct {
	Variant rules.Variant
	// Rules, Houses and Seeds report which parts of the variant the person has chosen. The size
	// that was not chosen is the size of the board in the text.
	Rules, Houses, Seeds bool
	// OneLine says that the text is one line, so errors need not name it.
	OneLine bool
}

// Chosen reports whether the person has chosen anything.
func (a Asked) Chosen() bool { return a.Rules || a.Houses || a.Seeds }

var presets = rules.Presets()

// theirNames maps others' names of rule sets, in lower case, to this program's.
var theirNames = map[string]string{
	"togyzkumalak": "togyz", "togyz kumalak": "togyz", "toguz kumalak": "togyz", "toguzkumalak": "togyz", "oware abapa": "oware", "abapa": "oware",
}

// isPreset reports whether a word is the name of a rule set.
func isPreset(word string) bool {
	return slices.ContainsFunc(presets, func(p rules.NamedVariant) bool { return strings.EqualFold(strings.TrimSuffix(word, "+pie"), p.Name) }) ||
		len(word) > 4 && theirNames[strings.ToLower(word)] != ""
}

// ruleSet parses a rule set in any letter case. Its error has the text as it was written.
func ruleSet(text string) (rules.Variant, error) {
	name := strings.ToLower(text)
	if ours, ok := theirNames[name]; ok {
		name = ours
	}
	v, err := rules.ParseRuleSet(name)
	var lower, written *rules.Note
	if _, as := rules.ParseRuleSet(text); errors.As(err, &lower) && errors.As(as, &written) && written.Code == lower.Code {
		err = as
	}
	return v, err
}

// tags are the statements of a text about a game.
type tags []token

// find returns the first tag of a name, or nil.
func (l tags) find(name string) *token {
	if i := slices.IndexFunc(l, func(t token) bool { return strings.EqualFold(t.name, name) }); i >= 0 {
		return &l[i]
	}
	return nil
}

// game reads the tokens of a game.
func (r *Reader) game() (g Reading, err error) {
	var said tags
	var results []token
	r.words = r.words[:0]
	turn, numbered, ours, emptied := token{turn: none}, false, false, (*token)(nil)
	for i, t := range r.list[:r.size] {
		switch {
		case t.kind == aFault:
			return g, r.at(t, t.err)
		case t.kind == aTag:
			said = append(said, t)
		case t.kind == aResult:
			results = append(results, t)
		case t.kind == aComment && ours && t.first && t.text[0] == '#':
			said = append(said, about(t)...)
		case t.kind == aComment && t.text == "{zero}":
			emptied = &r.list[i]
		case t.kind == aNumber && turn.word == "":
			turn = t
		case t.kind != aComment:
			t.turn, turn, numbered = number(turn.word), token{}, numbered || turn.word != ""
			ours = ours || len(r.words) == 0 && t.sized
			r.words = append(r.words, t)
		}
	}
	if turn.word != "" && !numbered { // a ply and a full stop
		r.words = append(r.words, turn)
	}
	for _, t := range said {
		g.Tags = append(g.Tags, Tag{strings.Clone(t.name), strings.Clone(t.word)})
	}
	named, asked, err := r.rules(said)
	if err != nil {
		return g, err
	}
	if fen := said.find("FEN"); fen != nil {
		words := strings.Fields(fen.word)
		r.words = slices.Insert(r.words, 0, make([]token, len(words))...)
		for i, word := range words {
			r.words[i] = token{text: fen.text, word: word, line: fen.line, turn: none, total: none}
		}
	}
	if err = r.body(&g, named, asked, results); err != nil {
		return g, err
	}
	r.named = []rules.Variant{g.Last.Variant()}
	if emptied != nil && !g.Last.Over() {
		return g, r.at(*emptied, rules.Refuse("notation.not-empty", "no row is empty after the last move"))
	}
	return g, r.settle(&g, said, results, ours)
}

// rules takes the rules from the words, and returns them and the rules that a person asked for. A
// command as of a version before 0.2 asks for some.
func (r *Reader) rules(said tags) (named []rules.Variant, asked Asked, err error) {
	asked, r.sized = r.asked, false
	if len(r.words) > 0 && r.words[0].command {
		if asked, err = r.command(); err != nil {
			return nil, asked, err
		}
	}
	if asked.Chosen() {
		named = []rules.Variant{asked.Variant}
	}
	written := said.find("Variant")
	if written != nil && strings.Trim(written.word, "? ") == "" {
		written = nil
	}
	if len(r.words) > 0 && (r.words[0].sized || isPreset(r.words[0].word)) {
		if t := r.words[0]; asked.Chosen() {
			return nil, asked, r.at(t, rules.Refuse("notation.rules-twice", "%.40q names rules, and others were chosen", rules.Quoted(t.text)))
		}
		written, r.words, r.sized = &r.words[0], r.words[1:], r.words[0].sized
	}
	if written == nil {
		return named, asked, nil
	}
	v, err := ruleSet(written.word)
	if err != nil {
		return nil, asked, r.at(*written, err)
	}
	return []rules.Variant{v}, asked, nil
}

// command takes a command and its options from the words.
func (r *Reader) command() (asked Asked, err error) {
	first := r.words[0]
	if asked = r.asked; asked.Variant == (rules.Variant{}) {
		asked.Variant = presets[0].Variant
	}
	for len(r.words) > 0 && (r.words[0].word == "mancala" || r.words[0].word == "show") {
		r.words = r.words[1:]
	}
	size := map[string]int{"houses": int(asked.Variant.Houses), "seeds": int(asked.Variant.Seeds)}
	for len(r.words) > 0 && strings.HasPrefix(r.words[0].word, "--") {
		t := r.words[0]
		name, value, given := strings.Cut(t.word[2:], "=")
		if r.words = r.words[1:]; !given && len(r.words) > 0 {
			value, given, r.words = r.words[0].word, true, r.words[1:]
		}
		_, sizes := size[name]
		switch n := number(value); {
		case !given:
			err = rules.Refuse("notation.no-value", "--%s needs a value after it", name)
		case sizes && n == none:
			err = rules.Refuse("notation.bad-value", "%s is not a possible value for --%s", rules.Quoted(strconv.Quote(value)), name)
		case sizes:
			size[name], asked.Houses, asked.Seeds = n, asked.Houses || name == "houses", asked.Seeds || name == "seeds"
		case name == "rules":
			if asked.Variant, err = ruleSet(value); !asked.Houses {
				size["houses"] = int(asked.Variant.Houses)
			}
			if asked.Rules = true; !asked.Seeds {
				size["seeds"] = int(asked.Variant.Seeds)
			}
		case name != "language":
			err = rules.Refuse("notation.no-option", "there is no option --%s", rules.Quoted(name))
		}
		if err != nil {
			return asked, r.at(t, err)
		}
	}
	if len(r.words) > 0 && (r.words[0].sized || isPreset(r.words[0].word)) || !asked.Chosen() {
		return r.asked, nil // the pasted text has the command before it
	}
	if asked.Variant, err = asked.Variant.WithSize(size["houses"], size["seeds"]); err != nil {
		err = r.at(first, err)
	}
	return asked, err
}

// body reads the words behind the rules: a board, plies or both.
func (r *Reader) body(g *Reading, named []rules.Variant, asked Asked, results []token) error {
	if len(r.words) == 0 {
		return r.empty(g, named, asked, results)
	}
	first := r.words[0]
	for i := range dialects {
		if d := &dialects[i]; d.board != nil {
			if b, n, ok := d.board(r.words); ok {
				return r.fromBoard(g, d, b, d.candidates(named, asked), asked, r.words[n:])
			}
		}
	}
	for i := range dialects {
		d := &dialects[i]
		var looks bool
		if r.plies, looks = d.plies(r.plies[:0], &first, anyRules); looks {
			if list := d.candidates(named, asked); len(list) > 0 {
				return r.judge(g, d, list)
			}
		}
	}
	if _, err := rules.Preset(first.word); len(named) == 0 && (!r.asked.OneLine || asked.Variant == rules.Variant{}) && !strings.HasPrefix(first.word, "--") {
		return r.at(first, err)
	}
	return r.at(first, dialects[len(dialects)-1].refuse(first, 1))
}

// empty reads a game without plies. If it has no rules, they are those of the game before it.
func (r *Reader) empty(g *Reading, named []rules.Variant, asked Asked, results []token) error {
	if len(named) == 0 {
		named = r.named
	}
	if len(named) == 0 && len(results) > 0 {
		return r.at(results[0], rules.Refuse("notation.no-rules", "that result says nothing of the game; write the name of the game before it"))
	}
	start, err := rules.Start(dialects[len(dialects)-1].candidates(named, asked)[0])
	g.Game, g.HasGame, g.Last = rules.Game{Variant: start.Variant()}, true, start
	return err
}

// judge reads plies from the start by the only rule set that allows them all, or by that of the
// game before. If there is none, the error is of the rule set that goes furthest.
func (r *Reader) judge(g *Reading, d *dialect, list []rules.Variant) (failed error) {
	fits := 0
	for i, v := range list {
		start, err := rules.Start(v)
		if err == nil {
			err = r.read(d, v, r.words)
		}
		if err != nil {
			return err
		}
		game, last, err := r.follow(start)
		switch {
		case err != nil && fits == 0 && (i == 0 || len(game.Plies) > len(g.Game.Plies)):
			failed, g.Game, g.Last, g.HasGame = err, game, last, true
		case err == nil && (fits == 0 || slices.Contains(r.named, v)):
			g.Game, g.Last, g.HasGame, failed, fits = game, last, true, nil, fits+1
		case err == nil && !slices.Contains(r.named, g.Game.Variant):
			return r.at(r.words[0], rules.Refuse("notation.two", "those plies are possible in %s and in %s; write the name of the game before them",
				g.Game.Variant.Name(), v.Name()))
		}
	}
	return failed
}

// read reads the plies of words.
func (r *Reader) read(d *dialect, v rules.Variant, words []token) error {
	r.plies = r.plies[:0]
	for i := range words {
		t, n := &words[i], len(r.plies)
		var ok bool
		if r.plies, ok = d.plies(r.plies, t, v); !ok {
			return r.at(*t, d.refuse(*t, n+1))
		}
		r.plies[n].turn = t.turn
	}
	return nil
}

// about returns the tags that a comment of this program's own texts means.
func about(t token) (list tags) {
	text := strings.TrimSpace(t.word)
	name, value, named := strings.Cut(text, ": ")
	add := func(name, value string) { t.name, t.word = name, value; list = append(list, t) }
	if id, ok := strings.CutPrefix(text, "Game "); ok {
		id, value, _ = strings.Cut(id, ", ")
		add("Game", id)
		add("Date", value)
	}
	switch {
	case named && (name == "South" || name == "North"):
		if rating := strings.LastIndex(value, ", "); rating > 0 && strings.Contains(value[rating:], " ± ") {
			value = value[:rating]
		}
		add(name, value)
		return list
	case named && name == "Check":
		add(name, value)
	}
	head, ending, _ := strings.Cut(text, " (")
	ending, _, _ = strings.Cut(strings.TrimSuffix(ending, ")"), ",")
	said := strings.FieldsFunc(strings.ToLower(head), func(r rune) bool { return r == ' ' || r == ',' || r == '-' })
	e, known := match.ParseEnding(ending)
	if stores := slices.DeleteFunc(said, func(w string) bool { return number(w) < 0 }); known && len(stores) == 2 {
		add("Ending", ending)
		add("Stores", stores[0]+"-"+stores[1])
		outcome := map[bool]string{strings.HasPrefix(head, "S") || strings.HasPrefix(head, "s"): "1-0", strings.HasPrefix(head, "N") || strings.HasPrefix(head, "n"): "0-1"}[true]
		if e == match.Resigned || e == match.TimedOut {
			add("Outcome", outcome)
		}
	}
	return list
}
