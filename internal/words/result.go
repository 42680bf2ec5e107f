package words

import (
	"mancala/internal/match"
	"mancala/rules"
)

// Ending describes the end of a game in a word or two, or says that it is running.
func Ending(r match.Result) string {
	switch winner, won := r.Winner(); {
	case r.Ending == match.Running:
		return T("running")
	case r.Ending == match.Finished:
		return T("finished")
	case r.Ending == match.Resigned && won && winner == rules.North:
		return T("South resigned")
	case r.Ending == match.Resigned:
		return T("North resigned")
	case r.Ending == match.TimedOut && won && winner == rules.North:
		return T("South lost on time")
	case r.Ending == match.TimedOut:
		return T("North lost on time")
	case r.Ending == match.Abandoned:
		return T("abandoned")
	}
	return T("broken off")
}

// Result says who won a game and how it ended, with the final stores of South and North.
func Result(r match.Result) string {
	south, north := r.Stores[rules.South], r.Stores[rules.North]
	switch r.Outcome {
	case rules.SouthWins:
		return T("South wins %d-%d (%s)", south, north, Ending(r))
	case rules.NorthWins:
		return T("North wins %d-%d (%s)", south, north, Ending(r))
	case rules.Draw:
		return T("a draw, %d-%d (%s)", south, north, Ending(r))
	}
	return T("undecided, %d-%d (%s)", south, north, Ending(r))
}

// Won says in a few words who has won a game, and how unless by seeds. names are the displayed
// names of South and North.
func Won(r match.Result, names [2]string) string {
	winner, won := r.Winner()
	switch {
	case won && r.Ending == match.Resigned:
		return T("%s resigned, %s won", names[winner.Opponent()], names[winner])
	case won && r.Ending == match.TimedOut:
		return T("%s won on time", names[winner])
	case won:
		return T("%s won", names[winner])
	}
	return unwon(r)
}

// WonBy is Won from the view of a side, without a name: "lost on time".
func WonBy(r match.Result, me rules.Side) string {
	winner, won := r.Winner()
	mine := winner == me
	switch {
	case won && r.Ending == match.Resigned && mine:
		return T("they resigned")
	case won && r.Ending == match.Resigned:
		return T("you resigned")
	case won && r.Ending == match.TimedOut && mine:
		return T("won on time")
	case won && r.Ending == match.TimedOut:
		return T("lost on time")
	case won && mine:
		return T("won")
	case won:
		return T("lost")
	}
	return unwon(r)
}

// unwon describes the result of a game without a winner.
func unwon(r match.Result) string {
	if r.Outcome == rules.Draw {
		return T("draw")
	}
	return T("broken off")
}
