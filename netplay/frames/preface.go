package frames

import (
	"fmt"
	"strings"

	"mancala/rules"
)

// The first bytes that an end sends, by which the protocols are told apart. All have the same
// length.
const (
	// Preface begins each end of a game.
	Preface = "MNC3"
	// LobbyPreface is that of each end of a club's lobby.
	LobbyPreface = "MCL1"
	// CodePreface is that of a guest who proves the code of a meeting point before anything else.
	CodePreface = "CODE"
)

// The first bytes of a host's answers to a guest who proves a code.
const (
	CodeContinues = 'y'
	CodeWrong     = 'n' // the guest has another code
	CodeOver      = 'x' // the host has no code at this lookup any more
)

// Stranger returns the note about a program that is not mancala, by the first bytes that it sends,
// as many as [Preface] has. Host says that this end is a host, to which browsers come as well.
func Stranger(first, addr string, host bool) *rules.Note {
	code := "stranger"
	switch {
	case strings.HasPrefix(first, Preface[:3]):
		code = "other-version"
	case first == "HTTP", first == "RTSP", host && isHTTPMethod(first):
		code = "stranger-web"
	case first[1] == 3 && (first[0] == 0x15 || first[0] == 0x16):
		code = "stranger-encrypted"
	case first == "SSH-":
		code = "stranger-ssh"
	}
	return rules.NewNote("netplay."+code, addr).Because(fmt.Errorf("not a mancala program: it began with %x", first))
}

func isHTTPMethod(first string) bool {
	for _, method := range [...]string{"GET ", "HEAD", "POST", "PUT ", "OPTI", "PRI ", "CONN", "DELE"} {
		if first == method {
			return true
		}
	}
	return false
}
