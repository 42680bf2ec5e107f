// Package nearby tells other computers on the same network of a hosted game, and finds the games
// that they tell of: DNS-based service discovery (RFC 6763) across multicast DNS (RFC 6762).
//
// [Pack], [Ask] and [List] are the protocol, as pure functions of packets; [Announce] and [Browse]
// are the sockets. PROTOCOL.md says what stands in a packet.
package nearby
