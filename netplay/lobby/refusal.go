package lobby

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
)

// maxWait is the longest wait that a refusal names.
const maxWait = time.Hour

func refusalToWire(r *lobby.Refusal) *wire.ClubRefusal {
	seconds := min(max(r.Wait, 0)+time.Second-1, maxWait) / time.Second
	return &wire.ClubRefusal{Code: wire.ClubRefusalCode(r.Reason), Text: r.Text, Seconds: uint32(seconds)}
}

// RefusalFromWire returns the refusal that the club has sent.
func RefusalFromWire(w *wire.ClubRefusal) *lobby.Refusal {
	seconds := min(w.GetSeconds(), uint32(maxWait/time.Second))
	return &lobby.Refusal{
		Reason: lobby.Reason(w.GetCode()), Text: match.CleanTalk(w.GetText()), Wait: time.Duration(seconds) * time.Second,
	}
}
