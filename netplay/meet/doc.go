// Package meet is a rendezvous and relay for two programs that can both only dial out: they meet at
// a third one, the meeting point. A host keeps a line to it and gets a lookup, a word by which
// guests find it. The meeting point announces a guest who asks for the lookup to the host, which
// dials once more for that guest; from then on the meeting point copies bytes between the two,
// without understanding them.
//
// A [Code] is the lookup and a secret half, which the meeting point never learns; package keys
// has the proof of it. [Point] decides, and has no socket, clock or randomness of its own; [Server]
// is the shell around it. [Open], [Take] and [Join] are the sides of host and guest.
package meet
