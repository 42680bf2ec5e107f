package main

import (
	"log/slog"
	"slices"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// gameLog logs the events of a table.
type gameLog struct {
	log  *slog.Logger
	game rules.Game // the current one
}

// follow logs an event.
func (l *gameLog) follow(e table.News) {
	switch e := e.(type) {
	case table.Connected:
		l.game.Variant = e.Variant
	case table.Watched:
		l.game.Variant = e.Variant
	case table.GameStarted:
		l.game.Plies = slices.Clone(e.Plies)
	case table.Played:
		l.game.Plies = append(l.game.Plies, e.Sowing.From)
	case table.Rewound:
		l.game.Plies = l.game.Plies[:min(e.Plies, len(l.game.Plies))]
	}
	l.write(e)
}

// securities are the words of the log for the security of a connection.
var securities = [...]string{match.Plain: "none", match.Encrypted: "encrypted", match.Verified: "verified", match.ByCode: "by code"}

func (l *gameLog) write(e table.News) {
	log := l.log
	switch e := e.(type) {
	case table.Listening:
		log.Info("listening", "addr", e.Addr)
	case table.Connected:
		log.Info("connected", "peer", e.Peer, "addr", e.Addr, "rules", e.Variant.String(), "security", securities[e.Security])
	case table.Watched:
		log.Info("watched", "host", e.Names[match.Host], "guest", e.Names[match.Guest], "rules", e.Variant.String(),
			"security", securities[e.Security])
	case table.Watchers:
		log.Info("watchers", "n", e.N)
	case table.GameStarted:
		log.Info("game", "n", e.Number, "id", e.ID, "starter", e.Starter.String(), "self", e.Self.String(), "plies", len(e.Plies),
			"tossed", e.Tossed)
	case table.Played:
		log.Info("ply", "n", e.N, "side", e.Sowing.Mover.String(), "house", plyNumber(e.Sowing.From), "position", e.After.Notation())
	case table.Rewound:
		log.Info("undo", "plies", e.Plies, "position", e.After.Notation())
	case table.GameOver:
		log.Info("game over", "result", e.Result.String(), "ending", e.Result.Ending.String(), "game", l.game.String())
	case table.Paused:
		log.Info("paused", "reason", words.InEnglish(e.Note))
	case table.Resumed:
		log.Info("resumed")
	case table.TakebackAsked:
		log.Info("takeback asked", "by", e.By.String(), "plies", e.Plies)
	case table.TakebackAnswered:
		log.Info("takeback answered", "by", e.By.String(), "granted", e.Granted)
	case table.PeerLeft:
		log.Info("disconnected", "reason", words.InEnglish(e.Note))
	case table.Failed:
		log.Error("disconnected", "reason", words.InEnglish(e.Note), "err", errorText(e.Note.Unwrap()))
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
