// Package uci is a protocol for driving game programs over standard input and output. It is the UCI
// dialect of the Oware programs Aalina and Aualé, with the rule set as an option. It is pure: a
// [Server] answers lines, a [Client] asks for moves; neither has a process or a clock.
//
// A game is written in one line:
//
//	position startpos moves AbCd
//	position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A
//
// A board is the seeds in South's houses and in North's houses, each from the left, both stores,
// South's first, and the side to move, S or N. An x in place of a number is a tuzdik. A move is the
// letter of its house from its owner's left, a capital for South; = is a swap.
package uci
