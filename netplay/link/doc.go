// Package link plays a series of games across a network. [Host] waits for a guest, and [Join] is
// one; [Watch] only watches. Each returns a [match.Link], through which a front end states its
// wishes and receives events.
//
// The protocol is package session, and what is decided package table: both are pure. Package
// admission decides who comes in. This package is the shell around them: it owns the connections,
// their goroutines and timers, and hands over what is to be stored.
package link
