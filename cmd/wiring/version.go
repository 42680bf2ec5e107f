package wiring

import _ "embed" // the licences

// Version is the version of the program, for --version, About and the handshake.
const Version = "0.2.0"

// Licences holds the licences of the program and of everything in it, as written by tools/notices.
//
//go:embed notices.txt
var Licences string
