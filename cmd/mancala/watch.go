package main

import (
	"context"
	"io"
	"log/slog"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/textui"
	"mancala/menus/ports"
	"mancala/netplay/link"
)

// watchText shows in the terminal the games that others play.
func (o *options) watchText(
	ctx context.Context, in *textui.Lines, stdout io.Writer, scores textScores, log *slog.Logger, interactive bool,
) error {
	bell := textui.NewBell()
	tbl := table.NewWatchTable(o.connect(ports.JoinRequest{Addr: o.watch, Watch: true}, link.GuestConfig{
		Common: link.Common{Name: o.name, AppVersion: wiring.Version, Log: log, Notify: bell.Ring}, Transport: network(),
	}, scores.Keeper))
	sc := o.scene(tbl, [2]string{match.KindRemote, match.KindRemote}, log)
	defer sc.Close()
	return textui.Play(ctx, sc, in, stdout, textui.Config{
		Narrate: o.text.narrate, NoBoard: o.text.noBoard, Interactive: interactive, Colour: o.colours(stdout),
		Bell: bell,
	})
}
