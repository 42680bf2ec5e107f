package textui

import (
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// gallery returns a link that watches Ann's game against Bo, who begins.
func gallery(text string, plies ...rules.House) func(*testing.T) *farLink {
	return func(t *testing.T) *farLink {
		l := newFarLink(t, variant(t, text), match.Host, match.Guest)
		l.emit(table.Connecting{Addr: "192.0.2.1:7000"}, table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: l.Series.Match().Position().Variant()})
		for _, h := range plies {
			need.Must(l.Series.Match().Play(l.Series.Match().Position().ToMove(), h))(t)
		}
		l.emit(table.GameStarted{ID: "g"}, table.Watchers{N: 1})
		return l
	}
}

// watchers are scenes of a watcher.
func watchers(*testing.T) []dialogue {
	alone := table.Watched{Names: [2]string{"Ann", ""}}
	drawn := Config{Interactive: true, Narrate: true}
	apart := table.Paused{Note: rules.NewNote("netplay.players-apart", "Ann", "Bo")}
	closed := table.PeerLeft{Reason: table.ReasonClosed, Note: rules.NewNote("netplay.closed", "Ann")}
	return []dialogue{
		{
			name: "watch", cfg: drawn, watches: true,
			link: then(gallery("kalah(3,2)", 2), plays(second(1), 1), plays(second(2), 1), emits(second(20), table.Watchers{N: 3})),
			keys: []timed{
				at(3, "1"), at(4, "help"), at(5, "hint"), at(6, "undo"), at(7, "resign"), at(8, "say hi"), at(9, "board"), at(10, "takeback"),
				at(11, "wait"), at(12, "what?"), at(13, "let in"), at(14, ""), at(30, "quit"),
			},
			said: "leave for good",
		},
		{
			name: "watch-evening", cfg: person, watches: true,
			link: then(
				func(t *testing.T) *farLink {
					l := newFarLink(t, variant(t, "kalah(1,1)"), match.Host, match.Guest)
					l.emit(table.Connecting{Addr: "192.0.2.1:7000"}, table.Watched{Names: alone.Names, Variant: l.Series.Match().Position().Variant()})
					return l
				},
				emits(second(1), table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: rules.Presets()[0].Variant}),
				happening{second(1), func(l *farLink) {
					l.Series = tabletest.Series(rules.Presets()[0].Variant, match.Guest, 1)
					l.emit(table.GameStarted{ID: "g"})
				}},
				emits(second(3), table.Paused{Note: rules.NewNote("netplay.watch-dropped", "Ann")}),
				emits(second(90), table.Resumed{}, apart), emits(second(200), table.Resumed{}),
				happening{second(210), func(l *farLink) { l.emit(tabletest.Resigned(l.Series, match.Guest)) }},
				emits(second(220), alone),
				emits(second(230), closed),
			),
		},
		{
			name: "watch-bowls", cfg: file, watches: true, link: then(gallery("bowls(2,1)"), plays(second(1), 2), emits(second(2), closed)),
			keys: []timed{at(1, "1"), at(1, "board")},
		},
		{
			name: "watch-over", cfg: file, watches: true,
			link: then(gallery("kalah(1,1)", 1), emits(0, table.GameOver{}), emits(second(2), closed)),
		},
		{
			name: "watch-resigned", cfg: file, watches: true,
			link: then(func(t *testing.T) *farLink {
				l := gallery("kalah(2,2)", 1)(t)
				need.NoError(t, l.Series.Match().Resign(rules.South))
				l.emit(table.GameOver{By: match.Guest})
				return l
			}, emits(second(2), closed)),
		},
		{
			name: "watch-forbidden", cfg: file, watches: true, fails: true,
			link: then(gallery("kalah(2,2)"), emits(second(1), table.PeerLeft{Note: rules.NewNote("netplay.watching-off")})),
		},
		{
			name: "watch-failed", cfg: file, watches: true, fails: true,
			link: func(t *testing.T) *farLink {
				l := newFarLink(t, variant(t, "kalah(1,1)"), match.Host, match.Guest)
				l.emit(table.Connecting{Addr: "192.0.2.1:7000"}, table.Failed{Note: rules.NewNote("netplay.gallery-full")})
				return l
			},
		},
	}
}
