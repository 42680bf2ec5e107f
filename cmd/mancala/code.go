package main

import (
	"context"
	"io"
	"strings"

	"mancala/cmd/wiring"
	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/menus/settings"
	"mancala/netplay/address"
	"mancala/netplay/keys"
)

// hostAddress is [address.Parse] for --join and --watch. A code without a meeting point gets the
// settings' one, if any, as in the window. The text may be on stdin or in a file; see
// [addressInput].
func (o *options) hostAddress(text string, stdin io.Reader) (addr string, invite keys.Invite, err error) {
	if text, err = addressInput(text, stdin); err != nil {
		return "", keys.Invite{}, err
	}
	if addr, invite, err = address.Parse(text); err == nil || !wiring.IsCode(text) {
		return addr, invite, err
	}
	if point := o.usualPoint(); point != "" {
		return address.Parse(strings.TrimSpace(text) + "@" + point)
	}
	return addr, invite, err
}

// usualPoint returns the meeting point of the settings, or "". It opens the records for that; their
// notices become notes.
func (o *options) usualPoint() string {
	notify := func(n record.Notice) { o.notes = append(o.notes, words.Sentence(n.Note)) }
	scores := textScores{Keeper: record.Start(record.Config{Dir: o.dataDir}, notify)}
	point, err := scores.setting(context.Background(), settings.KeyMeetingPoint)
	_ = scores.Close() // a slow disk does not make the answer wrong
	scores.Poll()
	if err != nil {
		return "" // the caller asks for the meeting point
	}
	return point
}
