package club

import (
	"strings"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// roomScreen lists the members who are in the lobby, the newest first.
type roomScreen struct {
	page.Page
	house *house
	list  []lobby.Member
	heard int // the number of the list
	table *kit.Table
	open  *kit.Button
}

func newRoom(shell page.Shell, h *house) *roomScreen {
	r := &roomScreen{Page: page.New(shell, "room"), house: h}
	r.table = kit.WithID("room.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Name")},
			{Title: words.T("Rating"), Width: 130, Align: render.Right, Named: true},
			{Title: words.C("a column", "Table"), Width: 160, Needs: 440},
		},
		Cells: r.cells, Empty: words.T("The club has not said who is here."),
	})
	r.table.OnOpen, r.table.OnSelect = func(int) { r.show() }, func(int) { shell.Relayout() }
	r.open = kit.WithID("room.open", kit.NewButton(words.T("Show the member"), r.show))
	r.open.Primary = true
	back := page.NewBack(shell, "room.back")
	r.Compose(shell.Back, func(g page.Grid) page.Sheet {
		rows := []kit.Part{g.Above(r.table, r.board(g))}
		if more := h.room.Here - len(r.list); more > 0 {
			rows = append(rows, kit.Say(words.MoreHere(more), render.Caption))
		}
		return page.Sheet{Title: words.T("Who is here"), Content: g.Rows(rows...), Actions: []*kit.Button{back, r.open}}
	})
	r.take()
	r.Controls.Rest(back)
	return r
}

// take shows the newest list. The chosen member stays chosen while they are there.
func (r *roomScreen) take() {
	chosen := r.chosen().ID
	r.list, r.heard = r.house.room.Members, r.house.rooms
	r.table.Rows, r.open.Disabled = len(r.list), len(r.list) == 0
	at := r.table.Selected
	for i, m := range r.list {
		if m.ID == chosen {
			at = i
		}
	}
	r.table.Select(at)
	r.Recompose()
}

// chosen returns the selected member; the zero value if there is none.
func (r *roomScreen) chosen() (m lobby.Member) {
	if i := r.table.Selected; i >= 0 && i < len(r.list) {
		m = r.list[i]
	}
	return m
}

// Attend follows the club.
func (r *roomScreen) Attend(bool) {
	if r.heard != r.house.rooms {
		r.take()
	}
}

// board returns a board with the selected member opposite the user.
func (r *roomScreen) board(g page.Grid) kit.Part {
	above, me := nextSeat(), r.house.in.Me.Member
	if m := r.chosen(); m.ID != "" && m.ID != me.ID {
		above = seat(m)
	}
	return page.SeatsBoard(g, r.Art, page.Start(r.Ports.Variant), above, seat(me))
}

func (r *roomScreen) cells(i int) []string {
	m := r.list[i]
	name := memberName(m)
	if m.ID == r.house.in.Me.ID {
		name = words.T("%s (you)", name)
	}
	return []string{name, m.RatingWord(), r.house.doing(m.ID)}
}

// show opens the page of the selected member.
func (r *roomScreen) show() {
	if m := r.chosen(); m.ID != "" {
		r.Shell.Push(newMember(r.Shell, r.house, m.ID))
	}
}

// Renewed returns the screen in another language.
func (r *roomScreen) Renewed() page.Screen { return newRoom(r.Shell, r.house) }

// doing says whether a member waits or plays at a table of the list, or returns "".
func (h *house) doing(id string) (word string) {
	for _, t := range h.tables {
		switch {
		case !t.Has(id):
		case t.Playing():
			return words.C("a member", "plays")
		default:
			word = words.C("a member", "waits")
		}
	}
	return word
}

// namedHere is the number of members whom the lobby names.
const namedHere = 4

// others names the newest members in the room besides the user, or returns "" if the club has not
// said who is there.
func (h *house) others() string {
	if h.room.Here == 0 {
		return ""
	}
	var names []string
	for _, m := range h.room.Members {
		if m.ID != h.in.Me.ID && len(names) < namedHere {
			names = append(names, ratedName(m))
		}
	}
	list := strings.Join(names, ", ")
	switch more := h.room.Here - 1 - len(names); {
	case list == "":
		return words.T("No one else is here.")
	case more > 0:
		return words.N("Also here: %[2]s and %[1]d more", "Also here: %[2]s and %[1]d more", more, more, list)
	}
	return words.T("Also here: %s", list)
}
