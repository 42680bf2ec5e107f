package main

import (
	"log/slog"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// securities are the words of the log for the security of a connection.
var securities = [...]string{match.Plain: "none", match.Encrypted: "encrypted", match.Verified: "verified", match.ByCode: "by code"}

// logNews logs an event of a table.
func logNews(log *slog.Logger, e table.News) {
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
		log.Info("game", "n", e.Series.Number(), "id", e.ID, "starter", e.Series.Starter().String(), "self", e.Self.String(),
			"plies", e.Series.Match().Plies(), "tossed", e.Tossed)
	case table.Played:
		m := e.Series.Match()
		log.Info("ply", "n", m.Plies(), "side", m.Last().Mover.String(), "house", plyNumber(m.Last().From), "position", m.Position().Notation())
	case table.Rewound:
		m := e.Series.Match()
		log.Info("undo", "plies", m.Plies(), "position", m.Position().Notation())
	case table.GameOver:
		m := e.Series.Match()
		log.Info("game over", "result", m.Result().String(), "ending", m.Result().Ending.String(), "game", m.Game().String())
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
