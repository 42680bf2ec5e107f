package notation

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mancala/internal/match"
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

// tags are the statements of a text about a game.
type tags []token

// find returns the first tag of a name that says something, or nil.
func (l tags) find(name string) *token {
	i := slices.IndexFunc(l, func(t token) bool { return strings.EqualFold(t.name, name) })
	if i < 0 || strings.Trim(l[i].word, "? ") == "" {
		return nil
	}
	return &l[i]
}

// aside matches the comments of this program's own texts that say something of the game. The groups
// have the names of tags.
var aside = regexp.MustCompile(`^(?:Game (?P<Game>.*?)(?:, (?P<Date>.*))?` +
	`|(?:South: (?P<South>.+?)|North: (?P<North>.+?))(?:, [^,]* ± .*)?` +
	`|Check: (?P<Check>.*)` +
	`|(?P<winner>[Ss]outh|[Nn]orth)?[^\d(]*(?P<south>\d+)(?:-| to )(?P<north>\d+) \((?P<Ending>[a-z-]+)(?:,.*)?\))$`)

// asides returns the tags that a comment means.
func asides(t token) (list tags) {
	found := aside.FindStringSubmatch(strings.TrimSpace(t.text[1:]))
	said := map[string]string{}
	for i, text := range found {
		said[aside.SubexpNames()[i]] = text
	}
	if e, known := match.ParseEnding(said["Ending"]); known {
		said["Stores"] = said["south"] + "-" + said["north"]
		if e == match.Resigned || e == match.TimedOut {
			said["Outcome"] = map[string]string{"south": "1-0", "north": "0-1"}[strings.ToLower(said["winner"])]
		}
	} else {
		said["Ending"] = ""
	}
	for _, name := range [...]string{"Game", "Date", "South", "North", "Check", "Ending", "Stores", "Outcome"} {
		if said[name] != "" {
			t.name, t.word = name, said[name]
			list = append(list, t)
		}
	}
	return list
}

// game reads the tokens of a game.
func (r *Reader) game() (g Reading, err error) {
	text := &r.text
	if text.fault.err != nil {
		return g, r.at(text.fault, text.fault.err)
	}
	if text.turn.word != "" && !text.numbered { // a ply and a full stop
		text.words = append(text.words, text.turn)
	}
	for _, t := range text.said {
		g.Tags = append(g.Tags, Tag{strings.Clone(t.name), strings.Clone(t.word)})
	}
	named, asked, err := r.rules()
	if err != nil {
		return g, err
	}
	if fen := text.said.find("FEN"); fen != nil {
		words := strings.Fields(fen.word)
		text.words = slices.Insert(text.words, 0, make([]token, len(words))...)
		for i, word := range words {
			text.words[i] = token{text: fen.text, word: word, line: fen.line, turn: none, total: none}
		}
	}
	if err = r.body(&g, named, asked); err != nil {
		return g, err
	}
	r.named = []rules.Variant{g.Last.Variant()}
	if text.emptied.text != "" && !g.Last.Over() {
		return g, r.at(text.emptied, rules.Refuse("notation.not-empty", "no row is empty after the last move"))
	}
	return g, r.settle(&g)
}

// rules takes the rules from the words, and returns them and the rules that a person asked for. A
// command as of a version before 0.2 asks for some.
func (r *Reader) rules() (named []rules.Variant, asked Asked, err error) {
	asked, r.sized = r.asked, false
	if len(r.text.words) > 0 && r.text.words[0].command {
		if asked, err = r.command(); err != nil {
			return nil, asked, err
		}
	}
	written := r.text.said.find("Variant")
	if len(r.text.words) > 0 && r.text.words[0].named {
		t := r.text.words[0]
		if asked.Chosen() {
			return nil, asked, r.at(t, rules.Refuse("notation.rules-twice", "%.40q names rules, and others were chosen", rules.Quoted(t.text)))
		}
		written, r.text.words, r.sized = &t, r.text.words[1:], t.sized
	}
	switch {
	case written != nil:
		v, err := ruleSet(written.word)
		if err != nil {
			return nil, asked, r.at(*written, err)
		}
		named = []rules.Variant{v}
	case asked.Chosen():
		named = []rules.Variant{asked.Variant}
	}
	return named, asked, nil
}

