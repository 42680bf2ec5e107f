package club

import (
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
)

// callTo returns the message of a call, without its number.
func callTo(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.Open:
		return &wire.ClubCall{Body: &wire.ClubCall_Open{Open: wirelobby.OpenToWire(c.Settings)}}
	case lobby.Sit:
		return &wire.ClubCall{Body: &wire.ClubCall_Sit{Sit: &wire.ClubSit{Table: c.Table}}}
	case lobby.Quick:
		return &wire.ClubCall{Body: &wire.ClubCall_Quick{Quick: wirelobby.QuickToWire(c.Settings)}}
	case lobby.Cancel:
		return &wire.ClubCall{Body: &wire.ClubCall_Cancel{Cancel: &wire.ClubCancel{}}}
	case lobby.Watch:
		return &wire.ClubCall{Body: &wire.ClubCall_Watch{Watch: &wire.ClubWatch{Table: c.Table}}}
	case lobby.Mine:
		return &wire.ClubCall{Body: &wire.ClubCall_Mine{Mine: &wire.ClubMine{}}}
	}
	return askTo(c)
}

// askTo is callTo for a call that is not about tables.
func askTo(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.ProfileOf:
		return &wire.ClubCall{Body: &wire.ClubCall_ProfileOf{ProfileOf: &wire.ClubProfileOf{Member: c.Member}}}
	case lobby.GamesOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GamesOf{GamesOf: wirelobby.GamesOfToWire(c)}}
	case lobby.GameOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GameOf{GameOf: &wire.ClubGameOf{Game: c.Game}}}
	case lobby.StandingsOf:
		return &wire.ClubCall{Body: &wire.ClubCall_StandingsOf{StandingsOf: wirelobby.StandingsOfToWire(c)}}
	case lobby.Rename:
		return &wire.ClubCall{Body: &wire.ClubCall_Rename{Rename: &wire.ClubRename{Name: c.Name}}}
	case lobby.Device:
		return &wire.ClubCall{Body: &wire.ClubCall_Device{Device: &wire.ClubDevice{}}}
	case lobby.UseCode:
		return &wire.ClubCall{Body: &wire.ClubCall_UseCode{UseCode: &wire.ClubUseCode{Code: c.Code}}}
	case lobby.RemoveDevice:
		return &wire.ClubCall{Body: &wire.ClubCall_RemoveDevice{RemoveDevice: &wire.ClubRemoveDevice{Fingerprint: c.Key}}}
	case lobby.Report:
		return &wire.ClubCall{Body: &wire.ClubCall_Report{Report: &wire.ClubReport{Member: c.Member, Game: c.Game, Text: c.Text}}}
	case lobby.Block:
		return &wire.ClubCall{Body: &wire.ClubCall_Block{Block: &wire.ClubBlock{Member: c.Member, Off: c.Off}}}
	case lobby.Forget:
		return &wire.ClubCall{Body: &wire.ClubCall_Forget{Forget: &wire.ClubForget{Name: c.Name}}}
	}
	return nil
}
