// Package rules implements Kalah and its relatives: boards, legal plies, sowing, and the end of a
// game. rules.md explains the family and each switch, with examples.
//
// A game is a [Variant] (a board size and a set of switches), a start, and a list of houses.
// [Start] returns the first [Position]; [Position.Sow] plays one ply and returns the next position
// and a [Sowing] that describes the ply. Positions are small comparable values: keep them, compare
// them with ==, use them as map keys. The package uses no clock, file, window or socket, and never
// panics on bad input.
//
// # Words
//
// South and North are the two sides; South makes the first ply of a game. Houses are numbered 1..m
// from their owner's left, in the direction of sowing, so house m is beside the owner's store. A
// lap runs counter-clockwise: South's houses 1..m, South's store, North's houses 1..m, North's
// store, and on to South's house 1. A ply is one sowing. A turn is one ply, or several if the last
// seed in the mover's own store earns another.
//
// A variant belongs to a [Family]: all its plies work alike, except for switches. In some families
// a position can repeat, which ends a game, so real games use [Play], which looks back.
//
// # Text
//
// A board is written <m,south store,north store,south houses...,north houses...>, each side from
// its owner's left:
//
//	<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>
//
// A house that the other side owns, a tuzdik, is an x in place of its count.
//
// [Variant] and [Position] also have a complete text form that [ParseVariant] and [ParsePosition]
// read back.
package rules
