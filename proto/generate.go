// Package proto holds the wire schema, mancala/v1/mancala.proto, and the Go code generated from it,
// package mancala/proto/mancala/v1. PROTOCOL.md, at the top of the repository, describes the
// messages and their order. After a change of the schema run make generate, which also lints it.
package proto

//go:generate make -C .. generate