// command takes a command and its options from the words.
func (r *Reader) command() (asked Asked, err error) {
	first := r.text.words[0]
	if asked = r.asked; asked.Variant == (rules.Variant{}) {
		asked.Variant = presets[0].Variant
	}
	for len(r.text.words) > 0 && (r.text.words[0].word == "mancala" || r.text.words[0].word == "show") {
		r.text.words = r.text.words[1:]
	}
	houses, seeds := int(asked.Variant.Houses), int(asked.Variant.Seeds)
	for len(r.text.words) > 0 && strings.HasPrefix(r.text.words[0].word, "--") {
		t := r.text.words[0]
		name, value, given := strings.Cut(t.word[2:], "=")
		if r.text.words = r.text.words[1:]; !given && len(r.text.words) > 0 {
			value, given, r.text.words = r.text.words[0].word, true, r.text.words[1:]
		}
		n := number(value)
		switch {
		case !given:
			err = rules.Refuse("notation.no-value", "--%s needs a value after it", name)
		case name == "rules":
			asked.Variant, err = ruleSet(value)
			asked.Rules = true
		case name == "language":
		case name != "houses" && name != "seeds":
			err = rules.Refuse("notation.no-option", "there is no option --%s", rules.Quoted(name))
		case n < 0:
			err = rules.Refuse("notation.bad-value", "%s is not a possible value for --%s", rules.Quoted(strconv.Quote(value)), name)
		case name == "houses":
			houses, asked.Houses = n, true
		default:
			seeds, asked.Seeds = n, true
		}
		if err != nil {
			return asked, r.at(t, err)
		}
	}
	if len(r.text.words) > 0 && r.text.words[0].named || !asked.Chosen() {
		return r.asked, nil // the pasted text has the command before it
	}
	if !asked.Houses {
		houses = int(asked.Variant.Houses)
	}
	if !asked.Seeds {
		seeds = int(asked.Variant.Seeds)
	}
	if asked.Variant, err = asked.Variant.WithSize(houses, seeds); err != nil {
		err = r.at(first, err)
	}
	return asked, err
}

// body reads the words behind the rules: a board, plies or both. A game without plies whose rules
// are not named has those of the game before it.
func (r *Reader) body(g *Reading, named []rules.Variant, asked Asked) error {
	if len(r.text.words) == 0 {
		if len(named) == 0 {
			named = r.named
		}
		if len(named) == 0 && len(r.text.claims) > 0 {
			err := rules.Refuse("notation.no-rules", "that result says nothing of the game; write the name of the game before it")
			return r.at(r.text.claims[0], err)
		}
		if len(named) == 0 && len(r.text.said) > 0 {
			return r.at(r.text.said[0], errNone)
		}
		start, err := rules.Start(own.candidates(named, asked)[0])
		g.Game, g.HasGame, g.Last = rules.Game{Variant: start.Variant()}, true, start
		return err
	}
	words := r.text.words
	first := words[0]
	for i := range dialects {
		d := &dialects[i]
		if d.board == nil {
			continue
		}
		if b, n, ok := d.board(words); ok {
			return r.fromBoard(g, d, b, named, asked, words[n:])
		}
	}
	for i := range dialects {
		d := &dialects[i]
		if list := d.candidates(named, asked); len(list) > 0 && d.looksLike(r.plies[:0], &first) {
			return r.judge(g, d, list, rules.Start, words)
		}
	}
	unknown := len(named) == 0 && (!r.asked.OneLine || asked.Variant == rules.Variant{})
	if _, err := rules.Preset(first.word); unknown && !strings.HasPrefix(first.word, "--") {
		return r.at(first, err)
	}
	return r.at(first, own.refuse(first, 1))
}

