package review

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// playOnCard asks who continues a game from a position, and begins that game.
type playOnCard struct {
	page.Page
	game      *stepper
	overtaken func() bool    // closes the card for a more important screen
	plies     int            // the number of plies already played
	seats     [2]*kit.Choice // by side
}

func newPlayOnCard(s *stepper, overtaken func() bool) *playOnCard {
	p := &playOnCard{Page: page.New(s.Shell, "play on"), game: s, overtaken: overtaken, plies: s.at}
	person := p.person()
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		selected := 0
		if side != person {
			selected = p.opponent(side)
		}
		p.seats[side] = kit.WithID("seat-"+side.String(), page.NewSeatChoice(s.Shell, words.T("%s's row", s.name(side)), selected, false))
	}
	start := kit.WithID("start", kit.NewPrimary(words.T("Start"), p.begin))
	cancel := page.NewRetreat("cancel", words.T("Cancel"), s.Shell.Back)
	text := p.note()
	p.Compose(s.Shell.Back, func(page.Grid) page.Sheet {
		said := kit.Say(text, render.Body.Aligned(render.Center).In(render.InkSoft))
		return page.Sheet{
			Title: p.title(), Card: page.CardWidth, Content: kit.Rows(said, kit.Put(p.seats[rules.South]), kit.Put(p.seats[rules.North])),
			Actions: []*kit.Button{cancel, start},
		}
	})
	p.Controls.Default = start
	p.Controls.Focus(start)
	return p
}

// title says from which position the game continues.
func (p *playOnCard) title() string {
	if p.plies == 0 {
		return words.T("Play on")
	}
	return words.N("Play on after %d move", "Play on after %d moves", p.plies, p.plies)
}

// person returns the side played by a person by default: their own, or the side to move.
func (p *playOnCard) person() rules.Side {
	if me, one := p.game.scene.Me(); one {
		return p.game.scene.Side(me)
	}
	return p.game.review.Position(p.plies).ToMove()
}

// opponent returns the index of the proposed computer player for a side: the one with the name of
// the side's player, or else the last new game's.
func (p *playOnCard) opponent(side rules.Side) int {
	strategies := p.Ports.Strategies
	if i := slices.IndexFunc(strategies, func(s match.Strategy) bool { return words.Name(s.Title) == p.game.name(side) }); i >= 0 {
		return 1 + i
	}
	seats := page.Seated(page.PlayComputer, p.Settings.Now().Setup.Seats, strategies)
	return 1 + slices.IndexFunc(strategies, func(s match.Strategy) bool { return slices.Contains(seats[:], s.Name) })
}

// note explains the effect on the reviewed game.
func (p *playOnCard) note() string {
	sc := p.game.scene
	switch {
	case !sc.Local() && sc.Stage() == table.StageOver:
		return words.T("This ends the connection to %s.", sc.Peer())
	case sc.Local() && sc.Stage() == table.StageGame:
		return words.T("The game that you leave for it is kept in My games.")
	}
	return words.T("The game stays as it was played.")
}

// setup returns the setup of the new game; South is the host. People keep their names.
func (p *playOnCard) setup() settings.Setup {
	s := settings.Setup{Variant: p.game.review.Position(0).Variant()}
	for side, choice := range p.seats {
		if n := choice.Selected; n > 0 {
			s.Seats[side] = p.Ports.Strategies[n-1].Name
			continue
		}
		s.Seats[side] = match.KindPerson
		if party := p.game.scene.Party(rules.Side(side)); p.game.scene.Kind(party) == match.KindRemote || !p.game.scene.Here(party) || p.game.scene.Person(party) {
			s.Names[side] = p.game.names[side]
		} else {
			s.Names[side] = p.Settings.Now().Name
		}
	}
	return s
}

func (p *playOnCard) begin() {
	p.Shell.Go(page.ToStart{Setup: p.setup(), Plies: p.game.review.Houses(p.plies)})
}

// Update handles input, unless the next game with the peer has begun.
func (p *playOnCard) Update(in *kit.Input) bool { return p.overtaken() || p.Controls.Update(in) }
