package page

import (
	"strconv"
	"strings"

	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/rules"
)

// HouseID returns the control ID of a house.
func HouseID(h rules.House) string { return "house-" + h.String() }

// Describe returns the task and the comment.
func (b *Board) Describe() kit.Info {
	text := func(f func() string) string {
		if f == nil {
			return ""
		}
		return f()
	}
	return kit.Info{Kind: kit.KindOther, Label: text(b.Task), Value: text(b.Comment)}
}

// Parts returns the houses of the user's row as controls. Each describes its contents. With names
// for the players, a playable one can also describe the effect of its ply.
func (b *Board) Parts() []kit.Info {
	now, tells := b.Now(), b.Tell != nil && b.Shared.Settings.Now().Preview
	p := now.Position()
	list := make([]kit.Info, b.Layout.Houses())
	for i := range list {
		pit := rules.Pit{Side: now.Side, House: rules.House(i + 1)}
		list[i] = kit.Info{
			ID: HouseID(pit.House), Label: words.T("house %s", pit.House.String()), Kind: kit.KindHouse, Bounds: b.Layout.Pit(pit),
			Note:    contents(p, pit),
			Enabled: now.Asks && p.ToMove() == pit.Side && p.Legal(pit.House) == nil,
			Focused: pit == b.marks.chosen,
		}
		if list[i].Enabled && tells {
			list[i].Note += ", " + effect(now.Past, pit.House, b.Tell())
		}
	}
	return list
}

// UsePart selects a house or plays it.
func (b *Board) UsePart(id string, act kit.Act) bool {
	for h := rules.House(1); int(h) <= b.Houses(); h++ {
		if id == HouseID(h) {
			b.choose(h)
			if act == kit.Press {
				b.Play(b.marks.chosen)
			}
			return act == kit.Point || act == kit.Press
		}
	}
	return false
}

// Told describes the rows of both sides, from the top.
func (b *Board) Told() []string {
	who := [2]string{}
	who[b.Bottom], who[b.Bottom.Opponent()] = words.T("Your side"), words.T("The other side")
	if b.Tell != nil {
		who = b.Tell().Who
	}
	return []string{rowWords(b.Position(), b.Bottom.Opponent(), who), rowWords(b.Position(), b.Bottom, who)}
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

// rowWords describes the row of a side. who are the names of South and North.
func rowWords(p rules.Position, side rules.Side, who [2]string) string {
	houses := make([]string, p.Variant().Houses)
	for i := range houses {
		houses[i] = houseWord(p, rules.Pit{Side: side, House: rules.House(i + 1)})
	}
	n := len(houses)
	return words.N("%[1]s has %[2]s in house 1, and %[4]d in the store.", "%[1]s has %[2]s in houses 1 to %[3]d, and %[4]d in the store.",
		n, who[side], strings.Join(houses, ", "), n, p.Store(side))
}

// houseWord returns the count of a house, or says that it is a tuzdik.
func houseWord(p rules.Position, pit rules.Pit) string {
	if _, owned := p.Board().Owner(pit); owned {
		return words.T("a tuzdik")
	}
	return strconv.Itoa(p.Seeds(pit))
}
