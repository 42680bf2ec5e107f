// Package proto is the home of the wire schema, mancala/v1/mancala.proto, and of the Go code
// generated from it, package mancala/proto/mancala/v1. PROTOCOL.md, at the top of the repository,
// says what the messages mean and when they may be sent. After a change of the schema run make
// generate; buf lint keeps the schema honest.
package proto

//go:generate make -C .. generate
