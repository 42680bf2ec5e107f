// Package wiring connects the screens' ports to computer players, judges, records and known hosts,
// for the desktop window and for the browser page.
package wiring

import (
	"math/rand/v2"
	"time"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/menus/ports"
)

// Screens returns the ports that the window and the page share: records, computer players, chance
// and time. The others are nil, for the caller to set.
func Screens(keeper Scores, minds *engine.Analysts, chance func() *rand.Rand) ports.Ports {
	return ports.Ports{
		Version:     Version,
		Licences:    Licences,
		Network:     ports.Network{ParseAddress: ReadAddress, CheckPoint: CheckPoint, IsCode: IsCode},
		SetPatience: minds.SetPatience,
		Strategies:  strategies(),
		NewSeat:     NewSeat(chance(), minds),
		NewJudge:    func(patience time.Duration) match.Judge { return NewJudge(minds, patience) },
		Chance:      chance().IntN,
		NewID:       NewID,
		Scores:      keeper,
		Archive:     archive{keeper.Keeper},
		Now:         time.Now,
	}
}
