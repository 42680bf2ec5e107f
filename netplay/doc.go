// Package netplay plays a series of games across a TCP connection. [Host] waits for a guest and
// [Join] is one; both return a [match.Link], by which a front end says what it wants and hears what
// happened.
//
// Within, the protocol is a machine without goroutines, sockets or a clock: a [Session] is given
// frames, intents and the time, and hands out frames and events. A thin shell around it owns the
// connection. PROTOCOL.md, at the top of the repository, describes what travels; the types of the
// schema do not leave this package.
//
// Everything that comes from the other end is hostile until it has been checked: a frame may have 4
// KiB and no more, every ply is played on this end's own board first, names are cleaned, and a peer
// that sends too much, too slowly or nothing at all is let go with a sentence that says so.
package netplay
