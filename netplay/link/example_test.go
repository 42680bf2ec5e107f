package link_test

import (
	"fmt"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/link"
	"mancala/rules"
)

// Two programs play a ply each. Here both ends are in one process, joined by loopback; a program
// usually has one of them, and drains its events in every frame.
func Example() {
	kalah, _ := rules.Preset("kalah")
	host := link.Host("127.0.0.1:0", link.HostConfig{Common: link.Common{Name: "Ann"}, Variant: kalah, First: match.FirstHost})
	defer host.Close()
	listening := await[table.Listening](host)

	guest := link.Join(listening.Addr, link.GuestConfig{Common: link.Common{Name: "Bo"}})
	defer guest.Close()
	fmt.Println("the guest plays against", await[table.Connected](guest).Peer)
	fmt.Println("the host plays", await[table.GameStarted](host).Self)
	await[table.GameStarted](guest)

	fmt.Println("not Bo's turn:", guest.Wish(match.Guest, table.KindPly, 1, "") != nil)
	if err := host.Wish(match.Host, table.KindPly, 1, ""); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(await[table.Played](guest).Series.Match().Position().Notation())
	if err := guest.Wish(match.Guest, table.KindPly, 6, ""); err != nil {
		fmt.Println(err)
		return
	}
	await[table.Played](host) // Ann's own ply
	fmt.Println(await[table.Played](host).Series.Match().Position().Status())
	// Output:
	// the guest plays against Ann
	// the host plays south
	// not Bo's turn: true
	// <6,0,0,0,5,5,5,5,4,4,4,4,4,4,4>
	// south to move
}

// pending are the events drained from a link and not yet awaited.
var pending = map[table.Link][]table.News{}

// await returns the next event of a kind, and drops those before it. It panics if there is none
// within a minute.
func await[E table.News](link table.Link) E {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		pending[link] = append(pending[link], link.Events()...)
		for len(pending[link]) > 0 {
			event := pending[link][0]
			pending[link] = pending[link][1:]
			if e, ok := event.(E); ok {
				return e
			}
		}
	}
	panic(fmt.Sprintf("there is no %T", *new(E)))
}
