package page

import (
	"strconv"
	"strings"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// HouseID returns the name of a house as a control.
func HouseID(h rules.House) string { return "house-" + h.String() }

// HousesNow says how the houses of a row stand.
type HousesNow struct {
	// Playable says that those that may be played can be used.
	Playable bool
	// Chosen is the house that the keys use, if HasChosen is set.
	Chosen    rules.House
	HasChosen bool
	// Preview has each house say what playing it would do, in the words of Tell.
	Preview bool
	Tell    words.Teller
}

// HouseParts returns the houses of a side as controls: each says what it holds and, if it can be
// played, perhaps what that would do.
func HouseParts(l render.Layout, p rules.Position, side rules.Side, now HousesNow) []kit.Info {
	list := make([]kit.Info, l.Houses())
	for i := range list {
		h := rules.House(i + 1)
		pit := rules.Pit{Side: side, House: h}
		n := p.Seeds(pit)
		list[i] = kit.Info{
			ID: HouseID(h), Label: words.T("house %s", h.String()), Kind: kit.KindHouse, Bounds: l.Pit(pit),
			Note:    words.N("%d seed", "%d seeds", n, n),
			Enabled: now.Playable && p.ToMove() == side && p.Legal(h) == nil,
			Focused: now.HasChosen && h == now.Chosen,
		}
		if list[i].Enabled && now.Preview {
			list[i].Note += ", " + effect(p, h, now.Tell)
		}
	}
	return list
}

// effect says in a few words what a ply would do.
func effect(p rules.Position, h rules.House, tell words.Teller) string {
	_, s, err := p.Sow(h)
	switch {
	case err != nil:
		return ""
	case s.ExtraTurn:
		return words.T("to the store: again")
	case s.Last.IsStore():
		return words.T("to the store")
	case s.Captured > 0:
		return words.N("captures %d", "captures %d", int(s.Captured), int(s.Captured))
	}
	return words.T("to %s", tell.House(s.Mover, s.Last))
}

// BoardWords says what lies in the rows of both sides, in an order of the sides, by the names of
// South and North.
func BoardWords(p rules.Position, order [2]rules.Side, who [2]string) []string {
	var lines []string
	for _, side := range order {
		var houses []string
		for h := rules.House(1); h <= rules.House(p.Variant().Houses); h++ {
			houses = append(houses, strconv.Itoa(p.Seeds(rules.Pit{Side: side, House: h})))
		}
		n := len(houses)
		lines = append(lines, words.N("%[1]s has %[2]s in house 1, and %[4]d in the store.", "%[1]s has %[2]s in houses 1 to %[3]d, and %[4]d in the store.",
			n, who[side], strings.Join(houses, ", "), n, p.Store(side)))
	}
	return lines
}
