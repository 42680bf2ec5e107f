// Package meet lets two programs that both can only dial out meet at a third one, the meeting
// point. A host keeps a line to it and is told a lookup, a word by which guests find it. A guest
// who asks for the lookup is announced to the host, which dials once more for that guest, and from
// then on the meeting point copies bytes between the two. It understands none of them.
//
// A [Code] is the lookup and a secret half, which the meeting point never hears; package keys has
// the proof of it. [Point] decides, without socket, clock or chance of its own; [Server] is the
// shell around it. [Open], [Take] and [Join] are the sides of host and guest.
package meet
