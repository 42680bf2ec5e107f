// Package uci is the protocol by which programs that play these games are driven over standard
// input and output: the dialect of UCI that the Oware programs Aalina and Aualé speak, with the
// rule set as an option. It is pure: a [Server] answers lines, a [Client] asks for moves; neither
// knows a process or a clock.
//
// A game is written in one line:
//
//	position startpos moves AbCd
//	position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A
//
// A board is the seeds in South's houses from the left, those in North's houses from the left, both
// stores, South's first, and the side to move, S or N. An x in place of a number is a tuzdik. A
// move is the letter of its house from the left of its owner, a capital for South; = is a swap.
package uci
