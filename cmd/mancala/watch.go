package main

import (
	"context"
	"io"
	"log/slog"

	"mancala/match"
	"mancala/netplay"
	"mancala/textui"
)

// watchText shows in the terminal the games that others play.
func (o *options) watchText(ctx context.Context, in *textui.Lines, stdout io.Writer, log *slog.Logger, interactive bool) error {
	table := match.NewWatchTable(netplay.Watch(o.watch, netplay.GuestConfig{
		Name: o.name, AppVersion: version, Log: log, Transport: transport(),
	}))
	defer table.Close()
	return textui.Play(ctx, table, in, stdout, textui.Config{
		Narrate: o.text.narrate, NoBoard: o.text.noBoard, Interactive: interactive, Observe: (&gameLog{log: log}).follow,
	})
}
