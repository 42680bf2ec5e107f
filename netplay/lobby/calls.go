package lobby

import (
	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
)

// CallToWire returns the message of a call, without its number.
func CallToWire(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.Open:
		return &wire.ClubCall{Body: &wire.ClubCall_Open{Open: openToWire(c.Settings)}}
	case lobby.Sit:
		return &wire.ClubCall{Body: &wire.ClubCall_Sit{Sit: &wire.ClubSit{Table: c.Table}}}
	case lobby.Quick:
		return &wire.ClubCall{Body: &wire.ClubCall_Quick{Quick: quickToWire(c.Settings)}}
	case lobby.Cancel:
		return &wire.ClubCall{Body: &wire.ClubCall_Cancel{Cancel: &wire.ClubCancel{}}}
	case lobby.Watch:
		return &wire.ClubCall{Body: &wire.ClubCall_Watch{Watch: &wire.ClubWatch{Table: c.Table}}}
	case lobby.Mine:
		return &wire.ClubCall{Body: &wire.ClubCall_Mine{Mine: &wire.ClubMine{}}}
	}
	return askToWire(c)
}

// askToWire is CallToWire for a call that is not about tables.
func askToWire(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.ProfileOf:
		return &wire.ClubCall{Body: &wire.ClubCall_ProfileOf{ProfileOf: &wire.ClubProfileOf{Member: c.Member}}}
	case lobby.GamesOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GamesOf{GamesOf: &wire.ClubGamesOf{Member: c.Member, Name: c.Name, Before: c.Before, Limit: uint32(c.Limit)}}}
	case lobby.GameOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GameOf{GameOf: &wire.ClubGameOf{Game: c.Game}}}
	case lobby.StandingsOf:
		return &wire.ClubCall{Body: &wire.ClubCall_StandingsOf{StandingsOf: &wire.ClubStandingsOf{Skip: uint32(c.Skip), Limit: uint32(c.Limit), Discipline: c.Discipline}}}
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

// maxSkip is the last place of the standings that can be asked for.
const maxSkip = 10_000_000

// CallFromWire returns the call that a member has made. Its error is a [lobby.Refusal] of one that
// cannot be carried out. It returns nil for a message that is no [lobby.Call], as one of a later
// version.
func CallFromWire(w *wire.ClubCall) (lobby.Call, error) {
	switch b := w.GetBody().(type) {
	case *wire.ClubCall_Open:
		s, err := openFromWire(b.Open)
		return lobby.Open{Settings: s}, err
	case *wire.ClubCall_Sit:
		return lobby.Sit{Table: b.Sit.GetTable()}, nil
	case *wire.ClubCall_Quick:
		s, err := quickFromWire(b.Quick)
		return lobby.Quick{Settings: s}, err
	case *wire.ClubCall_Cancel:
		return lobby.Cancel{}, nil
	case *wire.ClubCall_Watch:
		return lobby.Watch{Table: b.Watch.GetTable()}, nil
	case *wire.ClubCall_Mine:
		return lobby.Mine{}, nil
	case *wire.ClubCall_GamesOf:
		return gamesOfFromWire(b.GamesOf)
	case *wire.ClubCall_GameOf:
		if !lobby.IsGameID(b.GameOf.GetGame()) {
			return nil, lobby.Refuse(lobby.ReasonUnknown)
		}
		return lobby.GameOf{Game: b.GameOf.GetGame()}, nil
	case *wire.ClubCall_StandingsOf:
		return standingsOfFromWire(b.StandingsOf)
	}
	return ownFromWire(w), nil
}

// inOneAnswer returns how many games or members a call wants.
func inOneAnswer(limit uint32) int { return int(min(max(limit, 1), lobby.MostGames)) }

func gamesOfFromWire(w *wire.ClubGamesOf) (lobby.Call, error) {
	q := lobby.GamesOf{
		Member: w.GetMember(), Name: match.CleanName(w.GetName()), Before: w.GetBefore(), Limit: inOneAnswer(w.GetLimit()),
	}
	if q.Member != "" && !lobby.IsID(q.Member) || q.Before != "" && !lobby.IsGameID(q.Before) {
		return nil, lobby.Refuse(lobby.ReasonUnknown)
	}
	return q, nil
}

func standingsOfFromWire(w *wire.ClubStandingsOf) (lobby.Call, error) {
	c := lobby.StandingsOf{
		Skip: int(min(w.GetSkip(), maxSkip)), Limit: inOneAnswer(w.GetLimit()), Discipline: disciplineFromWire(w.GetDiscipline()),
	}
	if c.Discipline == "" {
		return nil, lobby.Refuse(lobby.ReasonUnknown)
	}
	return c, nil
}

// ownFromWire is CallFromWire for a call about members.
func ownFromWire(w *wire.ClubCall) lobby.Call {
	switch b := w.GetBody().(type) {
	case *wire.ClubCall_ProfileOf:
		return lobby.ProfileOf{Member: b.ProfileOf.GetMember()}
	case *wire.ClubCall_Rename:
		return lobby.Rename{Name: b.Rename.GetName()}
	case *wire.ClubCall_Device:
		return lobby.Device{}
	case *wire.ClubCall_UseCode:
		return lobby.UseCode{Code: b.UseCode.GetCode()}
	case *wire.ClubCall_RemoveDevice:
		return lobby.RemoveDevice{Key: b.RemoveDevice.GetFingerprint()}
	case *wire.ClubCall_Report:
		return lobby.Report{Member: b.Report.GetMember(), Game: b.Report.GetGame(), Text: b.Report.GetText()}
	case *wire.ClubCall_Block:
		return lobby.Block{Member: b.Block.GetMember(), Off: b.Block.GetOff()}
	case *wire.ClubCall_Forget:
		return lobby.Forget{Name: b.Forget.GetName()}
	}
	return nil
}
