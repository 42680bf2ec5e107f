package page

import (
	"strconv"
	"strings"

	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// HouseID returns the control ID of a house.
func HouseID(h rules.House) string { return "house-" + h.String() }

// HousesNow is the state of the houses of a row.
type HousesNow struct {
	// Playable says that legal houses are enabled.
	Playable bool
	// Chosen is the house selected with the keys, if HasChosen is set.
	Chosen    rules.House
	HasChosen bool
	// Preview adds the effect of playing each house, in the words of Tell.
	Preview bool
	Tell    words.Teller
}

// HouseParts returns the houses of a side as controls, in the last position of past. Each describes
// its contents. A playable one can also describe the effect of its ply.
func HouseParts(l render.Layout, past []rules.Position, side rules.Side, now HousesNow) []kit.Info {
	p := past[len(past)-1]
	list := make([]kit.Info, l.Houses())
	for i := range list {
		h := rules.House(i + 1)
		pit := rules.Pit{Side: side, House: h}
		list[i] = kit.Info{
			ID: HouseID(h), Label: words.T("house %s", h.String()), Kind: kit.KindHouse, Bounds: l.Pit(pit),
			Note:    contents(p, pit),
			Enabled: now.Playable && p.ToMove() == side && p.Legal(h) == nil,
			Focused: now.HasChosen && h == now.Chosen,
		}
		if list[i].Enabled && now.Preview {
			list[i].Note += ", " + effect(past, h, now.Tell)
		}
	}
	return list
}

// contents describes the contents of a house.
func contents(p rules.Position, pit rules.Pit) string {
	if _, owned := p.Board().Owner(pit); owned {
		return words.T("a tuzdik of the other side")
	}
	n := p.Seeds(pit)
	return words.N("%d seed", "%d seeds", n, n)
}

// effect describes the effect of a ply in a few words.
func effect(past []rules.Position, h rules.House, tell words.Teller) string {
	preview, ok := motion.NewPreview(past, h)
	last := preview.Last
	switch told := consequenceWords(preview.Consequence, preview.From.Side); {
	case !ok:
		return ""
	case last.IsStore() && preview.Consequence.ExtraTurn:
		return words.T("to the store: again")
	case told != "":
		return told
	case last.IsStore():
		return words.T("to the store")
	}
	return words.T("to %s", tell.House(preview.From.Side, last))
}

// BoardWords describes the rows of both sides in the given order of the sides. who are the names of
// South and North.
func BoardWords(p rules.Position, order [2]rules.Side, who [2]string) []string {
	var lines []string
	for _, side := range order {
		var houses []string
		for h := rules.House(1); h <= rules.House(p.Variant().Houses); h++ {
			houses = append(houses, houseWord(p, rules.Pit{Side: side, House: h}))
		}
		n := len(houses)
		lines = append(lines, words.N("%[1]s has %[2]s in house 1, and %[4]d in the store.", "%[1]s has %[2]s in houses 1 to %[3]d, and %[4]d in the store.",
			n, who[side], strings.Join(houses, ", "), n, p.Store(side)))
	}
	return lines
}

// houseWord returns the count of a house, or says that it is a tuzdik.
func houseWord(p rules.Position, pit rules.Pit) string {
	if _, owned := p.Board().Owner(pit); owned {
		return words.T("a tuzdik")
	}
	return strconv.Itoa(p.Seeds(pit))
}
