package club

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/match/matchtest"
	"mancala/menus/game"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/tools/need/screen"
	"mancala/words"
)

// visit returns a program at its way into a club, which has let the user in if enter is set.
func visit(t *testing.T, enter bool) (*menustest.Bench, *menustest.Club) {
	t.Helper()
	c := menustest.NewClub()
	b := menustest.New(t, menustest.Shelf{"name": "Ann"}, func(p *ports.Ports) {
		p.Club = func(ports.ClubRequest) lobby.Link { return c }
		p.Dial = func(ports.JoinRequest) match.Link { return &matchtest.Link{Self: match.Guest} }
	})
	b.Push(New(b, page.ToClub{}))
	if enter {
		c.Enter()
		b.Top().(*entry).open("club.example:7000")
		pass(b)
	}
	return b, c
}

// pass lets the program follow the club for some ticks.
func pass(b *menustest.Bench) {
	for range 4 {
		for _, s := range b.Stack.Screens {
			if keeper, ok := s.(page.Doorkeeper); ok {
				keeper.Attend(false)
			}
		}
		b.Pass(menustest.Tick)
	}
}

// hallOf returns the lobby.
func hallOf(b *menustest.Bench) *lobbyScreen { return b.Stack.Screens[2].(*lobbyScreen) }

// states are the screens in all their states.
var states = map[string]func(t *testing.T) *menustest.Bench{
	"entry": func(t *testing.T) *menustest.Bench {
		b, _ := visit(t, false)
		return b
	},
	"entry-known": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		c.Events()
		b.Back()
		return b
	},
	"entry-trouble": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, false)
		b.Top().(*entry).open("club.example:7000")
		c.Push(lobby.Failed{Note: rules.NewNote("club.unreachable", "club.example:7000")})
		pass(b)
		return b
	},
	"connecting": func(t *testing.T) *menustest.Bench {
		b, _ := visit(t, false)
		b.Top().(*entry).open("club.example:7000")
		return b
	},
	"lobby": func(t *testing.T) *menustest.Bench {
		b, _ := visit(t, true)
		return b
	},
	"lobby-empty": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		for _, table := range c.Tables {
			c.Push(lobby.Gone{Table: table.ID})
		}
		c.Push(lobby.Announced{Text: "Ann Bo Ann Bo."})
		pass(b)
		return b
	},
	"lobby-many": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		pushMany(c, 300)
		pass(b)
		return b
	},
	"lobby-other-ratings": func(t *testing.T) *menustest.Bench {
		b, _ := visit(t, true)
		l := hallOf(b)
		l.table.Select(2)
		l.showChosen()
		l.Controls.Focus(l.open)
		b.Pass(time.Second)
		return b
	},
	"absent": func(t *testing.T) *menustest.Bench {
		b, _, link, g := playing(t, false)
		link.Push(match.PeerAbsent{Absent: true})
		b.Pass(menustest.Tick)
		game.Follow(b, g)
		return b
	},
	"absent-asked": func(t *testing.T) *menustest.Bench {
		b, _, link, g := playing(t, false)
		link.Push(match.PeerAbsent{Absent: true})
		b.Pass(menustest.Tick)
		game.Follow(b, g)
		b.Click("#game.options")
		return b
	},
	"lobby-waiting": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		c.Ask(lobby.Open{Settings: c.Tables[0].Settings})
		pass(b)
		return b
	},
	"lobby-goes-on": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		c.Push(lobby.Seated{Seat: c.Seat()})
		pass(b)
		return b
	},
	"lobby-down": func(t *testing.T) *menustest.Bench {
		b, c := visit(t, true)
		c.Push(lobby.Lost{Note: rules.NewNote("club.broke")})
		pass(b)
		return b
	},
	"table": func(t *testing.T) *menustest.Bench { return opened(t, "lobby.make") },
	"quick": func(t *testing.T) *menustest.Bench { return opened(t, "lobby.quick") },
	"me":    func(t *testing.T) *menustest.Bench { return opened(t, "lobby.me") },
	"standings": func(t *testing.T) *menustest.Bench {
		return opened(t, "lobby.standings")
	},
	"games":  func(t *testing.T) *menustest.Bench { return opened(t, "lobby.standings", "standings.games") },
	"member": func(t *testing.T) *menustest.Bench { return opened(t, "lobby.standings", "standings.open") },
	"report": func(t *testing.T) *menustest.Bench {
		return opened(t, "lobby.standings", "standings.open", "member.report")
	},
	"rename":  func(t *testing.T) *menustest.Bench { return opened(t, "lobby.me", "member.rename") },
	"devices": func(t *testing.T) *menustest.Bench { return opened(t, "lobby.devices") },
	"code":    func(t *testing.T) *menustest.Bench { return opened(t, "lobby.devices", "devices.ask") },
}

// pushMany tells of tables whose members have the widest names, and names from right to left.
func pushMany(c *menustest.Club, n int) {
	names := []string{strings.Repeat("W", 24), "משחק מנקלה בשבת", "Bo", "مدرسة اللعب", strings.Repeat("界", 24)}
	for i := range n {
		m := lobby.Member{ID: fmt.Sprint("m", i), Name: names[i%len(names)], Rating: 900 + i*5, Deviation: 60 + i}
		t := lobby.Table{ID: fmt.Sprint("x", i), Settings: c.Tables[i%2].Settings, Members: []lobby.Member{m}}
		if i%3 == 0 {
			m.ID, m.Name, t.Playing = m.ID+"b", names[(i+1)%len(names)], true
			t.Members = append(t.Members, m)
		}
		c.Push(lobby.Told{Table: t})
	}
}

// opened presses controls of the lobby, and of the screens that follow.
func opened(t *testing.T, ids ...string) *menustest.Bench {
	t.Helper()
	b, _ := visit(t, true)
	for _, id := range ids {
		b.Key("#"+id, ebiten.KeyEnter)
		pass(b)
	}
	return b
}

// TestGallery lays out the screens in windows of five sizes and in every language, and checks that
// no text on a control is cut off. If MANCALA_PICTURES is set, it draws pictures into that folder.
func TestGallery(t *testing.T) {
	screen.Need(t)
	t.Cleanup(func() { _ = words.Use(words.English) })
	dir := os.Getenv("MANCALA_PICTURES")
	for _, size := range [][2]int{{1280, 720}, {640, 400}, {390, 844}, {600, 1000}, {2560, 1440}} {
		for _, lang := range []string{words.English, "de", words.Long} {
			if err := words.Use(lang); err != nil {
				t.Fatal(err)
			}
			for name, prepare := range states {
				b := prepare(t)
				b.LayOut(size[0], size[1])
				b.Pass(menustest.Tick)
				b.LayOut(size[0], size[1])
				where := fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], lang)
				if lang != words.Long {
					b.CheckText(where)
				}
				if dir != "" && (lang == words.English || size[0] == 640 && lang == "de") {
					b.KeepPicture(filepath.Join(dir, where+".png"), size)
				}
				b.End()
			}
		}
	}
}
