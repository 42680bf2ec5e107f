// Package rules holds the rules of Kalah and its relatives: which boards exist, which plies are
// legal on them, what a ply does, and when a game is over.
//
// A game is a [Variant] (a board size and a set of switches), a start, and a list of houses.
// [Start] gives the first [Position]; [Position.Sow] plays one ply and returns the next position
// together with a [Sowing] that tells what happened. Positions are small comparable values: keep
// them, compare them with ==, use them as map keys. Nothing in this package knows a clock, a file,
// a window or a socket, and nothing panics on bad input.
//
// # Words
//
// South and North are the two sides; South always makes the first ply of a game, whichever player
// sits there. Houses are numbered 1..m from their owner's left in the direction of sowing, so that
// house m is the one beside the owner's store. A lap runs counter-clockwise: South's houses 1..m,
// South's store, North's houses 1..m, North's store, and on to South's house 1. A ply is one
// sowing. A turn is one ply or, if the last seed in one's own store earns another, several.
//
// # Text
//
// A board is written <m,south store,north store,south houses...,north houses...>, each side from
// its owner's left:
//
//	<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>
//
// [Variant] and [Position] also have a complete text form that [ParseVariant] and [ParsePosition]
// read back.
package rules
