// Package admission decides who comes to a host: why a guest is turned away, who waits, whom the
// host's person is asked about, and who gets the seat. It has no clock, goroutine or socket: the
// caller passes the time in.
package admission
