package main

import (
	"log/slog"
	"slices"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// gameLog logs the events of a table.
type gameLog struct {
	log  *slog.Logger
	game rules.Game // the current one
}

// follow logs an event.
func (l *gameLog) follow(e match.Event) {
	switch e := e.(type) {
	case match.Connected:
		l.game.Variant = e.Variant
	case match.Watched:
		l.game.Variant = e.Variant
	case match.GameStarted:
		l.game.Plies = slices.Clone(e.Plies)
	case match.Played:
		l.game.Plies = append(l.game.Plies, e.Sowing.From)
	case match.Rewound:
		l.game.Plies = l.game.Plies[:min(e.Plies, len(l.game.Plies))]
	}
	l.write(e)
}

// securities are the words of the log for the security of a connection.
var securities = [...]string{match.Plain: "none", match.Encrypted: "encrypted", match.Verified: "verified", match.ByCode: "by code"}

func (l *gameLog) write(e match.Event) {
	log := l.log
	switch e := e.(type) {
	case match.Listening:
		log.Info("listening", "addr", e.Addr)
	case match.Connected:
		log.Info("connected", "peer", e.Peer, "addr", e.Addr, "rules", e.Variant.String(), "security", securities[e.Security])
	case match.Watched:
		log.Info("watched", "host", e.Names[match.Host], "guest", e.Names[match.Guest], "rules", e.Variant.String(),
			"security", securities[e.Security])
	case match.Watchers:
		log.Info("watchers", "n", e.N)
	case match.GameStarted:
		log.Info("game", "n", e.Number, "id", e.ID, "starter", e.Starter.String(), "self", e.Self.String(), "plies", len(e.Plies),
			"tossed", e.Tossed)
	case match.Played:
		log.Info("ply", "n", e.N, "side", e.Sowing.Mover.String(), "house", plyNumber(e.Sowing.From), "position", e.After.Notation())
	case match.Rewound:
		log.Info("undo", "plies", e.Plies, "position", e.After.Notation())
	case match.GameOver:
		log.Info("game over", "result", e.Result.String(), "ending", e.Result.Ending.String(), "game", l.game.String())
	case match.Paused:
		log.Info("paused", "reason", words.InEnglish(e.Note))
	case match.Resumed:
		log.Info("resumed")
	case match.TakebackAsked:
		log.Info("takeback asked", "by", e.By.String(), "plies", e.Plies)
	case match.TakebackAnswered:
		log.Info("takeback answered", "by", e.By.String(), "granted", e.Granted)
	case match.PeerLeft:
		log.Info("disconnected", "reason", words.InEnglish(e.Note))
	case match.Failed:
		log.Error("disconnected", "reason", words.InEnglish(e.Note), "err", errorText(e.Note.Unwrap()))
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
