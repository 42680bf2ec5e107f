// Package netplay plays a series of games across a TCP connection. [Host] waits for a guest and
// [Join] is one; both return a [match.Link], through which a front end states its wishes and
// receives events.
//
// The protocol is a machine without goroutines, sockets or a clock: a [Session] is given frames,
// intents and the time, and hands out frames and events. A thin shell around it owns the
// connection. PROTOCOL.md, at the top of the repository, describes the messages; the types of the
// schema do not leave this package.
//
// All input from the other end is hostile until it has been checked: a frame has at most 4 KiB,
// every ply is first played on this end's own board, names are cleaned, and a peer that sends too
// much, too slowly or nothing at all is disconnected with a sentence that says so.
package netplay