// candidates returns the rule sets by which a text may be meant: the one that it names, or else all
// presets that fit.
func (d *dialect) candidates(named []rules.Variant, asked Asked) (list []rules.Variant) {
	switch {
	case len(named) > 0:
	case d.fits == nil && asked.Variant != rules.Variant{}:
		return []rules.Variant{asked.Variant}
	case d.fits == nil:
		return []rules.Variant{presets[0].Variant}
	default:
		for _, p := range presets {
			named = append(named, p.Variant)
		}
	}
	for _, v := range named {
		if d.fits == nil || d.fits(v) {
			list = append(list, v)
		}
	}
	return list
}

// fromBoard reads a board and the plies after it, by the first rule set that has its number of
// houses.
func (r *Reader) fromBoard(g *Reading, d *dialect, b board, named []rules.Variant, asked Asked, words []token) error {
	at := r.text.words[0]
	other := func(v rules.Variant) bool { return d.fits != nil && 2*int(v.Houses) != len(b.houses) }
	list := slices.DeleteFunc(d.candidates(named, asked), other)
	switch {
	case len(b.houses) == 0:
		return r.at(at, rules.Refuse("notation.no-board", "%.60q is not a board", rules.Quoted(at.text)))
	case len(list) == 0:
		return r.at(at, rules.Refuse("notation.no-such-board", "no game with that notation has %d houses a side", len(b.houses)/2))
	}
	start := func(v rules.Variant) (rules.Position, error) { return b.position(v, asked, r.sized) }
	return r.judge(g, d, list[:1], start, words)
}

// starting returns the position from which a game by some rules begins.
type starting func(rules.Variant) (rules.Position, error)

// judge reads plies by the only rule set that allows them all, or by that of the game before. If
// there is none, the error is of the rule set that goes furthest.
func (r *Reader) judge(g *Reading, d *dialect, list []rules.Variant, from starting, words []token) (failed error) {
	fits := 0
	for i, v := range list {
		start, err := from(v)
		if err != nil {
			return r.at(r.text.words[0], err)
		}
		if err := r.read(d, v, words); err != nil {
			return err
		}
		game, last, err := r.follow(start)
		switch {
		case err != nil && fits == 0 && (i == 0 || len(game.Plies) > len(g.Game.Plies)):
			g.Game, g.Last, failed = game, last, err
		case err == nil && (fits == 0 || slices.Contains(r.named, v)):
			g.Game, g.Last, failed, fits = game, last, nil, fits+1
		case err == nil && !slices.Contains(r.named, g.Game.Variant):
			err = rules.Refuse("notation.two", "those plies are possible in %s and in %s; write the name of the game before them",
				g.Game.Variant.Name(), v.Name())
			return r.at(words[0], err)
		}
		first, err := rules.Start(game.Variant)
		g.HasGame = err == nil && start == first
	}
	return failed
}

// read reads the plies of words.
func (r *Reader) read(d *dialect, v rules.Variant, words []token) error {
	r.plies = r.plies[:0]
	for i := range words {
		t, n := &words[i], len(r.plies)
		var ok bool
		if r.plies, ok = d.plies(r.plies, t, rules.House(v.Houses)); !ok {
			return r.at(*t, d.refuse(*t, n+1))
		}
		r.plies[n].turn = t.turn
	}
	return nil
}

// refuse returns the error for a word that is not ply n.
func (d *dialect) refuse(t token, n int) error {
	switch {
	case strings.HasPrefix(t.word, "--"):
		return rules.Refuse("notation.late-option", "%.40q comes after the game; options stand before it", rules.Quoted(t.text))
	case d.fits == nil:
		return rules.NoHouse(n, t.text)
	}
	return rules.Refuse("notation.no-ply", "%.40q is not a move as in %s", rules.Quoted(t.text), d.like)
}
