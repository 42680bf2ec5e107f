package newgame

import (
	"slices"
	"strconv"

	"mancala/internal/spelling"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
)

// nearGames are the games announced on the same network.
type nearGames struct {
	join    *joinScreen
	looking ports.Nearby // nil while there is no search
	list    []ports.NearbyGame
	trouble string // why a search is impossible, or ""
}

// mostNear is the largest number of games shown.
const mostNear = 20

// follow starts the search, and reports whether the games have changed.
func (n *nearGames) follow() bool {
	if n.join.Ports.Nearby == nil {
		return false
	}
	if n.looking == nil {
		n.looking = n.join.Ports.Nearby()
	}
	list, changed := n.looking.Games()
	if changed {
		n.list = list[:min(len(list), mostNear)]
		n.trouble = words.Sentence(n.looking.Trouble())
	}
	return changed
}

// close ends the search.
func (n *nearGames) close() {
	if n.looking != nil {
		n.looking.Close()
	}
	n.looking, n.list, n.trouble = nil, nil, ""
}

// buttons returns a button for each game.
func (n *nearGames) buttons() (list []*kit.Button) {
	for i, game := range n.list {
		b := kit.WithID("join.near-"+strconv.Itoa(i+1), kit.NewButton(n.title(game), func() { n.join.joinNear(game) }))
		b.Caption, b.Tip = nearLine(game), game.Addr
		b.Disabled = game.Older || game.Newer || game.Variant == rules.Variant{}
		list = append(list, b)
	}
	return list
}

// title returns the name of the host. It adds the address if another host has the same name.
func (n *nearGames) title(game ports.NearbyGame) string {
	name := words.Name(game.Name)
	twin := func(other ports.NearbyGame) bool { return other.ID != game.ID && spelling.Same(other.Name, game.Name) }
	switch {
	case name == "":
		return game.Addr
	case slices.ContainsFunc(n.list, twin):
		return name + " (" + game.Addr + ")"
	}
	return name
}

// nearLine describes the rules, and whether the seat is free.
func nearLine(g ports.NearbyGame) string {
	switch {
	case g.Older:
		return words.T("An older version of the program")
	case g.Newer, g.Variant == rules.Variant{}:
		return words.T("A newer version of the program")
	case g.Full:
		return words.T("%s - the seat is taken", page.ShortVariant(g.Variant))
	}
	return words.T("%s - the seat is free", page.ShortVariant(g.Variant))
}

// joinNear joins a nearby game. If it is full, it asks how.
func (j *joinScreen) joinNear(g ports.NearbyGame) {
	j.address.SetText(g.Addr)
	r := ports.JoinRequest{Addr: g.Addr, Fingerprint: g.Fingerprint}
	if g.Full {
		j.Shell.Push(newFullCard(j, r))
		return
	}
	j.dial(r)
}
