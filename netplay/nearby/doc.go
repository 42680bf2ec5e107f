// Package nearby announces a hosted game to other computers on the same network, and finds the
// games that they announce: DNS-based service discovery (RFC 6763) over multicast DNS (RFC 6762).
//
// [Announcement.Pack], [Ask] and [List] are the protocol, as pure functions of packets; [Announce]
// and [Browse] are the sockets. PROTOCOL.md describes the packets.
package nearby
