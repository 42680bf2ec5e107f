// Package engine holds the computer players, and the search that finds the value of a position.
//
// A [Player] chooses a ply by its strategy, from the position and earlier positions that might
// repeat. The caller passes the randomness in, so games are repeatable: the same strategy, source
// of randomness and positions give the same plies. No player favours a side: it plays the same
// house in a position and in its mirror image.
//
// An [Analyst] evaluates positions, a [Solver] proves their exact values, a [Duel] compares two
// players. All values are margins, in seeds, from the view of the side to move. If a majority ends
// the game, only the sign of a proved value counts.
//
// # Map
//
// The files, in reading order. The players:
//
//	engine.go            the strategies, and Player
//	simple.go greedy.go  strategies that follow a simple rule
//	levels.go rating.go  strategies that look ahead, with mistakes on the lower rungs
//	perfect.go           the strategy that plays proved values
//	past.go              the positions of a game that might come again
//	duel.go              matches of two players, with a sequential test
//
// Boards that are quick to search, for rules that allow it:
//
//	packed.go            a board in two words, its move generator, perft
//	ring.go              the same for boards whose stores lie beside the path
//	rank.go              a perfect hash of boards: numbers without gaps
//
// Looking ahead, under any rules:
//
//	lookahead.go         iterative deepening with null windows
//	lookboards.go        the boards that it searches: packed ones, and positions; ringgame.go has
//	                     rings
//	evaluation.go        the evaluation of leaves, ringevaluation.go of rings; weights.go has their
//	                     weights; ringnet.go is the network that evaluates Oware
//	lookaheadtable.go    its transposition table
//	lookaheadteam.go     several threads at one search; busy.go keeps them apart
//
// Proving exact values:
//
//	solver.go            Solver: the value of a position and of each of its plies
//	plainsolver.go       alpha-beta search under any rules
//	fastsolver.go        packed boards, endgame tables, a transposition table, several threads
//	search.go            its null-window search, in steps that hide memory latency
//	transpositions.go    its transposition table
//	order.go             which ply is searched first, here and when looking ahead
//	tables.go            endgame tables; sides.go, tablebuild.go and tablelines.go build them,
//	                     tablefile.go keeps them
//	endings.go           tables of endings for games in which boards come again; endingstore.go
//	                     keeps them
//	keeper.go            progress that outlives the process; progressfile.go has the format
//
// Putting it together:
//
//	book.go              opening books; bookbuild.go builds them, bookfiles_*.go embed them
//	analyst.go           Analyst: book, search and proof within limits
//	proof.go             when to try a proof, and the line that comes with one
package engine
